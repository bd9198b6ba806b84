// Regular grids, against the definition for every node.
#include <tiga/runtime/parallel.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

namespace {

// Every node in row-major order, every offset in the order given.
std::vector<edge> by_definition(const numbers& shape, const std::vector<numbers>& offsets,
                                const std::vector<bool>& periodic) {
  std::vector<edge> all;
  std::int64_t nodes = 1;
  for (const std::int64_t n : shape) nodes *= n;
  for (std::int64_t x = 0; x < nodes; ++x)
    for (const numbers& o : offsets) {
      std::int64_t source = 0, rest = x, size = 1;
      bool inside = true;
      for (std::size_t d = shape.size(); d-- > 0;) {
        std::int64_t at = rest % shape[d] + o[d];
        rest /= shape[d];
        if (periodic[d]) at = ((at % shape[d]) + shape[d]) % shape[d];
        inside = inside && at >= 0 && at < shape[d];
        source += at * size;
        size *= shape[d];
      }
      if (inside) all.emplace_back(source, x);
    }
  return all;
}

void check(const numbers& shape, const std::vector<numbers>& offsets, const std::vector<bool>& periodic) {
  const auto expected = by_definition(shape, offsets, periodic);
  for (const bool wide : {false, true}) {
    const auto g = tiga::stencil<N, E>(shape, offsets, periodic, {.wide_ids = wide});
    CHECK(g.in_edges().in_edge_order());
    CHECK(g.in_edges().wide() == wide);
    CHECK(edges_of(g) == expected);
    CHECK(edges_of(g.out_edges(), false) == expected);
  }
}

inline constexpr tiga::axis twenty{"Twenty", 20};
const std::vector<numbers> cross{{-1, 0}, {0, -1}, {0, 1}, {1, 0}};

}  // namespace

TEST_CASE("four neighbours of a grid") {
  check({4, 5}, cross, {false, false});
  check({4, 5}, cross, {true, false});
  check({4, 5}, cross, {false, true});
  check({3, 4}, cross, {true, true});
  const auto g = tiga::stencil<N, E>({2, 3}, cross);
  CHECK(g.nodes() == 6);
  CHECK(edges_of(g)[0] == edge{1, 0});
  CHECK(edges_of(g)[1] == edge{3, 0});
}

TEST_CASE("grids of any rank, offsets of any length, in any order") {
  check({7}, {{-1}, {1}}, {true});
  check({7}, {{3}, {0}, {-9}, {9}, {7}}, {false});
  check({7}, {{3}, {0}, {-9}, {9}, {7}, {-7}}, {true});
  check({2, 3, 4}, {{0, 0, 1}, {1, -1, 0}, {-1, 2, -3}, {0, 0, 0}, {0, 0, 1}}, {true, false, true});
  check({1, 1}, cross, {true, true});
  check({5, 1}, cross, {false, true});
  check({3, 3}, {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}, {false, true});
  check({6, 40}, {}, {false, false});
}

TEST_CASE("a grid with an empty dimension has no nodes") {
  for (const bool outer : {false, true})
    for (const bool inner : {false, true}) {
      check({0, 4}, cross, {outer, inner});
      check({4, 0}, cross, {outer, inner});
      check({0, 0}, cross, {outer, inner});
      check({4, 0}, {}, {outer, inner});
      check({2, 0, 3}, {{0, 0, 1}, {1, -1, 0}, {-5, 2, -3}}, {outer, inner, outer});
      CHECK(tiga::stencil<N, E>({INT64_MAX, 2, 0}, {{0, 0, 1}, {INT64_MIN, 1, 9}}, {outer, inner, outer}).nodes() == 0);
    }
  check({0}, {{-1}, {0}, {7}}, {true});
  check({0}, {{-1}, {0}, {7}}, {false});
  CHECK(tiga::stencil<N, E>({4, 0}, cross, true).nodes() == 0);
}

TEST_CASE("random grids") {
  random_numbers next{3};
  for (int round = 0; round < 40; ++round) {
    const auto rank = std::size_t(1 + next.below(4));
    numbers shape;
    std::vector<bool> periodic;
    for (std::size_t d = 0; d < rank; ++d) {
      shape.push_back(1 + next.below(6));
      periodic.push_back(next.below(2) == 1);
    }
    std::vector<numbers> offsets(std::size_t(next.below(7)));
    for (numbers& o : offsets)
      for (std::size_t d = 0; d < rank; ++d) o.push_back(next.below(9) - 4);
    check(shape, offsets, periodic);
  }
}

TEST_CASE("a large grid is the same for every number of threads") {
  tiga::runtime::set_threads(1);
  const auto one = edges_of(tiga::stencil<N, E>({300, 400}, cross));
  for (const int threads : {2, 3, 8}) {
    tiga::runtime::set_threads(threads);
    CHECK(edges_of(tiga::stencil<N, E>({300, 400}, cross)) == one);
  }
  tiga::runtime::set_threads(0);
  CHECK(one.size() == 2 * (299 * 400 + 300 * 399));
}

TEST_CASE("wrong stencils are refused") {
  CHECK_THAT(error_of([] {
               tiga::stencil<N, E>({4, 5}, {{1}});
             }),
             ContainsSubstring("2 dimensions") && ContainsSubstring("offset 0 has 1"));
  CHECK_THAT(error_of([] { tiga::stencil<N, E>({4, -5}, cross); }), ContainsSubstring("-5"));
  CHECK_THAT(error_of([] { tiga::stencil<N, E>({}, {}); }), ContainsSubstring("no dimension"));
  CHECK_THAT(error_of([] {
               tiga::stencil<N, E>({4, 5}, cross, {true, false, true});
             }),
             ContainsSubstring("periodic 3"));
  CHECK_THAT(error_of([] { tiga::stencil<N, E>({1 << 20, 1 << 20}, cross); }), ContainsSubstring("too wide"));
  CHECK_THAT(error_of([] { tiga::stencil<N, E>({INT64_MAX, 2}, cross); }), ContainsSubstring("2^63"));
  CHECK(tiga::stencil<twenty, E>({4, 5}, cross).nodes() == 20);
  CHECK_THAT(error_of([] {
               tiga::stencil<twenty, E>({4, 4}, cross);
             }),
             ContainsSubstring("Twenty") && ContainsSubstring("20") && ContainsSubstring("16"));
}

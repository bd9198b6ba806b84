// Graphs from pair lists: any order, stable, duplicates kept, both widths, every thread count.
#include <algorithm>
#include <span>
#include <tiga/runtime/parallel.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

TEST_CASE("a pair list, compressed rows and a matrix aggregate in the same direction (FB-22)") {
  const std::vector<double> x{1, 10, 100, 1000}, expected{1100, 1000, 11, 0};
  CHECK(incoming_sum(square::from_coo({0, 1, 3, 2, 3}, {2, 2, 1, 0, 0}), x) == expected);
  CHECK(incoming_sum(square::from_csr({0, 2, 3, 5, 5}, {2, 3, 3, 0, 1}), x) == expected);
  const text_file file("%%MatrixMarket matrix coordinate pattern general\n4 4 5\n3 1\n3 2\n2 4\n1 3\n1 4\n",
                       "fb22.mtx");
  CHECK(incoming_sum(square::from_mtx(file.path()), x) == expected);
}

TEST_CASE("trailing nodes without edges stay (FB-23)") {
  const auto g = square::from_coo({0, 1}, {1, 2}, 5);
  CHECK(g.nodes() == 5);
  CHECK(incoming_sum(g, {1, 2, 3, 4, 5}) == std::vector<double>{0, 1, 2, 0, 0});
  const auto both = tiga::cat({g, g});
  CHECK(both.nodes() == 10);
  CHECK(incoming_sum(both, {1, 2, 3, 4, 5, 1, 2, 3, 4, 5}) == std::vector<double>{0, 1, 2, 0, 0, 0, 1, 2, 0, 0});
  CHECK_THAT(error_of([] {
               square::from_coo({0, 1}, {1, 2}, 2);
             }),
             ContainsSubstring("edge 1") && ContainsSubstring("destination 2") && ContainsSubstring("2 nodes"));
  CHECK(square::from_coo({0, 1}, {1, 2}).nodes() == 3);
}

TEST_CASE("a graph of nothing") {
  const square none;
  CHECK(none.nodes() == 0);
  CHECK(none.out_edges().ptr[0] == 0);
  const auto empty = square::from_coo({}, {}, 0);
  CHECK(empty.nodes() == 0);
  CHECK(empty.edges() == 0);
  const auto alone = square::from_coo({}, {}, 2);
  CHECK(alone.nodes() == 2);
  CHECK(incoming_sum(alone, {1, 2}) == std::vector<double>{0, 0});
  CHECK(alone.out_edges().rows == 2);
  CHECK(alone.in_edges().max_degree == 0);
}

TEST_CASE("counts are declared by the axis, by the call or by the largest id") {
  static constexpr tiga::axis three{"Three", 3}, two{"Two", 2};
  using fixed = tiga::graph<three, two>;
  CHECK(fixed::from_coo({0, 1}, {1, 0}).nodes() == 3);
  CHECK_THAT(error_of([] {
               fixed::from_coo({0, 1}, {1, 0}, 4);
             }),
             ContainsSubstring("Three") && ContainsSubstring("size 3") && ContainsSubstring("4 nodes"));
  CHECK_THAT(error_of([] { fixed::from_coo({0}, {1}); }),
             ContainsSubstring("axis Two is declared with size 2") && ContainsSubstring("1 edges"));
  CHECK_THAT(error_of([] { fixed::from_coo({0, 3}, {1, 0}); }), ContainsSubstring("edge 1 has the source 3"));
  const auto g = bipartite::from_coo({0, 4}, {1, 0});
  CHECK(g.sources() == 5);
  CHECK(g.destinations() == 2);
  CHECK_THAT(error_of([] { bipartite::from_coo({0, 4}, {1, 0}, 4, 2); }), ContainsSubstring("axis Src has 4 nodes"));
}

TEST_CASE("wrong pair lists are refused with edge and id") {
  CHECK_THAT(error_of([] { square::from_coo({0, 1, 2}, {1, 2}); }), ContainsSubstring("3 sources, but 2 destinations"));
  CHECK_THAT(error_of([] {
               square::from_coo({0, -7, 2}, {1, 2, 0});
             }),
             ContainsSubstring("edge 1 has the source -7") && ContainsSubstring("negative"));
  CHECK_THAT(error_of([] { square::from_coo({0, 1}, {0, 1}, -3); }), ContainsSubstring("-3"));
  const numbers far{std::int64_t(1) << 40}, near{0};
  CHECK_THAT(error_of([&] { square::from_coo(far, near); }), ContainsSubstring("too wide"));
  CHECK_THAT(error_of([&] { square::from_coo(numbers{INT64_MAX}, near); }), ContainsSubstring("too wide"));
}

namespace {

struct pairs {
  std::int64_t sources, destinations;
  numbers from, to;
};

// Ids crowd at the low end, so that there are hubs, duplicates and empty rows.
pairs random_pairs(std::uint64_t seed, std::int64_t sources, std::int64_t destinations, std::int64_t edges) {
  random_numbers next{seed};
  pairs p{sources, destinations, {}, {}};
  for (std::int64_t e = 0; e < edges; ++e) {
    p.from.push_back(next.below(next.below(4) ? sources : 1 + sources / 8));
    p.to.push_back(next.below(next.below(4) ? destinations : 1 + destinations / 64));
  }
  return p;
}

// Positions in row order, stably.
numbers sorted_by(const numbers& key) {
  numbers order(key.size());
  for (std::size_t e = 0; e < order.size(); ++e) order[e] = std::int64_t(e);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t a, std::int64_t b) { return key[std::size_t(a)] < key[std::size_t(b)]; });
  return order;
}

void check_against_sort(const pairs& p, const bipartite& g) {
  const tiga::csr& in = g.in_edges();
  const numbers order = sorted_by(p.to);
  bool same = in.rows == p.destinations && in.columns == p.sources && in.edges == std::int64_t(p.to.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto e = std::size_t(order[k]);
    same = same && in.edge_at(std::int64_t(k)) == order[k] && in.index_at(std::int64_t(k)) == p.from[e];
  }
  CHECK(same);
  const tiga::csr& out = g.out_edges();
  numbers from_in_order;
  for (const std::int64_t e : order) from_in_order.push_back(p.from[std::size_t(e)]);
  const numbers second = sorted_by(from_in_order);
  same = out.rows == p.sources && out.columns == p.destinations && out.edges == in.edges;
  for (std::size_t k = 0; k < second.size(); ++k) {
    const std::int64_t e = order[std::size_t(second[k])];
    same = same && out.edge_at(std::int64_t(k)) == e && out.index_at(std::int64_t(k)) == p.to[std::size_t(e)];
  }
  CHECK(same);
  CHECK(edges_of(in, true) == edges_of(out, false));
}

}  // namespace

TEST_CASE("both directions agree with a stable sort, at every size, width and number of threads") {
  struct sizes {
    std::int64_t sources, destinations, edges;
  };
  for (const sizes s : {sizes{1, 1, 1}, sizes{3, 5, 40}, sizes{5000, 7, 300}, sizes{900, 2000, 70000},
                        sizes{40000, 1, 140000}, sizes{3000, 100000, 200000}}) {
    const pairs p = random_pairs(std::uint64_t(s.edges), s.sources, s.destinations, s.edges);
    for (const bool wide : {false, true})
      for (const int threads : {1, 2, 3, 8}) {
        INFO(s.edges << " edges, wide " << wide << ", threads " << threads);
        tiga::runtime::set_threads(threads);
        const auto g = bipartite::from_coo(p.from, p.to, s.sources, s.destinations, {.wide_ids = wide});
        CHECK(g.in_edges().wide() == wide);
        CHECK(g.out_edges().wide() == wide);
        check_against_sort(p, g);
      }
  }
  tiga::runtime::set_threads(0);
}

TEST_CASE("destinations that ascend keep the user's order without edge numbers") {
  pairs p = random_pairs(5, 1000, 3000, 100000);
  std::sort(p.to.begin(), p.to.end());
  const auto g = bipartite::from_coo(p.from, p.to, 1000, 3000);
  CHECK(g.in_edges().in_edge_order());
  check_against_sort(p, g);
}

TEST_CASE("ids may be spans of 32- and 64-bit integers, mixed") {
  const pairs p = random_pairs(9, 50, 60, 500);
  const std::vector<std::int32_t> from(p.from.begin(), p.from.end()), to(p.to.begin(), p.to.end());
  const auto expected = edges_of(bipartite::from_coo(p.from, p.to));
  CHECK(edges_of(bipartite::from_coo(from, to)) == expected);
  CHECK(edges_of(bipartite::from_coo(std::span(from), std::span(p.to))) == expected);
  CHECK(edges_of(bipartite::from_coo(p.from, to, {.wide_ids = true})) == expected);
}

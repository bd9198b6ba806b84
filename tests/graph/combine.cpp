// Batches, self-loops, reversal, the cached transpose.
#include <thread>
#include <tiga/runtime/parallel.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

namespace {

square random_graph(std::uint64_t seed, std::int64_t nodes, std::int64_t edges, bool wide = false) {
  random_numbers next{seed};
  numbers from, to;
  for (std::int64_t e = 0; e < edges; ++e) {
    from.push_back(next.below(nodes));
    to.push_back(next.below(nodes));
  }
  return square::from_coo(from, to, nodes, {.wide_ids = wide});
}

}  // namespace

TEST_CASE("a batch holds its graphs one behind the other") {
  const std::vector<square> parts{random_graph(1, 5, 20), square::from_coo({}, {}, 3), random_graph(2, 1, 4),
                                  tiga::stencil<N, E>({4}, {{1}}), random_graph(3, 900, 70000)};
  std::vector<edge> expected;
  std::int64_t nodes = 0;
  for (const square& g : parts) {
    for (const auto& [from, to] : edges_of(g)) expected.emplace_back(from + nodes, to + nodes);
    nodes += g.nodes();
  }
  const square all = tiga::cat(parts);
  CHECK(all.nodes() == nodes);
  CHECK(edges_of(all) == expected);
  CHECK(edges_of(all.out_edges(), false) == expected);
  CHECK(tiga::cat(std::vector<square>{}).nodes() == 0);
  CHECK(tiga::cat({parts[3], parts[3]}).in_edges().in_edge_order());
  CHECK(tiga::cat({parts[0], random_graph(1, 5, 20, true)}).in_edges().wide());
  const auto two = tiga::cat({bipartite::from_coo({2}, {0}, 3, 1), bipartite::from_coo({0}, {1}, 1, 2)});
  CHECK(edges_of(two) == std::vector<edge>{{2, 0}, {3, 2}});
}

TEST_CASE("self-loops are added where they are missing, or everywhere (FB-26)") {
  const auto g = square::from_coo({0, 0, 1}, {0, 1, 0});
  const auto missing = add_missing_self_loops(g);
  CHECK(missing.edges() == 4);
  CHECK(edges_of(missing) == std::vector<edge>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  const auto all = add_self_loops(g);
  CHECK(edges_of(all) == std::vector<edge>{{0, 0}, {0, 1}, {1, 0}, {0, 0}, {1, 1}});
  CHECK(edges_of(add_missing_self_loops(missing)) == edges_of(missing));
  CHECK(add_self_loops(square()).edges() == 0);
}

TEST_CASE("self-loops of a random graph follow its edges in the order of the nodes") {
  for (const bool wide : {false, true}) {
    const auto g = random_graph(4, 6000, 50000, wide);
    auto expected = edges_of(g);
    std::vector<bool> has(6000, false);
    for (const auto& [from, to] : expected)
      if (from == to) has[std::size_t(from)] = true;
    for (std::int64_t i = 0; i < 6000; ++i)
      if (!has[std::size_t(i)]) expected.emplace_back(i, i);
    CHECK(edges_of(add_missing_self_loops(g)) == expected);
    CHECK(edges_of(add_missing_self_loops(g).out_edges(), false) == expected);
    CHECK(add_self_loops(g).edges() == 56000);
    CHECK(add_self_loops(g).in_edges().wide() == wide);
  }
}

TEST_CASE("a reversed graph turns every edge and keeps its number") {
  const auto g = bipartite::from_coo({3, 0, 3, 1}, {1, 1, 0, 1}, 4, 2);
  const tiga::graph<Dst, Src, E> r = reverse(g);
  CHECK(r.sources() == 2);
  CHECK(r.destinations() == 4);
  CHECK(edges_of(r) == std::vector<edge>{{1, 3}, {1, 0}, {0, 3}, {1, 1}});
  CHECK(edges_of(reverse(r)) == edges_of(g));
  CHECK(&r.out_edges() == &g.in_edges());
  CHECK(reverse(square()).edges() == 0);
}

TEST_CASE("threads that ask for the transpose at once get the same one") {
  for (int round = 0; round < 20; ++round) {
    const auto g = random_graph(std::uint64_t(round), 500, 40000);
    std::vector<const tiga::csr*> got(4);
    std::vector<std::thread> threads;
    for (auto& c : got) threads.emplace_back([&c, g] { c = &g.out_edges(); });
    for (std::thread& t : threads) t.join();
    for (const tiga::csr* c : got) CHECK(c == got[0]);
    CHECK(edges_of(g.out_edges(), false) == edges_of(g));
  }
}

// Algorithms as reducers: a step of breadth-first search or of shortest paths is a message-passing program over
// (min, +) instead of (+, *); the reducer that keeps the best of two candidates whole remembers the way, too.
// Everything is checked against known results.
//
//   32_bfs_sssp_pagerank [DIRECTORY]
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <tiga/tiga.hpp>
#include <vector>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"};
inline constexpr field<"distance"> distance_of;  // from the start: a number a node
inline constexpr field<"node"> node_number;
inline constexpr field<"length"> length;  // a number an edge
inline constexpr field<"rank"> share;
inline constexpr parameter<"damping"> damping;
inline constexpr parameter<"lost"> lost;  // the rank of nodes without outgoing edges
inline constexpr parameter<"nodes"> nodes;
constexpr double unreached = std::numeric_limits<double>::infinity();

// (min, +): messages are a distance and a step, the best of all wins.
struct min_plus : reducer<"min_plus"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return unreached; }
  static constexpr auto lift(auto d, auto step) { return d + step; }
  static constexpr auto combine(auto l, auto r) { return min(l, r); }
};
struct next_level : message_passing<next_level> {
  static constexpr auto reducer = min_plus{};
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return reducer(src[distance_of], 1.0); }
  static constexpr auto node(auto dst, auto best) { return min(dst[distance_of], best); }
};

// Bellman and Ford: the shortest way into a node, and the node before it. One of two states is kept whole.
struct shortest : reducer<"shortest"> {
  static constexpr bool associative = true;
  static constexpr auto identity() { return state(unreached, -1); }
  static constexpr auto combine(auto l, auto r) {
    auto right = r[_0] < l[_0];
    return state(where(right, r[_0], l[_0]), where(right, r[_1], l[_1]));
  }
};
inline constexpr field<"before"> before;
struct relax : message_passing<relax> {
  static constexpr auto reducer = shortest{};
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) {
    return reducer(src[distance_of] + edge[length], src[node_number]);
  }
  static constexpr auto node(auto dst, auto best) {
    auto better = best[_0] < dst[distance_of];
    return outputs(where(better, best[_0], dst[distance_of]), where(better, best[_1], dst[before]));
  }
};

// rank' = (1 - d) / n + d (sum of rank / outgoing edges + what nodes without outgoing edges give to all).
struct page_rank : message_passing<page_rank> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[share] / src[degree]; }
  static constexpr auto node(auto /*dst*/, auto heard) {
    return (1 - damping) / nodes + damping * (heard + lost / nodes);
  }
};

using network = graph<N, E>;
using numbers = tensor<double, m<N>>;

numbers all_nodes(std::int64_t count, double value) {
  auto t = zeros<double, m<N>>(count);
  for (double& one : t.mutable_span()) one = value;
  return t;
}
bool equal(const numbers& one, const numbers& other) {
  for (std::int64_t i = 0; i < one.size(); ++i)
    if (one(i) != other(i)) return false;
  return true;
}
numbers levels(const network& g, std::int64_t start) {
  numbers d = all_nodes(g.nodes(), unreached);
  d.mutable_span()[std::size_t(start)] = 0;
  for (;;) {
    const numbers next = next_level{}(g, ndata(distance_of = d));
    if (equal(next, d)) return d;
    d = next;
  }
}
struct ways {
  numbers distance;
  tensor<std::int32_t, m<N>> before;
};
ways shortest_ways(const network& g, const tensor<double, m<E>>& lengths, std::int64_t start) {
  ways w{all_nodes(g.nodes(), unreached), zeros<std::int32_t, m<N>>(g.nodes())};
  auto number = zeros<std::int32_t, m<N>>(g.nodes());
  for (std::int64_t i = 0; i < g.nodes(); ++i) {
    number.mutable_span()[std::size_t(i)] = std::int32_t(i);
    w.before.mutable_span()[std::size_t(i)] = -1;
  }
  w.distance.mutable_span()[std::size_t(start)] = 0;
  for (;;) {
    const auto [distance, from_node] = relax{}(g, src(node_number = number), ndata(distance_of = w.distance),
                                               dst(before = w.before), edge(length = lengths));
    if (equal(distance, w.distance)) return w;
    w = {distance, from_node};
  }
}
numbers ranks(const network& g, int iterations) {
  const double n = double(g.nodes());
  const auto outgoing = out_degrees<double>(g);
  numbers r = all_nodes(g.nodes(), 1 / n);
  for (int k = 0; k < iterations; ++k) {
    double without = 0;
    for (std::int64_t i = 0; i < g.nodes(); ++i)
      if (outgoing(i) == 0) without += r(i);
    r = page_rank{}(g, src(share = r), damping = 0.85, lost = without, nodes = n);
  }
  return r;
}

// Lines `vertex value`, vertices from 1. Unreachable is the largest 64-bit number, or Infinity.
int check(const std::string& path, const numbers& got, const char* what) {
  std::ifstream file(path);
  if (!file) fail(path + ": cannot open it");
  double worst = 0;
  std::int64_t vertex = 0;
  for (std::string value; file >> vertex >> value;) {
    if (vertex < 1 || vertex > got.size()) fail(fmt::format("{}: there is no vertex {}", path, vertex));
    double wanted = std::stod(value);
    if (wanted > 1e18 || wanted < 0) wanted = unreached;
    const double is = got(vertex - 1);
    worst = std::max(worst, is == wanted ? 0 : std::abs(is - wanted));
  }
  fmt::print("{}: {} vertices, off by at most {:.0e}\n", what, got.size(), worst);
  return worst < 1e-9 ? 0 : 1;
}

int main(int argc, char** argv) try {
  const std::string directory = argc > 1 ? argv[1] : "examples/data/graphs";
  // In these files edges run from row to column; tiga reads rows as destinations.
  const auto entries = read_mtx(directory + "/directed.mtx");
  const network directed = reverse(network::from_mtx(entries));
  const network karate = reverse(network::from_mtx(directory + "/karate.mtx"));

  int wrong = check(directory + "/directed-BFS", levels(directed, 0), "breadth-first search, directed");
  wrong += check(directory + "/karate-BFS", levels(karate, 0), "breadth-first search, karate club");
  const ways w = shortest_ways(directed, edge_values<double, E>(entries), 0);
  wrong += check(directory + "/directed-SSSP", w.distance, "shortest paths, directed");
  std::string way = "8";
  for (std::int64_t node = 7; w.before(node) >= 0; node = w.before(node))
    way = fmt::format("{} -> ", w.before(node) + 1) + way;
  fmt::print("the way to vertex 8: {}, length {:.2f}\n", way, w.distance(7));
  wrong += check(directory + "/directed-PR", ranks(directed, 2), "PageRank, directed, 2 iterations");
  wrong += check(directory + "/karate-PR", ranks(karate, 100), "PageRank, karate club, 100 iterations");
  return wrong;
} catch (const tiga::error& e) {
  fmt::print(stderr, "32_bfs_sssp_pagerank: {}\n", e.what());
  return 1;
}

// Reducers: all that tiga has, over the edges into each node of one small graph. Node 4 has no edges: each reducer says
// what an empty row is.
//
//   30_reducers [--svg FILE]
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <string>
#include <tiga/tiga.hpp>
#include <vector>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"};
inline constexpr field<"x"> x;          // a number a node
inline constexpr field<"score"> score;  // a number an edge

// The message is the number at the source; the reducer is what the table varies.
template <class Reducer>
struct over_edges : message_passing<over_edges<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};
// A reducer of two messages gets both by a call.
struct attention : message_passing<attention> {
  static constexpr auto reducer = online_softmax();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return reducer(edge[score], src[x]); }
};
// Several reductions in one pass over the edges; `node` sees each by its number.
struct summary : message_passing<summary> {
  static constexpr auto reducer = all_of(count(), min(), max());
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
  static constexpr auto node(auto /*dst*/, auto all) { return outputs(all[_0], all[_2] - all[_1]); }
};

const std::vector<int> from_node = {1, 2, 3, 0, 2, 0, 1, 3, 0}, to_node = {0, 0, 0, 1, 1, 2, 2, 2, 3};

void draw(const std::string& path, const tensor<float, m<N>>& values) {
  std::ofstream out(path);
  const auto at = [](int node) {
    const double turn = 2 * 3.14159265358979 * node / 5 - 1.5707963;
    return std::pair{200 + 140 * std::cos(turn), 200 + 140 * std::sin(turn)};
  };
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\" font-family=\"sans-serif\">\n"
         "<defs><marker id=\"tip\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"3\" orient=\"auto\">"
         "<path d=\"M0,0 L7,3 L0,6 z\" fill=\"#555\"/></marker></defs>\n";
  for (std::size_t e = 0; e < from_node.size(); ++e) {
    const auto [x1, y1] = at(from_node[e]);
    const auto [x2, y2] = at(to_node[e]);
    const double length = std::hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    // two edges between a pair keep to their sides
    out << fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#555\" marker-end=\"url(#tip)\"/>\n",
        x1 + 26 * ux - 5 * uy, y1 + 26 * uy + 5 * ux, x2 - 28 * ux - 5 * uy, y2 - 28 * uy + 5 * ux);
  }
  for (int node = 0; node < 5; ++node) {
    const auto [cx, cy] = at(node);
    out << fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"24\" fill=\"#dbe9f6\" stroke=\"#2b5c8a\"/>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"13\">{}: {}</text>\n",
        cx, cy, cx, cy + 5, node, values(node));
  }
  out << "</svg>\n";
  if (!out.flush()) fail(path + ": cannot write it");
}

int main(int argc, char** argv) try {
  const auto g = graph<N, E>::from_coo(from_node, to_node, 5);
  const tensor<float, m<N>> values = from({1, 2, 2, -3, 7});
  const tensor<float, m<E>> scores = from({0, 0, 1000, 0, -1, 0, 0, 0, 5});

  fmt::print("{:16} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "reducer", "node 0", "node 1", "node 2", "node 3", "node 4");
  const auto row = [](const char* name, const auto& result) {
    fmt::print("{:16}", name);
    for (int node = 0; node < 5; ++node)
      fmt::print(" {:>9}", std::isnan(double(result(node))) ? "nan" : fmt::format("{:.4g}", double(result(node))));
    fmt::print("\n");
  };
  const auto reduce = [&]<class Reducer>(const char* name, Reducer) {
    row(name, over_edges<Reducer>{}(g, src(x = values)));
  };
  reduce("sum", sum());
  reduce("mean", mean());
  reduce("prod", prod());
  reduce("max", max());
  reduce("min", min());
  reduce("argmax", argmax());
  reduce("argmin", argmin());
  reduce("count", count());
  reduce("var", var());
  reduce("stddev", stddev());
  reduce("logsumexp", logsumexp());
  reduce("any", any());
  reduce("all", all());
  row("online_softmax", attention{}(g, src(x = values), edge(score = scores)));

  const auto [edges, spread] = summary{}(g, src(x = values));
  row("max - min", spread);
  fmt::print("edges into node 0: {}\n", edges(0));

  // Ties share the gradient: node 0 hears 2 from nodes 1 and 2.
  const auto tracked_values = track(values);
  const auto first = tensor<float, m<N>>(from({1, 0, 0, 0, 0}));
  const auto gradient = grad(sum(over_edges<decltype(max())>{}(g, src(x = tracked_values)) * first), tracked_values);
  fmt::print("gradient of node 0's max: [{}, {}, {}, {}, {}]\n", gradient(0), gradient(1), gradient(2), gradient(3),
             gradient(4));
  if (argc == 3 && std::string(argv[1]) == "--svg") draw(argv[2], values);
} catch (const tiga::error& e) {
  fmt::print(stderr, "30_reducers: {}\n", e.what());
  return 1;
}

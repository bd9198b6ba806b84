// Message passing: what flows along an edge, how a node folds what arrives, what it makes of the result. The program
// is captured while this file compiles: it is checked, differentiated, and becomes one kernel over the rows of a graph.
#include <tiga/format.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"};  // nodes and edges of a graph
inline constexpr axis F{"F", 2};       // numbers at each node

// The names under which a program finds its tensors and numbers.
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;
inline constexpr parameter<"dt"> dt;

struct weighted_sum : message_passing<weighted_sum> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
  static constexpr auto node(auto dst, auto aggregate) { return dst[x] + dt * aggregate; }  // optional
};

int main() {
  // 0 -> 1, 0 -> 2, 1 -> 2, 2 -> 0; a file is read with graph<N, E>::from_mtx("cora.mtx").
  const auto g = graph<N, E>::from_coo({0, 0, 1, 2}, {1, 2, 2, 0});
  const tensor<float, m<N, F>> numbers = from({{1, 2}, {3, 4}, {5, 6}});
  const tensor<float, m<E>> strengths = from({1, 2, 3, 4});  // one per edge, in the order of the edges above

  // Tracked tensors remember what is made of them.
  const auto features = track(numbers);
  const auto weights = track(strengths);
  const auto out = weighted_sum{}(g, ndata(x = features), edge(w = weights), dt = 0.1f);  // tensor<float, m<N, F>>
  fmt::print("out = {}\n", out.value());
  // Node 2, by hand: 5 + 0.1 * (2 * 1 + 3 * 3) = 6.1.

  // The gradient of the sum of all results: exact, and generated at compile time from the same program.
  const auto [dx, dw] = grad(sum(out), features, weights);
  fmt::print("\nd sum / d features = {}\n", dx);
  // Node 0 counts for itself and, along its two edges out, 0.1 * 1 and 0.1 * 2: 1.3 in all.
  fmt::print("\nd sum / d weights = {}\n", dw);

  // A lambda without captures is a program too. Its fields need not be tracked: then no gradient is compiled.
  const auto largest = program(max(), [](auto src, auto, auto edge) { return edge[w] * src[x]; });
  fmt::print("\nlargest message of each node = {}\n", largest(g, src(x = numbers), edge(w = strengths)));

  // And without a reducer there is one result per edge.
  const auto difference =
      apply_edges([](auto src, auto dst, auto) { return abs(src[x] - dst[x]); }, g, ndata(x = numbers));
  fmt::print("\nalong each edge = {}\n", difference);

  // What was captured, and what will run.
  const weighted_sum ws;
  fmt::print("\n{}", ws.ir(g, ndata(x = numbers), edge(w = strengths), dt = 0.1f));
  fmt::print("\n{}", ws.explain(g, ndata(x = numbers), edge(w = strengths), dt = 0.1f));
}

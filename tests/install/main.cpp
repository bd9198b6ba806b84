// What an outside project does: a program over a graph, its gradient, and a result it can check.
#include <cstdio>
#include <tiga/tiga.hpp>
#include <vector>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct weighted_sum : message_passing<weighted_sum> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * src[x]; }
};

int main() {
  // a ring of 1000 nodes: every node hears from the one before it
  constexpr int nodes = 1000;
  std::vector<int> from(nodes), to(nodes);
  for (int i = 0; i < nodes; ++i) from[std::size_t(i)] = i, to[std::size_t(i)] = (i + 1) % nodes;
  const auto ring = graph<N, E>::from_coo(from, to);
  const auto features = track(full<float, m<N, F>>(2.f, nodes));
  const auto weights = track(full<float, m<E>>(3.f, nodes));
  const auto out = weighted_sum{}(ring, ndata(x = features), edge(w = weights));
  const auto [dx, dw] = grad(sum(out), features, weights);
  std::printf("out %g, dx %g, dw %g\n", double(out.value()(0, 0)), double(dx(0, 0)), double(dw(0)));
  return out.value()(0, 0) == 6.f && dx(0, 0) == 3.f && dw(0) == 16.f ? 0 : 1;
}

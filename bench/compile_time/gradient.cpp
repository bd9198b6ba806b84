// The same program with its gradient: what it costs to compile is measured by compile_time.py.
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 64};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct weighted_sum : message_passing<weighted_sum> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
};

tensor<float, m<E>> slope(const graph<N, E>& g, const tensor<float, m<N, F>>& features,
                          const tensor<float, m<E>>& weights) {
  const auto f = track(features);
  const auto v = track(weights);
  auto [dx, dw] = grad(sum(weighted_sum{}(g, src(x = f), edge(w = v))), f, v);
  return dw;
}

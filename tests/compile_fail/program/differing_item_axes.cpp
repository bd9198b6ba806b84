// error: src[x] * edge[w]: item axes [F] and [H] differ
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct scales : message_passing<scales> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto edge) { return src[x] * edge[w]; }
};
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features, const tensor<float, m<E, H>>& weights) {
  return scales{}(g, src(x = features), edge(w = weights));
}

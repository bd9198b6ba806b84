// error: src[w]: no such field; bound to src: x
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct reads_weights : message_passing<reads_weights> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[w] * src[x]; }
};
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features, const tensor<float, m<E>>& weights) {
  return reads_weights{}(g, src(x = features), edge(w = weights));
}

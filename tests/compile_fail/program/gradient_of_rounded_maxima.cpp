// error: the gradient of max and min needs exact messages, but these are computed and rounded to f16; cast<float>
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct best : message_passing<best> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto src, auto, auto edge) { return src[x] * edge[w]; }
};
auto run(const graph<N, E>& g, const tracked<f16, m<N, F>>& features, const tensor<f16, m<E>>& weights) {
  return best{}(g, src(x = features), edge(w = weights));
}

// error: edge: the outputs have item axes [F] and [H]; several outputs share their item axes or have none
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct two : message_passing<two> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto edge) { return outputs(src[x], edge[w]); }
};
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features, const tensor<float, m<E, H>>& weights) {
  return two{}(g, src(x = features), edge(w = weights));
}

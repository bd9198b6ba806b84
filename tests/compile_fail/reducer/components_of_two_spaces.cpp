// error: the components of the reducer have item axes [F] and [H]; they share their item axes or have none
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

struct P : message_passing<P> {
  static constexpr auto reducer = online_softmax();
  static constexpr auto edge(auto src, auto, auto) { return reducer(src[x], src[y]); }
};
auto go(const graph<N, E>& g, const rows& X, const tensor<float, m<N, H>>& Y) { return P{}(g, src(x = X, y = Y)); }

// error: sum takes one message, not 2
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

struct P : message_passing<P> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto, auto) { return reducer(src[x], src[x]); }
};
auto go(const graph<N, E>& g, const rows& X) { return P{}(g, src(x = X)); }

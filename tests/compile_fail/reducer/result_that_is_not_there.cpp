// error: aggregate[_2]: the reduction has 2 results
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

struct P : message_passing<P> {
  static constexpr auto reducer = all_of(sum(), max());
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
  static constexpr auto node(auto, auto a) { return a[_0] + a[_2]; }
};
auto go(const graph<N, E>& g, const rows& X) { return P{}(g, src(x = X)); }

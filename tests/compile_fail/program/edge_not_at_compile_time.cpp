// error: edge or node does not run at compile time: they, and all functions that they call, must be constexpr
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

inline auto twice(auto v) {
  static int n = 0;
  ++n;
  return v + v;
}
struct P : message_passing<P> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto, auto) { return twice(src[x]); }
};
auto go(const graph<N, E>& g, const mat& X) { return P{}(g, src(x = X)); }

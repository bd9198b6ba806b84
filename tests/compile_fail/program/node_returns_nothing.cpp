// error: node returns nothing: its result is what it returns, return ...;
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

struct P : message_passing<P> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
  static constexpr auto node(auto, auto a) { a * 2; }
};
auto go(const graph<N, E>& g, const mat& X) { return P{}(g, src(x = X)); }

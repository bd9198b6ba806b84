// error: a program is called with a graph, and then the bindings: P{}(g, src(x = t))
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

struct P : message_passing<P> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
auto go(const mat& X) { return P{}(src(x = X)); }

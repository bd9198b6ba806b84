// error: p = ...: a tensor or a number is bound, not an array
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
inline constexpr parameter<"p"> p;
using mat = tensor<float, m<N, F>>;

struct P : message_passing<P> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x] * p; }
};
auto go(const graph<N, E>& g, const mat& X) { return P{}(g, src(x = X), p = "a"); }

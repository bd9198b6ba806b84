// error: state[w]: no component of the state has this name
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

struct R : reducer<"r"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(x = 0.f, y = 0.f); }
  static constexpr auto lift(auto v) { return state(x = v, y = v); }
  static constexpr auto combine(auto l, auto r) { return state(x = l[x] + r[x], y = l[y] + r[w]); }
};
struct P : message_passing<P> {
  static constexpr auto reducer = R{};
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
auto go(const graph<N, E>& g, const rows& X) { return P{}(g, src(x = X)); }

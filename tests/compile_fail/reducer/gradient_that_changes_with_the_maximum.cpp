// error: the results of this reducer change with the maximum that its weights are taken from; it has no gradient:
// finalize gives quotients, or the maximum + log(sum)
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

struct R : reducer<"r"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(-std::numeric_limits<float>::infinity(), 0.f); }
  static constexpr auto lift(auto v) { return state(v, 1.f); }
  static constexpr auto combine(auto l, auto r) {
    auto top = max(l[_0], r[_0]);
    return state(top, l[_1] * exp(l[_0] - top) + r[_1] * exp(r[_0] - top));
  }
  static constexpr auto finalize(auto s) { return s[_1]; }
};
struct P : message_passing<P> {
  static constexpr auto reducer = R{};
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
auto go(const graph<N, E>& g, const tracked<float, m<N, F>>& X) { return grad(sum(P{}(g, src(x = X))), X); }

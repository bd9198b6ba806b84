// error: a parameter in combine of a reducer that is folded as it is written has no gradient
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

inline constexpr parameter<"decay"> decay;
struct R : reducer<"r"> {
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return l * decay + r; }
};
struct P : message_passing<P> {
  static constexpr auto reducer = R{};
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
auto go(const graph<N, E>& g, const tracked<float, m<N, F>>& X) {
  return grad(sum(P{}(g, src(x = X), decay = 0.5f)), X);
}

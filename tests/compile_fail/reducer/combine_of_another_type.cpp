// error: combine gives f64 for component 0, whose state is f32
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

struct R : reducer<"r"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return cast<double>(l) * 2 + r; }
};
struct P : message_passing<P> {
  static constexpr auto reducer = R{};
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
auto go(const graph<N, E>& g, const rows& X) { return P{}(g, src(x = X)); }

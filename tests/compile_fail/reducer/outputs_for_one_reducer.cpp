// error: edge: outputs(...) are reduced alike by sum, mean, max, min and prod; this reducer takes its messages as
// return reducer(a, b);
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

struct P : message_passing<P> {
  static constexpr auto reducer = var();
  static constexpr auto edge(auto src, auto, auto) { return outputs(src[x], src[x]); }
};
auto go(const graph<N, E>& g, const rows& X) { return P{}(g, src(x = X)); }

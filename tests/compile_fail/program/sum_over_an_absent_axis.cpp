// error: sum<H>(src[x]): its item axes are [F]
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct sums : message_passing<sums> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return tiga::sum<H>(src[x]); }
};
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features) { return sums{}(g, src(x = features)); }

// error: node takes two arguments: node(auto dst, auto aggregate)
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct gathers : message_passing<gathers> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
  static constexpr auto node(auto, auto, auto aggregate) { return aggregate; }
};
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features) { return gathers{}(g, src(x = features)); }

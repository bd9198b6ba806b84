// error: parameter x is bound to a tensor of rank 2; a parameter is a scalar
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct gathers : message_passing<gathers> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
inline constexpr parameter<"x"> loose_x;
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features) { return gathers{}(g, loose_x = features); }

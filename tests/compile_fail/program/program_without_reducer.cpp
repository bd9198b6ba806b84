// error: a message-passing program needs: static constexpr auto reducer = sum();
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct gathers : message_passing<gathers> {
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features) { return gathers{}(g, src(x = features)); }

// error: parameter dt is not bound at the call; write dt = value
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

inline constexpr parameter<"dt"> dt;
struct scales : message_passing<scales> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return dt * src[x]; }
};
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features) { return scales{}(g, src(x = features)); }

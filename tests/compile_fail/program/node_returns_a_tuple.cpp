// error: node must return a value made of fields, several as outputs(a, b), not something else
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

struct P : message_passing<P> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
  static constexpr auto node(auto, auto a) { return std::tuple(a, a); }
};
auto go(const graph<N, E>& g, const mat& X) { return P{}(g, src(x = X)); }

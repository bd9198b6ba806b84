// error: a lambda that captures cannot be compiled into a kernel; bind values as parameters
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features, float scale) {
  return apply_edges([scale](auto src, auto, auto) { return scale * src[x]; }, g, src(x = features));
}

// error: a lambda that captures cannot be compiled into a kernel; bind values as parameters
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

auto run(float scale) {
  return program(tiga::sum(), [scale](auto src, auto, auto) { return scale * src[x]; });
}

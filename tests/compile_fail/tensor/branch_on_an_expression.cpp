// error: if needs a plain bool, but this is an expression over [N, F]
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

auto go(const mat& X) {
  if (X > 0) return 1;
  return 0;
}

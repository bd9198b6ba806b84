// error: A / 7: 7 does not divide 512
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512}, R{"R", 4};
// The first mistake is reported, not what became of it.
using slices = m<R, pad(join(R, A / 7) % 2, 16) / 4>;

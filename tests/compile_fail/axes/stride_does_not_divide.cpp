// error: A / 7: 7 does not divide 512
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512}, R{"R", 4};
using slices = m<A / 7, R>;

// error: A / 0: 0 is not a size, the smallest is 1
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512};
using nothing = m<A / 0>;

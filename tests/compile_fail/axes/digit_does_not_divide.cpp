// error: A / 8 % 6: 6 does not divide 64
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512};
using digit_of_a = m<A / 8 % 6>;

// error: axis Z: 0 is not a size, the smallest is 1
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis Z{"Z", 0};
using empty = m<Z>;

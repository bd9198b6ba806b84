// error: A = 900: resizing to 900 exceeds the size 512
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512};
using overrun = m<resize(A, 900)>;

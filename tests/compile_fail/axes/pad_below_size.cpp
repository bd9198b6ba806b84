// error: A # 8: padding to 8 is below the size 512
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512};
using truncated = m<pad(A, 8)>;

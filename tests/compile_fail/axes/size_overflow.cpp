// error: [A # 1099511627776, B # 1099511627776]: the size does not fit in 63 bits
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512}, B{"B", 2};
using huge = m<pad(A, 1ll << 40), pad(B, 1ll << 40)>;

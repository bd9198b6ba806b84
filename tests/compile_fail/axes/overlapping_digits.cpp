// error: [A, A / 2]: same digit twice, A and A / 2 overlap
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512};
using doubled = m<A, A / 2>;

// error: [A, B] / 2: composite
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 2}, B{"B", 3};
using half = m<join(A, B) / 2>;

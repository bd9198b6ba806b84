// error: axis A has size 512 here and 256 there
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512}, B{"B", 2};
namespace elsewhere {
inline constexpr axis A{"A", 256};
}
using both = m<A, B, elsewhere::A>;

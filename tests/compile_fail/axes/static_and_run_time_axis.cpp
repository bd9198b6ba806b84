// error: axis N has a run-time size here and size 8 there
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis N{"N"};
namespace elsewhere {
inline constexpr axis N{"N", 8};
}
using both = m<N, elsewhere::N>;

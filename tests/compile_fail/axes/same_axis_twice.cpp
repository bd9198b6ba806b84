// error: [N, F, N]: same digit twice, N and N overlap
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64};
using square = m<N, F, N>;

// error: N # 16: the size is known at run time only
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis N{"N"};
using padded_nodes = m<pad(N, 16)>;

// error: N / 4: the size is known at run time only
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, R{"R", 4};
using blocks = m<N / 4, R>;

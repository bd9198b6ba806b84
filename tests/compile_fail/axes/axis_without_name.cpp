// error: an axis needs a name
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis nameless{"", 64};
using rows = m<nameless>;

// error: \"m![W, Q # 4]\", place 7: no axis of this name
#include <tiga/axes/parse.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using layout = mapping_of<"m![W, Q # 4]", W, R>;
layout x;

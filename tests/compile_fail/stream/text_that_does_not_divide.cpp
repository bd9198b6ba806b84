// error: W / 7: 7 does not divide 64
#include <tiga/axes/parse.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using layout = mapping_of<"W / 7, R", W, R>;
layout x;

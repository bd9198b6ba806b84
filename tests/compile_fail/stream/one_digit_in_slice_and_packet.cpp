// error: stream: [W, R, R]: same digit twice, R and R overlap
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
stream<float, m<>, m<>, m<W, R>, m<>, m<R>> x;

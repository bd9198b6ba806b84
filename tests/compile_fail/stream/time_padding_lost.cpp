// error: Time [S # 4, V] -> OutTime [S]: what stays keeps its padding, expected OutTime [S # 4]
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R>, m<pad(S, 4), V>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, V>, m<S>>(ops::add).vector_final(); }

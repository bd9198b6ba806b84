// error: Slice [W, R] -> OutSlice [W, X]: X is neither a digit of Slice nor of Time (it is in Packet);
// error: a freed place holds 1 # n, a new axis or a digit of Time
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
inline constexpr axis X{"X", 4};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<X>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, X>, m<S, V, U>>(ops::add).vector_final(); }

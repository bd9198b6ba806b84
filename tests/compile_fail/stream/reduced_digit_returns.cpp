// error: Slice [W, R / 2] -> OutSlice [W, R % 2]:
// error: R % 2 is neither a digit of Slice nor of Time (it is in Slice);
// error: all_reduce gives a result back over the reduced axis
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R / 2>, m<S>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, R % 2>, m<S>>(ops::add).vector_final(); }

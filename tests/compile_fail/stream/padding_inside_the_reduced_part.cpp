// error: Slice [W, R, 1 # 2] -> OutSlice [W, 1 # 8]: the reduced factors must start at the innermost place,
// error: but 2 places of padding lie inside R (reduced); move the padding outside
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R, dummy(2)>, m<>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, dummy(8)>, m<>>(ops::add).vector_final(); }

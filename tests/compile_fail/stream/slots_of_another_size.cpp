// error: Slice [W, R] -> OutSlice [W, 1 # 2]: Slice size 256, OutSlice size 128
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, dummy(2)>, m<S, V, U>>(ops::add).vector_final(); }

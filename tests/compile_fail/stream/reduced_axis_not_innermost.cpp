// error: Slice [R, W] -> OutSlice [1 # 4, W]: the reduced factors must be innermost,
// error: but W (kept) lies inside R (reduced); put R last in Slice
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<R, W>, m<S, V, U>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<dummy(4), W>, m<S, V, U>>(ops::add).vector_final(); }

// error: Slice [W, R] -> OutSlice [1 # 64, R]: the reduced factors must be innermost,
// error: but R (kept) lies inside W (reduced); put W last in Slice
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) { return x.vector_init().all_reduce<W>(ops::add); }

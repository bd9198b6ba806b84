// error: Slice [S, R] -> OutSlice [1 # 4, S]: what lies outside the reduced factors must stay,
// error: but [S] became [1 # 2]
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<S, R>, m<>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<dummy(4), S>, m<>>(ops::add).vector_final(); }

// error: inter_slice_reduce: booleans have no sum and no product; write ops::max (any) or ops::min (all)
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<bool, m<>, m<>, m<W, R>, m<>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, dummy(4)>, m<>>(ops::add).vector_final(); }

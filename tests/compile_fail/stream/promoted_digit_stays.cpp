// error: Slice [W, R] -> OutSlice [W, V]: OutSlice has V and OutTime has V: one digit stands in one place
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R>, m<V>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, V>, m<V>>(ops::add).vector_final(); }

// error: Slice [W, K # 4] -> OutSlice [W, T]: K (reduced) is padded while T is promoted;
// error: this target does one or the other
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, P{"P", 8}, Q{"Q", 4}, B{"B", 2};
inline constexpr axis K{"K", 3}, T{"T", 4};
using in = stream<float, m<>, m<>, m<W, pad(K, 4)>, m<T>, m<P>>;
auto go(const in& x) { return x.vector_init<strict_rngd>().inter_slice_reduce<m<W, T>, m<>>(ops::add); }

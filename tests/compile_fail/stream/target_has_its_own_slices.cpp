// error: Slice [B, R] -> OutSlice [B, 1 # 4]: 8 slices; this target has 64, 128 or 256
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, P{"P", 8}, Q{"Q", 4}, B{"B", 2};
using in = stream<float, m<>, m<>, m<B, R>, m<>, m<P>>;
auto go(const in& x) { return x.vector_init<strict_rngd>().reduce<R>(ops::add); }

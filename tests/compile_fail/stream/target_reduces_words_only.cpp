// error: inter_slice_reduce: this target reduces i32 and f32, not bf16; write map(cast<...>) first
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, P{"P", 8}, Q{"Q", 4}, B{"B", 2};
using in = stream<bf16, m<>, m<>, m<W, R>, m<>, m<P>>;
auto go(const in& x) { return x.vector_init<strict_rngd>().reduce<R>(ops::add); }

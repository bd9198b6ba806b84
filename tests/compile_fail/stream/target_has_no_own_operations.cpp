// error: inter_slice_reduce: this target has its own operations only: add, max, min,
// error: add_sat of i32 and mul of f32
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, P{"P", 8}, Q{"Q", 4}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R>, m<>, m<P>>;
auto go(const in& x) {
  return x.vector_init<strict_rngd>().reduce<R>(ops::fold(0.0f, [](float a, float b) { return a + b; }));
}

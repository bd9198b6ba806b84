// error: inter_slice_reduce: ops::fold has no gradient; ops::add, mul, max and min have,
// error: and detach(...) drops the history
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = tracked_stream<float, m<>, m<>, m<W, R>, m<>, m<P>>;
auto go(const in& x) {
  return x.vector_init().reduce<R>(ops::fold(0.0f, [](float a, float b) { return a + b; })).vector_final();
}

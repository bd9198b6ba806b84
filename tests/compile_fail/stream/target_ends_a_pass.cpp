// error: map: on this target a reduction that follows other stages ends the pass;
// error: vector_final() and vector_init() begin another
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, P{"P", 8}, Q{"Q", 4}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R>, m<>, m<P>>;
auto twice(const in& x) {
  const auto f = [](auto a) { return a + a; };
  return x.vector_init<strict_rngd>().map(f).reduce<R>(ops::add).map(f);
}

// error: Slice [W, R] -> OutSlice [W, 4]: 4 takes the place of what is reduced; a freed place holds 1 # n,
// error: a new axis or a digit of Time
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) {
  return x.vector_init().inter_slice_reduce<m<W, copies(4)>, m<S, V, U>>(ops::add).vector_final();
}

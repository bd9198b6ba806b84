// error: inter_slice_reduce: add_sat is for integers, not f32; write ops::add
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) {
  return x.vector_init().inter_slice_reduce<m<W, dummy(4)>, m<S, V, U>>(ops::add_sat).vector_final();
}

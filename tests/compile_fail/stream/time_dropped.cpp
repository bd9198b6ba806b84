// error: Time [S, V, U] -> OutTime [S, U]: V of Time is neither kept nor promoted: keep it in OutTime,
// error: put it in OutSlice, or remove it by an intra-slice reduction
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, dummy(4)>, m<S, U>>(ops::add).vector_final(); }

// error: Time [S] -> OutTime [S, X]: X is a new axis; only OutSlice may gain axes, put it there
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
inline constexpr axis X{"X", 4};
using in = stream<float, m<>, m<>, m<W, R>, m<S>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, dummy(4)>, m<S, X>>(ops::add).vector_final(); }

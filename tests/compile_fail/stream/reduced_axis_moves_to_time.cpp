// error: Time [S] -> OutTime [S, R]: R comes from Slice; only OutSlice may gain axes
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R>, m<S>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, dummy(4)>, m<S, R>>(ops::add).vector_final(); }

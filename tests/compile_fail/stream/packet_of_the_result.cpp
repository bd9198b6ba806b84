// error: stream: Packet [P] given, Packet [P / 2] wanted
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
using out = stream<float, m<>, m<B>, m<W, V>, m<S, U>, m<P / 2>>;
out go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, V>, m<S, U>>(ops::add).vector_final(); }

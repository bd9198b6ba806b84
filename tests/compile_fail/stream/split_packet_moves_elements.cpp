// error: split_packet and join_packet: [Time, Packet] is [S, V, U, P], [OutTime, OutPacket] is [S, V, U, P % 2,
// error: P / 2]; elements stay where they are
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) { return x.vector_init().split_packet<m<S, V, U, P % 2>, m<P / 2>>(); }

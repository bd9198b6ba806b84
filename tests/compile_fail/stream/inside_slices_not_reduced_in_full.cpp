// error: intra_slice_reduce: Time [S, V, U], Packet [P] -> OutTime [S, V % 2, U], OutPacket [P]: V % 2 is kept;
// error: V goes as a whole or not at all
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) { return x.vector_init().intra_slice_reduce<V, m<S, V % 2, U>, m<P>>(ops::add); }

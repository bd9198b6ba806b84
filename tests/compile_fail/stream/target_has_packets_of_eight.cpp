// error: inter_slice_reduce: Packet [Q] has 4 lanes; this target reduces packets of 8:
// error: write pad_packet or join_packet first
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, P{"P", 8}, Q{"Q", 4}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R>, m<>, m<Q>>;
auto go(const in& x) { return x.vector_init<strict_rngd>().reduce<R>(ops::add); }

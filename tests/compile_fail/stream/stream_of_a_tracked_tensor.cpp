// error: stream: a tracked tensor is laid out by to_stream<Chip, Cluster, Slice, Time, Packet>(x),
// error: which keeps its history
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R>, m<>, m<P>>;
auto go(const tracked<float, m<W, R, P>>& t) { return in(t); }

// error: pad_packet and trim_packet: [X # 16] is not [P] with holes behind it
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
inline constexpr axis X{"X", 4};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) { return x.vector_init().pad_packet<m<pad(X, 16)>>(); }

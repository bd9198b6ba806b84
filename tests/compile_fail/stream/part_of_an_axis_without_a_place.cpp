// error: stream: W % 8 of the tensor [W, P] has no place in the stream
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W / 8>, m<>, m<P>>;
in go(const tensor<float, m<W, P>>& t) { return in(t); }

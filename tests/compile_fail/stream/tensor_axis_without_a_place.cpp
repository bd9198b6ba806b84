// error: stream: B of the stream is not in the tensor [W, R, S, V, U, P]
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
in go(const tensor<float, m<W, R, S, V, U, P>>& t) { return in(t); }

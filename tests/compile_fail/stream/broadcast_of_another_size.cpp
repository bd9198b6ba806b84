// error: broadcast and promote: Q has 3 places, OutSlice [W, 1 # 4] has 4 free; these are not a multiple
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
inline constexpr axis Q{"Q", 3};
using in = stream<float, m<>, m<B>, m<W, R>, m<S, V, U>, m<P>>;
auto go(const in& x) { return x.vector_init().reduce<R>(ops::add).broadcast<Q>(); }

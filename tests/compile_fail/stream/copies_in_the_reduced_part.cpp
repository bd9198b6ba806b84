// error: Slice [W, R, 3] -> OutSlice [W, R, 1 # 3]: the reduced part holds 3 copies without a name;
// error: name the broadcast axis
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R, copies(3)>, m<>, m<P>>;
auto go(const in& x) { return x.vector_init().inter_slice_reduce<m<W, R, dummy(3)>, m<>>(ops::add).vector_final(); }

// error: Time [S] -> OutTime [S, P % 2]: P % 2 is no digit of Time (it is in Packet); OutTime keeps what Time has
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<W, R>, m<S>, m<P>>;
auto go(const in& x) {
  return x.vector_init().inter_slice_reduce<m<W, dummy(4)>, m<S, P % 2>>(ops::add).vector_final();
}

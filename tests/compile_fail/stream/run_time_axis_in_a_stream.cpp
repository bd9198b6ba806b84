// error: stream: Slice [N] has a size that is known at run time only; the layouts of a stream are static
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
inline constexpr axis N{"N"};
stream<float, m<>, m<>, m<N>, m<>, m<P>> x;

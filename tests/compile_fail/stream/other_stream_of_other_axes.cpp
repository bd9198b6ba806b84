// error: map: Slice is [R, W] here and [X, W] in the other stream; positions meet where the layouts are the same
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
inline constexpr axis X{"X", 4};
using in = stream<float, m<>, m<>, m<R, W>, m<>, m<>>;
using other = stream<float, m<>, m<>, m<X, W>, m<>, m<>>;
auto go(const in& x, const other& y) {
  return x.vector_init().map(y, [](auto a, auto b) { return a + b; });
}

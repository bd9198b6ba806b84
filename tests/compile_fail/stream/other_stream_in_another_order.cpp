// error: map: Slice is [S, U] here and [U, S] in the other stream; positions meet where the layouts are the same
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis W{"W", 64}, R{"R", 4}, S{"S", 2}, V{"V", 4}, U{"U", 2}, P{"P", 8}, B{"B", 2};
using in = stream<float, m<>, m<>, m<S, U>, m<>, m<>>;
using other = stream<float, m<>, m<>, m<U, S>, m<>, m<>>;
auto go(const in& x, const other& y) {
  return x.vector_init().map(y, [](auto a, auto b) { return a + b; });
}

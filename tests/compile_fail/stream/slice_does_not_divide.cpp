// error: A / 7: 7 does not divide 512
#include <tiga/stream/stream.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512}, R{"R", 4};
stream<float, m<>, m<>, m<A / 7, R>, m<>, m<>> x;

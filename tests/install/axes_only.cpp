// The algebra of axes alone: no library to link.
#include <tiga/axes/axes.hpp>

inline constexpr tiga::axis A{"A", 512}, R{"R", 4};
static_assert(tiga::m<A / 8, R>::size == 256, "512 / 8 * 4");

int main() {}

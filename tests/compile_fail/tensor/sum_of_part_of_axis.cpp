// error: mean: [A / 8, A % 8] has no axis A
#include <tiga/tensor/reduce.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512};
auto whole(const tensor<float, m<A / 8, A % 8>>& x) { return mean<A>(x); }

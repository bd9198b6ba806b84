// error: prod: no arithmetic on bool, use all(x)
#include <tiga/tensor/reduce.hpp>

using namespace tiga;

inline constexpr axis N{"N"};
auto every(const tensor<bool, m<N>>& x) { return prod(x); }

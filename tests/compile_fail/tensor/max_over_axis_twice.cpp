// error: max: axis F is named twice
#include <tiga/tensor/reduce.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64};
auto greatest(const tensor<float, m<N, F>>& x) { return max<F, F>(x); }

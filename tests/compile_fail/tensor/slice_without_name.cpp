// error: slice: bounds known at run time need a name for the result of [N, F]
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64};
auto first(const tensor<float, m<N, F>>& x, std::int64_t n) { return slice<N>(x, 0, n); }

// error: slice: [32, 96) of axis F of size 64 is outside it
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64};
auto half(const tensor<float, m<N, F>>& x) { return slice<F, 32, 96>(x); }

// error: slice: [0, 140) of axis N, whose size is known at run time only: name the result, slice<F, G>(t, begin, end)
// then: the size is known at run time only
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64};
auto train(const tensor<float, m<N, F>>& x) { return slice<N, 0, 140>(x); }

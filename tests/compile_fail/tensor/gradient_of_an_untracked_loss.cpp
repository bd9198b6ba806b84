// error: grad: the loss is not tracked; write track(t) on the inputs before they are used (a gradient has none itself)
#include <tiga/autograd/reduce.hpp>

inline constexpr tiga::axis N{"N"};
auto slope(const tiga::tensor<float, tiga::m<N>>& x) { return tiga::grad(tiga::sum(x) * 2.0f, x); }

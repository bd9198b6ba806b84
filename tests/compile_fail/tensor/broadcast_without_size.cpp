// error: broadcast: the size of axis N is known at run time only, give it: broadcast<F>(t, size)
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64};
auto wide(const tensor<float, m<F>>& x) { return broadcast<N>(x); }

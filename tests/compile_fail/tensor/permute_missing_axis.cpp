// error: permute: axis F of [N, F, R] is missing
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64}, R{"R", 4};
auto turned(const tensor<float, m<N, F, R>>& x) { return permute<R, N>(x); }

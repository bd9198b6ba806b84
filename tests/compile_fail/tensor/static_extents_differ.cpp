// error: tensor: f32 [N, F = 32] given, f32 [N, G] wanted
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64}, G{"G", 32};
tensor<float, m<N, G>> half(const tensor<float, m<N, F>>& x) { return slice<F, 0, 32>(x); }

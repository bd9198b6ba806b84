// error: tensor: f32 [S, R] given, f32 [R, S] wanted
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis R{"R", 4}, S{"S", 4};
tensor<float, m<R, S>> turned(const tensor<float, m<R, S>>& x) { return transpose(x); }

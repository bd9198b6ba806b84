// error: tensor: f64 [N] given, f32 [N] wanted
#include <tiga/tensor/tensor.hpp>

using namespace tiga;

inline constexpr axis N{"N"};
tensor<float, m<N>> narrow(const tensor<double, m<N>>& x) { return x; }

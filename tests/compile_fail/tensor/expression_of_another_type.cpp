// error: tensor: an expression of f32 given, a tensor of f64 wanted: cast<T>(...) converts
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

void go(const mat& X) { tensor<double, m<N, F>> q = X * 2; }

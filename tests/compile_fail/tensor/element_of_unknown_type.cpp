// error: tiga: elements are bool, std::int8_t to std::uint64_t, f16, bf16, float, double or id<Axis>
#include <tiga/tensor/tensor.hpp>

using namespace tiga;

inline constexpr axis N{"N"};
const tensor<long double, m<N>> x;

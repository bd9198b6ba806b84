// error: tiga: from(...) of floating values into integers: round them first
#include <tiga/tensor/from.hpp>

using namespace tiga;

inline constexpr axis N{"N"};
const tensor<int, m<N>> x = from({0.5, 1.5});

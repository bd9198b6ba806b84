// error: pick: [N, F] has no axis R
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64}, R{"R", 4};
auto row(const tensor<float, m<N, F>>& x) { return pick<R>(x, 0); }

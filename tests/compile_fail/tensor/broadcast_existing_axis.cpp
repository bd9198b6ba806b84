// error: broadcast: [N, F] already has the axis F
// then: same digit twice
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64};
auto wide(const tensor<float, m<N, F>>& x) { return broadcast<F>(x); }

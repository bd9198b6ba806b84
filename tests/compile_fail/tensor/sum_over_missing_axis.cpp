// error: sum: [N, F] has no axis E
#include <tiga/tensor/reduce.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 64};
auto edges(const tensor<float, m<N, F>>& x) { return sum<E>(x); }

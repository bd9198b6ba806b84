// error: slice: [N, F] has no axis E
#include <tiga/tensor/views.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 64}, T{"T"};
auto first(const tensor<float, m<N, F>>& x, std::int64_t n) { return slice<E, T>(x, 0, n); }

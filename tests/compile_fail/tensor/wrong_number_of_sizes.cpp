// error: zeros: [N, F] takes 1 run-time sizes, not 2
#include <tiga/tensor/factories.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, F{"F", 64};
auto features = zeros<float, m<N, F>>(100, 64);

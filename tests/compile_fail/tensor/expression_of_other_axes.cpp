// error: tensor: an expression over [N, F] given, a tensor over [N] wanted
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

void go(const mat& X) { tensor<float, m<N>> q = X * 2; }

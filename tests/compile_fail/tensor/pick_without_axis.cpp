// error: pick: which axis of [N, F]? Name it: pick<N>(x)
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

auto go(const mat& X) { return pick(X, 1); }

// error: track: the tensor over [N, F] is tracked already; track(detach(t)) starts a history of its own
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

auto go(const mat& X) { return track(track(X)); }

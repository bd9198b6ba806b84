// error: grad: the loss has axes [N, F]; a loss is a scalar, sum it first
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

auto run(const tracked<float, m<N, F>>& out, const tracked<float, m<N, F>>& features) { return grad(out, features); }

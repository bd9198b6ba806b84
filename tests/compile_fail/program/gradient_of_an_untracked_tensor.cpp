// error: grad: this input is not tracked; write track(t) before it is used
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

auto run(const tracked<float, m<>>& loss, const tensor<float, m<N, F>>& features) { return grad(loss, features); }

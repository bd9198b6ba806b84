// error: program(reducer, ...): this reducer holds numbers of its own; name it in a struct, static constexpr auto
// reducer = ...
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4};
inline constexpr field<"x"> x;
inline constexpr field<"y"> y;
inline constexpr field<"w"> w;
using rows = tensor<float, m<N, F>>;

auto go(const graph<N, E>& g, const rows& X) {
  return program(all_of(sum(3), max()), [](auto s, auto, auto) { return s[x]; })(g, src(x = X));
}

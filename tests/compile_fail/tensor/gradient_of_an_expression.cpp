// error: grad: an expression is computed anew wherever it is used: give it a name before the loss uses it
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

auto go(const mat& X) {
  const auto a = track(X);
  auto u = a * 2;
  return grad(sum(u), u);
}

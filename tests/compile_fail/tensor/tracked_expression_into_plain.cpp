// error: tensor: the expression over [N, F] is tracked: detach(eval(...)) is its value, auto keeps its history
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

void go(const mat& X) {
  const auto a = track(X);
  mat q = a * 2;
}

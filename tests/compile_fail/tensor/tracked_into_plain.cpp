// error: tensor: what is tracked, over [N, F], becomes a plain tensor by detach(...)
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

void go(const mat& X) {
  const auto a = track(X);
  mat q = a;
}

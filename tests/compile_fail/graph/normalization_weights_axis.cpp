// error: symmetric_normalization: the weights are along N, not along the edge axis E
#include <tiga/graph/degrees.hpp>

inline constexpr tiga::axis N{"N"}, E{"E"};
auto coefficients(const tiga::graph<N, E>& g, const tiga::tensor<float, tiga::m<N>>& w) {
  return tiga::symmetric_normalization(g, w);
}

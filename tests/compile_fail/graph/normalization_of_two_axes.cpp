// error: symmetric_normalization needs one node axis: graph<N, E>, not graph<Src, Dst, E>
#include <tiga/graph/degrees.hpp>

inline constexpr tiga::axis Src{"Src"}, Dst{"Dst"}, E{"E"};
auto coefficients(const tiga::graph<Src, Dst, E>& g) { return tiga::symmetric_normalization(g); }

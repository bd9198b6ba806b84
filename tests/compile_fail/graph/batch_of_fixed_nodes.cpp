// error: the size of the axis N changes, but it is declared as 5
#include <tiga/graph/graph.hpp>

inline constexpr tiga::axis N{"N", 5}, E{"E"};
auto both(const tiga::graph<N, E>& g) { return tiga::cat({g, g}); }

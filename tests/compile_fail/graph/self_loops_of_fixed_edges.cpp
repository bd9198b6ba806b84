// error: the size of the axis E changes, but it is declared as 12
#include <tiga/graph/graph.hpp>

inline constexpr tiga::axis N{"N"}, E{"E", 12};
auto loops(const tiga::graph<N, E>& g) { return add_missing_self_loops(g); }

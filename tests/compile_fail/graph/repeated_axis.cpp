// error: graph: the axis N stands twice; one node axis is written graph<N, E>
#include <tiga/graph/graph.hpp>

inline constexpr tiga::axis N{"N"}, E{"E"};
tiga::graph<N, N, E> g;

// error: graph<N, E> has one node axis, graph<Src, Dst, E> two: 1 axis is neither
#include <tiga/graph/graph.hpp>

inline constexpr tiga::axis N{"N"};
tiga::graph<N> g;

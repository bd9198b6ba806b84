// error: self-loops need one node axis: graph<N, E>, not graph<Src, Dst, E>
#include <tiga/graph/graph.hpp>

inline constexpr tiga::axis Src{"Src"}, Dst{"Dst"}, E{"E"};
auto loops(const tiga::graph<Src, Dst, E>& g) { return add_self_loops(g); }

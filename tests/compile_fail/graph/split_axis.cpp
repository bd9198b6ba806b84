// error: graph: A / 8 is not a whole axis
#include <tiga/graph/graph.hpp>

inline constexpr tiga::axis A{"A", 64}, E{"E"};
using half = tiga::graph<A / 8, E>;
half* g = new half(half::from_coo({}, {}));

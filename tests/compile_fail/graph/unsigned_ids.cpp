// error: node ids are 32- or 64-bit signed integers, or id<Axis>
#include <tiga/graph/graph.hpp>

inline constexpr tiga::axis N{"N"}, E{"E"};
auto make(const std::vector<unsigned>& ids) { return tiga::graph<N, E>::from_coo(ids, ids); }

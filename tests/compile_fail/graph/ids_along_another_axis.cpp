// error: graph: the ids of [K] are not one for each position of [E]
#include <tiga/graph/graph.hpp>
#include <tiga/tensor/tensor.hpp>

inline constexpr tiga::axis N{"N"}, E{"E"}, K{"K"};
auto of_others(const tiga::tensor<int, tiga::m<K>>& ids) { return tiga::graph<N, E>::from_coo(ids, ids); }

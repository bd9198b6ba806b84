// error: graph: indices into [D] where indices into [S] belong
// then: indices into [S] where indices into [D] belong
#include <tiga/graph/graph.hpp>
#include <tiga/tensor/id.hpp>
#include <tiga/tensor/tensor.hpp>

inline constexpr tiga::axis S{"S"}, D{"D"}, E{"E"};
using sources = tiga::tensor<tiga::id<S>, tiga::m<E>>;
using destinations = tiga::tensor<tiga::id<D>, tiga::m<E>>;
auto swapped(const sources& from, const destinations& to) { return tiga::graph<S, D, E>::from_coo(to, from); }

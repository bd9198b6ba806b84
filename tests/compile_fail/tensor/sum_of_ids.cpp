// error: sum: no arithmetic on ids
#include <tiga/tensor/reduce.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"};
auto total(const tensor<id<N>, m<E>>& ids) { return sum(ids); }

// error: cross_entropy: labels are ids of the axis of classes, tensor<id<C>, ...>, not i32
#include <tiga/nn/nn.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4}, K{"K", 3};
inline constexpr field<"w"> w;
inline constexpr field<"b"> b;
using mat = tensor<float, m<N, F>>;

auto go(const mat& X, const tensor<int, m<N>>& at) { return cross_entropy(X, at); }

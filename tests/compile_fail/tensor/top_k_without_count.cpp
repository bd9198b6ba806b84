// error: top_k: how many? The size of axis N is known at run time only
#include <tiga/nn/nn.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4}, K{"K", 3};
inline constexpr field<"w"> w;
inline constexpr field<"b"> b;
using mat = tensor<float, m<N, F>>;

auto go(const tensor<float, m<F>>& X) { return top_k<F, N>(X); }

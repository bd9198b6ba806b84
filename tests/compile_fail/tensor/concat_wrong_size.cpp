// error: concat: the parts have 12 positions together, but the axis K has 3
#include <tiga/nn/nn.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4}, K{"K", 3};
inline constexpr field<"w"> w;
inline constexpr field<"b"> b;
using mat = tensor<float, m<N, F>>;

auto go(const tensor<float, m<F>>& X, const tensor<float, m<H>>& Y) { return concat<K>(X, Y); }

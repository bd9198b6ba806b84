// error: dropout: elements are f16, bf16, f32 or f64, not i32
#include <tiga/nn/nn.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8}, H{"H", 4}, K{"K", 3};
inline constexpr field<"w"> w;
inline constexpr field<"b"> b;
using mat = tensor<float, m<N, F>>;

auto go(const tensor<int, m<N>>& X) { return dropout(X, 0.5, 1); }

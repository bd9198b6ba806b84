// error: track: only tensors of f16, bf16, f32 or f64 have gradients
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

auto run(const tensor<int, m<N, F>>& features) { return track(features); }

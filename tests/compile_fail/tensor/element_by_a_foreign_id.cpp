// error: tensor: an id of E where a position of N is wanted
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

auto go(const mat& X) { return X(id<E>(0), 0); }

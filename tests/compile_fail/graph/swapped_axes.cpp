// error: graph: graph<N, E> given, graph<E, N> wanted
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 8};
inline constexpr field<"x"> x;
using mat = tensor<float, m<N, F>>;

void go(const graph<N, E>& g) { graph<E, N> q = g; }

// error: if needs a plain bool, but this is a symbolic value of the program: write where(condition, a, b)
#include <tiga/graph/message_passing.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F"}, H{"H"};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;

struct clips : message_passing<clips> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) {
    if (src[x] > 0) return src[x] * 1;
    return src[x] * 0;
  }
};
auto run(const graph<N, E>& g, const tensor<float, m<N, F>>& features) { return clips{}(g, src(x = features)); }

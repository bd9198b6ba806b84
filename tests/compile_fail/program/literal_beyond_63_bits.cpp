// error: the number 18446744073709551615 does not fit in i64
#include <cstdint>
#include <tiga/graph/message_passing.hpp>

inline constexpr tiga::axis N{"N"}, E{"E"};
inline constexpr tiga::field<"x"> x;

struct same : tiga::message_passing<same> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return where(src[x] == 18446744073709551615u, 1.0F, 0.0F); }
};
auto call(const tiga::graph<N, E>& g, const tiga::tensor<std::int64_t, tiga::m<N>>& t) {
  return same{}(g, tiga::src(x = t));
}

// error: a program can bind at most 16 parameters
#include <tiga/graph/message_passing.hpp>

inline constexpr tiga::axis N{"N"}, E{"E"};
inline constexpr tiga::field<"x"> x;
inline constexpr tiga::parameter<"a"> a;
inline constexpr tiga::parameter<"b"> b;
inline constexpr tiga::parameter<"c"> c;
inline constexpr tiga::parameter<"d"> d;
inline constexpr tiga::parameter<"e"> e;
inline constexpr tiga::parameter<"f"> f;
inline constexpr tiga::parameter<"g"> g;
inline constexpr tiga::parameter<"h"> h;
inline constexpr tiga::parameter<"i"> i;
inline constexpr tiga::parameter<"j"> j;
inline constexpr tiga::parameter<"k"> k;
inline constexpr tiga::parameter<"l"> l;
inline constexpr tiga::parameter<"o"> o;
inline constexpr tiga::parameter<"p"> p;
inline constexpr tiga::parameter<"q"> q;
inline constexpr tiga::parameter<"r"> r;
inline constexpr tiga::parameter<"s"> s;

struct scaled : tiga::message_passing<scaled> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x] * a * s; }
};
auto call(const tiga::graph<N, E>& on, const tiga::tensor<float, tiga::m<N>>& t) {
  return scaled{}(on, tiga::src(x = t), a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1, i = 1, j = 1, k = 1,
                  l = 1, o = 1, p = 1, q = 1, r = 1, s = 1);
}

// Flags are a promise: `associative = true` lets tiga cut a row's edges into blocks and combine their states. A promise
// that does not hold gives wrong numbers; check_laws finds it before, with an example.
#include <fmt/format.h>

#include <limits>
#include <tiga/tiga.hpp>

using namespace tiga;

// Right: two counts and a sum.
struct mean_of_two : reducer<"mean"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(0.f, 0.f); }
  static constexpr auto lift(auto v) { return state(v, 1.f); }
  static constexpr auto combine(auto l, auto r) { return state(l[_0] + r[_0], l[_1] + r[_1]); }
  static constexpr auto finalize(auto s) { return s[_0] / s[_1]; }
};
// Wrong: the mean of two means is no mean of all.
struct mean_of_means : reducer<"mean_of_means"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return (l + r) * 0.5f; }
};
// Wrong: a maximum that starts at 0.
struct positive_max : reducer<"positive_max"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return max(l, r); }
};
// Right, with the flags that it has: affine maps compose in order, and do not commute.
struct affine : reducer<"affine"> {
  static constexpr bool associative = true;
  static constexpr auto identity() { return state(1.f, 0.f); }
  static constexpr auto combine(auto l, auto r) { return state(l[_0] * r[_0], l[_1] * r[_0] + r[_1]); }
};
// A softmax as it is usually written: the merge of two empty states is exp(-inf - -inf), NaN.
struct usual_softmax : reducer<"usual_softmax"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(-std::numeric_limits<float>::infinity(), 0.f, 0.f); }
  static constexpr auto lift(auto s, auto v) { return state(s, 1.f, v); }
  static constexpr auto combine(auto l, auto r) {
    auto m = max(l[_0], r[_0]);
    auto a = exp(l[_0] - m), b = exp(r[_0] - m);
    return state(m, l[_1] * a + r[_1] * b, l[_2] * a + r[_2] * b);
  }
  static constexpr auto finalize(auto s) { return s[_2] / s[_1]; }
};

int main() try {
  fmt::print("{}\n", check_laws(mean_of_two{}, {dtype::f32}).text);
  fmt::print("{}\n", check_laws(mean_of_means{}, {dtype::f32}).text);
  fmt::print("{}\n", check_laws(positive_max{}, {dtype::f32}).text);
  fmt::print("{}\n", check_laws(affine{}, {dtype::f32, dtype::f32}).text);
  fmt::print("{}\n", check_laws(usual_softmax{}, {dtype::f32, dtype::f32}).text);
  fmt::print("{}", check_laws(online_softmax(), {dtype::f32, dtype::f32}).text);
} catch (const tiga::error& e) {
  fmt::print(stderr, "33_law_checker: {}\n", e.what());
  return 1;
}

// Reducers as users write them: those of the text that tiga's reducers come from, and some that match no form.
#pragma once
#include <limits>
#include <tiga/graph/message_passing.hpp>
#include <tiga/reducer/laws.hpp>

#include "../message_passing/helpers.hpp"

namespace reducer_test {

using namespace tiga;
using namespace passing_test;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct sum_by_hand : reducer<"total"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return l + r; }
};
struct renamed : sum_by_hand {
  static constexpr literal title{"another"};
};
struct mean_by_hand : reducer<"user_mean"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(0.f, 0.f); }
  static constexpr auto lift(auto value) { return state(value, 1.f); }
  static constexpr auto combine(auto l, auto r) { return state(l[_0] + r[_0], l[_1] + r[_1]); }
  static constexpr auto finalize(auto s) { return s[_0] / s[_1]; }
};
struct product_by_hand : reducer<"gate"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 1.f; }
  static constexpr auto combine(auto l, auto r) { return l * r; }
};
struct variance_by_hand : reducer<"variance"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(0.f, 0.f, 0.f); }
  static constexpr auto lift(auto value) { return state(1.f, value, value * value); }
  static constexpr auto combine(auto l, auto r) { return state(l[_0] + r[_0], l[_1] + r[_1], l[_2] + r[_2]); }
  static constexpr auto finalize(auto s) {
    auto mean = s[_1] / s[_0];
    return s[_2] / s[_0] - mean * mean;
  }
};
struct softmax_by_hand : reducer<"user_softmax"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(-std::numeric_limits<float>::infinity(), 0.f, 0.f); }
  static constexpr auto lift(auto score, auto value) { return state(score, 1.f, value); }
  static constexpr auto combine(auto l, auto r) {
    auto m = max(l[_0], r[_0]);
    auto weight = l[_1] * exp(l[_0] - m) + r[_1] * exp(r[_0] - m);
    auto sum = l[_2] * exp(l[_0] - m) + r[_2] * exp(r[_0] - m);
    return state(m, weight, sum);
  }
  static constexpr auto finalize(auto s) { return s[_2] / s[_1]; }
};
// t -> slope t + offset, composed in edge order: associative, not commutative (FB-33)
inline constexpr field<"slope"> slope;
inline constexpr field<"offset"> offset;
struct affine : reducer<"affine"> {
  static constexpr bool associative = true;
  static constexpr auto identity() { return state(slope = 1.f, offset = 0.f); }
  static constexpr auto lift(auto by, auto plus) { return state(slope = by, offset = plus); }
  static constexpr auto combine(auto l, auto r) {
    return state(slope = l[slope] * r[slope], offset = l[offset] * r[slope] + r[offset]);
  }
};
// half of what was, plus what comes: not associative
struct fading : reducer<"fading"> {
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return l * 0.5f + r; }
};
// log(exp(l) + exp(r)) of two, without a maximum: matches no form
struct plain_logsum : reducer<"plain_logsum"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return -std::numeric_limits<float>::infinity(); }
  static constexpr auto combine(auto l, auto r) { return log(exp(l) + exp(r)); }
};
// the value that comes with the greatest key
struct best_by_key : reducer<"best_by_key"> {
  static constexpr bool associative = true;
  static constexpr auto identity() { return state(-std::numeric_limits<float>::infinity(), 0.f); }
  static constexpr auto combine(auto l, auto r) {
    auto right = r[_0] > l[_0];
    return state(where(right, r[_0], l[_0]), where(right, r[_1], l[_1]));
  }
  static constexpr auto finalize(auto s) { return s[_1]; }
};
template <bool Max>
struct extremum_by_hand : reducer<"extremum"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return Max ? -infinity : infinity; }
  static constexpr auto combine(auto l, auto r) {
    if constexpr (Max)
      return max(l, r);
    else
      return min(l, r);
  }
};
// a sum whose fold starts at 100
struct from_hundred : reducer<"from_hundred"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 100; }
  static constexpr auto combine(auto l, auto r) { return l + r; }
};

/// Any reducer over the sources' x; over a score w and a value.
template <class Reducer>
struct reduces : message_passing<reduces<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
template <class Reducer>
struct reduces_edges : message_passing<reduces_edges<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto, auto, auto edge) { return reducer(edge[w]); }
};
template <class Reducer>
struct reduces_pairs : message_passing<reduces_pairs<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto, auto edge) { return reducer(edge[w], src[x]); }
};

/// One row that receives the messages in order, and one row that receives none.
inline square star(std::int64_t messages) {
  std::vector<std::int64_t> from(std::size_t(messages), 0), to(std::size_t(messages), 0);
  return square::from_coo(from, to, 2);
}

}  // namespace reducer_test

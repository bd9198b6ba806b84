// The reducers that programs name: `static constexpr auto reducer = sum();`.
#pragma once
#include <tiga/reducer/algebra.hpp>

namespace tiga {

/// A reducer that kernels know by name. Rows without edges give: sum 0 (or `start`), prod 1, mean NaN, max -inf (or the
/// lowest value), min +inf (or the highest). Ties of max and min share the gradient evenly; NaN wins wherever it sits;
/// the gradient of prod is right with zeros in it. Its algebra, as one would write it, is here too.
template <reducer_kind R, bool HasStart = false>
struct builtin_reducer : detail::callable_reducer {
  static constexpr reducer_kind kind = R;
  static constexpr bool has_start = HasStart;
  static constexpr bool associative = true, commutative = true, deterministic = false;
  double start = 0;

  constexpr builtin_reducer() = default;
  constexpr explicit builtin_reducer(double from) : start(from) {}
  constexpr auto identity() const {
    if constexpr (R == reducer_kind::mean)
      return state(0.0, 0.0);
    else if constexpr (R == reducer_kind::max || R == reducer_kind::min)
      return R == reducer_kind::max ? -std::numeric_limits<double>::infinity()
                                    : std::numeric_limits<double>::infinity();
    else if constexpr (HasStart)
      return start;
    else
      return R == reducer_kind::prod ? 1 : 0;
  }
  static constexpr auto lift(value v) {
    if constexpr (R == reducer_kind::mean)
      return state(v, 1.0);
    else
      return v;
  }
  template <class S>
  static constexpr auto combine(S l, S r) {
    if constexpr (R == reducer_kind::mean)
      return state(l[_0] + r[_0], l[_1] + r[_1]);
    else
      return detail::apply_kind(R, l, r);
  }
  template <class S>
  static constexpr auto finalize(S s) {
    if constexpr (R == reducer_kind::mean)
      return s[_0] / s[_1];
    else
      return s;
  }
};

/// The sum of the messages of a row, from +0, or from `identity` (every row's fold starts with it, once).
constexpr auto sum() { return builtin_reducer<reducer_kind::sum>{}; }
template <class C>
requires std::is_arithmetic_v<C>
constexpr auto sum(C identity) { return builtin_reducer<reducer_kind::sum, true>{double(identity)}; }
/// Sum over number of edges. Integer messages give a floating mean.
constexpr auto mean() { return builtin_reducer<reducer_kind::mean>{}; }
constexpr auto max() { return builtin_reducer<reducer_kind::max>{}; }
constexpr auto min() { return builtin_reducer<reducer_kind::min>{}; }
constexpr auto prod() { return builtin_reducer<reducer_kind::prod>{}; }

namespace detail {

// 16-bit floats are for storage: states hold f32, and results are stored as what the message was (`keeps_type`).
constexpr value wide(value v) {
  const bool narrow = v.type() == dtype::f16 || v.type() == dtype::bf16;
  return narrow ? to_type(v, dtype::f32) : as_message(reducer_kind::mean, v);
}

struct count_reducer : reducer<"count"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0; }
  template <class... V>
  static constexpr auto lift(value, V...) {
    return 1;
  }
  static constexpr auto combine(auto l, auto r) { return l + r; }
};

// Sums of distances from a pivot: the first message of a block while the block grows, then the mean so far (Chan,
// Golub & LeVeque, Algorithms for computing the sample variance, 1983, with their shifted data).
template <bool Root>
struct moments_reducer : reducer<Root ? literal("stddev") : literal("var")> {
  static constexpr bool associative = true, commutative = true, keeps_type = true;
  static constexpr auto identity() { return state(0.f, 0.f, 0.f, 0.f); }  // count, pivot, distances, squares
  static constexpr auto lift(value v) { return state(1.f, wide(v), 0.f, 0.f); }
  static constexpr auto accumulate(symbolic_state s, value v) {
    const value d = wide(v) - s[_1];
    return state(s[_0] + 1, s[_1], s[_2] + d, s[_3] + d * d);
  }
  static constexpr auto combine(symbolic_state l, symbolic_state r) {
    const value n = l[_0] + r[_0];
    const value share = where(n == 0, 0, 1 / n);
    // both means on the way from the left pivot; an empty left side has none
    const value apart = r[_1] - l[_1];
    const value pivot = where(l[_0] == 0, r[_1], l[_1] + (l[_2] + r[_2] + r[_0] * apart) * share);
    const value a = where(l[_0] == 0, 0, l[_1] - pivot), b = r[_1] - pivot;
    return state(n, pivot, (l[_2] + l[_0] * a) + (r[_2] + r[_0] * b),
                 (l[_3] + (l[_2] + l[_2] + l[_0] * a) * a) + (r[_3] + (r[_2] + r[_2] + r[_0] * b) * b));
  }
  static constexpr auto finalize(symbolic_state s) {
    const value off = s[_2] / s[_0];
    const value v = max(s[_3] / s[_0] - off * off, 0);
    if constexpr (Root)
      return where(v == 0, 0, sqrt(where(v == 0, 1, v)));  // the root has no slope at 0
    else
      return v;
  }
  static constexpr auto pull(symbolic_state total, symbolic_state cotangent, value v) {
    const value share = 1 / total[_0], mean = total[_1] + total[_2] * share;
    value c = cotangent.of[0];
    if constexpr (Root) {
      const value root = finalize(total);
      c = where(root == 0, 0, c * 0.5 / root);
    }
    return (c + c) * share * (wide(v) - mean);
  }
};

template <bool Max>
struct position_reducer : reducer<Max ? literal("argmax") : literal("argmin")> {
  static constexpr bool associative = true, commutative = false;
  static constexpr auto identity() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return state(Max ? -infinity : infinity, -1);
  }
  static constexpr value position(value v) {
    return {v.g, v.g->push({op::edge_number, side::none, dtype::i32, -1, -1, -1, -1, 0, 0})};
  }
  static constexpr auto lift(value v) { return state(as_message(reducer_kind::max, v), position(v)); }
  // is the right one better? NaN wins, and the first of ties
  static constexpr value better(value l, value r) {
    const value ahead = Max ? l < r : r < l;
    return is_float(l.type()) ? ahead || (r != r && l == l) : ahead;
  }
  static constexpr auto accumulate(symbolic_state s, value v) {
    v = as_message(reducer_kind::max, v);
    const value right = better(s[_0], v);
    return state(where(right, v, s[_0]), where(right, position(v), s[_1]));
  }
  static constexpr auto combine(symbolic_state l, symbolic_state r) {
    const value right = l[_1] < 0 || (r[_1] >= 0 && better(l[_0], r[_0]));
    return state(where(right, r[_0], l[_0]), where(right, r[_1], l[_1]));
  }
  static constexpr auto finalize(symbolic_state s) { return s[_1]; }
};

// exp(m - of) where both may be -inf
constexpr value rescale(value m, value of) { return where(m == of, 1, exp(m - of)); }
template <class T>
constexpr value accumulated(value v) {
  if constexpr (std::is_void_v<T>)
    return wide(v);
  else
    return cast<T>(v);
}

struct logsumexp_reducer : reducer<"logsumexp"> {
  static constexpr bool associative = true, commutative = true, keeps_type = true;
  static constexpr auto identity() { return state(-std::numeric_limits<double>::infinity(), 0.f); }
  static constexpr auto lift(value v) { return state(wide(v), 1.f); }
  static constexpr auto combine(symbolic_state l, symbolic_state r) {
    const value m = max(l[_0], r[_0]);
    return state(m, l[_1] * rescale(l[_0], m) + r[_1] * rescale(r[_0], m));
  }
  static constexpr auto finalize(symbolic_state s) { return s[_0] + log(s[_1]); }
};

// Milakov & Gimelshein, Online normalizer calculation for softmax, 2018.
template <class T>
struct softmax_reducer : reducer<"online_softmax"> {
  static constexpr bool associative = true, commutative = true, keeps_type = std::is_void_v<T>;
  static constexpr auto identity() { return state(-std::numeric_limits<double>::infinity(), 0.f, 0.f); }
  static constexpr auto lift(value score, value v) { return state(accumulated<T>(score), 1.f, accumulated<T>(v)); }
  static constexpr auto combine(symbolic_state l, symbolic_state r) {
    const value m = max(l[_0], r[_0]);
    const value a = rescale(l[_0], m), b = rescale(r[_0], m);
    return state(m, l[_1] * a + r[_1] * b, l[_2] * a + r[_2] * b);
  }
  static constexpr auto finalize(symbolic_state s) { return s[_2] / s[_1]; }
};

template <bool All>
struct truth_reducer : reducer<All ? literal("all") : literal("any")> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return All; }
  static constexpr auto lift(value v) { return to_type(v, dtype::boolean); }
  static constexpr auto combine(auto l, auto r) {
    if constexpr (All)
      return l && r;
    else
      return l || r;
  }
};

template <class... R>
struct all_reducer : callable_reducer {
  static constexpr literal title = "all_of";
  std::tuple<R...> parts;
  constexpr all_reducer() = default;
  constexpr explicit all_reducer(R... r) requires(sizeof...(R) > 0) : parts{r...} {}
};

}  // namespace detail

/// The number of edges of a row, an i32; 0 where there are none. The message is not read.
constexpr auto count() { return detail::count_reducer{}; }
/// Variance and standard deviation (no function can be named std beside the namespace) over the edges of a row (of the
/// population: the divisor is the number of edges); NaN for rows without edges. Integers give floats. One pass, stable:
/// distances from a pivot are summed.
constexpr auto var() { return detail::moments_reducer<false>{}; }
constexpr auto stddev() { return detail::moments_reducer<true>{}; }
/// Which edge has the greatest or the smallest message: its number in the user's edge order, an i32; the first of ties
/// in row order, a NaN before all; -1 for rows without edges. Has no gradient.
constexpr auto argmax() { return detail::position_reducer<true>{}; }
constexpr auto argmin() { return detail::position_reducer<false>{}; }
/// log(sum of exp(message)), without overflow; -inf for rows without edges, and where every message is -inf.
constexpr auto logsumexp() { return detail::logsumexp_reducer{}; }
/// The mean of `value` weighted by exp(score), `return reducer(score, value);`, whatever the size of the scores: the
/// softmax over the edges of a row (of stored scores, attention). A score of -inf has weight 0 whatever its value;
/// NaN for rows without edges, and where every score is -inf. With a type, states are of that type.
constexpr auto online_softmax() { return detail::softmax_reducer<void>{}; }
template <class T>
constexpr auto online_softmax() {
  return detail::softmax_reducer<T>{};
}
/// Is any message true; are all? false and true for rows without edges.
constexpr auto any() { return detail::truth_reducer<false>{}; }
constexpr auto all() { return detail::truth_reducer<true>{}; }
/// Several reductions of the same messages in one pass, a result each: `all_of(sum(), max(), count())`.
template <class... R>
requires(sizeof...(R) > 0) constexpr auto all_of(R... reducers) { return detail::all_reducer<R...>(reducers...); }

}  // namespace tiga

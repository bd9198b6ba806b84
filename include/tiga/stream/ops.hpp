// The operations of reductions over slices.
#pragma once
#include <tiga/stream/core.hpp>
#include <type_traits>

namespace tiga {
namespace ops {

/// Sum: integers wrap, floats fold from +0. f16 and bf16 are summed in f32 and rounded once.
struct add_op {
  static constexpr detail::slice_op code = detail::slice_op::add;
  static constexpr const char* name = "add";
};
/// Sum of integers that stops at the ends of the type in every step: not associative, the order is its meaning.
struct add_sat_op {
  static constexpr detail::slice_op code = detail::slice_op::add_sat;
  static constexpr const char* name = "add_sat";
};
/// Product.
struct mul_op {
  static constexpr detail::slice_op code = detail::slice_op::mul;
  static constexpr const char* name = "mul";
};
/// The greatest; of nothing the least number. A NaN wins. Of booleans: any.
struct max_op {
  static constexpr detail::slice_op code = detail::slice_op::max;
  static constexpr const char* name = "max";
};
/// The least; of nothing the greatest number. A NaN wins. Of booleans: all.
struct min_op {
  static constexpr detail::slice_op code = detail::slice_op::min;
  static constexpr const char* name = "min";
};
/// Where the greatest is: its place among the slices that meet, from 0 in slice order, an i32; of equals the first. A
/// NaN is the greatest.
struct argmax_op {
  static constexpr detail::slice_op code = detail::slice_op::argmax;
  static constexpr const char* name = "argmax";
};
/// Where the least is. A NaN is the least.
struct argmin_op {
  static constexpr detail::slice_op code = detail::slice_op::argmin;
  static constexpr const char* name = "argmin";
};
inline constexpr add_op add;
inline constexpr add_sat_op add_sat;
inline constexpr mul_op mul;
inline constexpr max_op max;
inline constexpr min_op min;
inline constexpr argmax_op argmax;
inline constexpr argmin_op argmin;

/// An operation of your own: `ops::fold(0, [](int a, int b) { return a | b; })`, `combine` associative.
template <class T, class F>
struct fold {
  T identity;
  F combine;
  constexpr fold(T start, F f) : identity(start), combine(f) {}
};

}  // namespace ops

namespace detail {

template <class Op>
inline constexpr bool is_own_op = false;
template <class T, class F>
inline constexpr bool is_own_op<ops::fold<T, F>> = true;

template <class T, class Op>
struct slice_op_rule {
  static constexpr text why = [] {
    text t;
    const char* const type = dtype_name(dtype_of<T>);
    if constexpr (requires { Op::code; }) {
      if (Op::code == slice_op::add_sat && !is_integer(dtype_of<T>))
        return t << "inter_slice_reduce: add_sat is for integers, not " << type << "; write ops::add";
      if ((Op::code == slice_op::add || Op::code == slice_op::mul) && dtype_of<T> == dtype::boolean)
        return t << "inter_slice_reduce: booleans have no sum and no product; write ops::max (any) or ops::min (all)";
    } else if constexpr (is_own_op<Op>) {
      if (!std::is_invocable_r_v<T, decltype(Op::combine), T, T>)
        return t << "inter_slice_reduce: the operation of ops::fold takes two elements of " << type << " and gives one";
    } else {
      return t << "inter_slice_reduce: an operation is ops::add, add_sat, mul, max, min, argmax, argmin or "
                  "ops::fold(identity, combine)";
    }
    return t;
  }();
};

// A user's operation: sixteen neighbours at a time, so that a compiler may use vectors.
template <class T, class Op>
void fold_own(const fold_args& f) {
  const Op& op = *static_cast<const Op*>(f.op);
  constexpr std::int64_t width = 16;
  for (std::int64_t g = 0; g < f.groups; ++g) {
    const T* in = static_cast<const T*>(f.in) + g * f.group;
    T* acc = static_cast<T*>(f.acc) + g * f.length;
    std::int64_t l = 0;
    for (; l + width <= f.length; l += width) {
      T a[width];
      for (int k = 0; k < width; ++k) a[k] = f.begin ? T(op.identity) : acc[l + k];
      for (std::int64_t j = 0; j < f.rows; ++j)
        for (int k = 0; k < width; ++k) a[k] = op.combine(a[k], in[j * f.row + l + k]);
      for (int k = 0; k < width; ++k) acc[l + k] = a[k];
    }
    for (; l < f.length; ++l) {
      T a = f.begin ? T(op.identity) : acc[l];
      for (std::int64_t j = 0; j < f.rows; ++j) a = op.combine(a, in[j * f.row + l]);
      acc[l] = a;
    }
  }
}

/// The element type of a result.
template <class T, class Op>
struct fold_result {
  using type = T;
};
template <class T, class Op>
requires(Op::code == slice_op::argmax || Op::code == slice_op::argmin) struct fold_result<T, Op> {
  using type = std::int32_t;
};

/// What runs: a target of fixed stages ignores NaN in extrema, as the original does.
template <class Op, slice_target Target>
inline constexpr slice_op code_for = [] {
  if constexpr (requires { Op::code; }) {
    if (Target.fixed_stages && Op::code == slice_op::max) return slice_op::max_number;
    if (Target.fixed_stages && Op::code == slice_op::min) return slice_op::min_number;
    return Op::code;
  } else {
    return slice_op::add;  // not looked at: a user's own operation brings its fold
  }
}();

template <class T, slice_target Target, class Op>
slice_fold fold_for(const Op& op) {
  if constexpr (is_own_op<Op>)
    return {&fold_own<T, Op>, dtype_of<T>, dtype_of<T>, std::int64_t(sizeof(T)), nullptr, &op};
  else
    return fold_of(code_for<Op, Target>, dtype_of<T>);
}

}  // namespace detail
}  // namespace tiga

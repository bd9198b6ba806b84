// Reductions of tensors: over all axes, or over the axes that are named.
//
// `sum(x)` is a tensor without axes, `sum<F>(x)` has the axes of x but F, `sum<N, F>(x)` all but both. x may be any
// view. Every element counts once, in one order that depends on the shape only: the bits are the same for every
// layout, number of threads, instruction set and compiler. Positions in row-major order are cut in blocks of 4096,
// folded in 16 lanes, and the blocks are combined pairwise, so that a sum of a million floats is right to about 1e-6.
// O(size of x) on all threads.
#pragma once
#include <tiga/tensor/dynamic.hpp>
#include <tiga/tensor/select.hpp>

namespace tiga {
namespace detail {

enum class reduction : std::uint8_t { sum, mean, prod, max, min, any, all, argmax, argmin };

/// The compiled core: reduces the axes i of x whose bit 1 << i is set; the others remain, packed. Throws tiga::error
/// for a product of booleans.
dynamic_tensor reduce(const dynamic_tensor& x, unsigned axes, reduction operation);

template <class M, factor... Reduced>
inline constexpr unsigned reduced_bits = sizeof...(Reduced) == 0
                                             ? (1u << M::rank) - 1u
                                             : (0u | ... | (1u << unsigned(index_of<M>(Reduced) & 31)));

template <class M, factor... Reduced>
struct reduced_mapping {
  using type = without<M, Reduced...>;
};
template <class M>
struct reduced_mapping<M> {
  using type = m<>;
};

/// What a reduction may be asked: axes that the layout has, and arithmetic on numbers only.
template <literal Operation, bool Allowed, class T, class M, factor... Reduced>
struct reduction_rule {
  static constexpr text why = [] {
    text t;
    if (Allowed) return named_axes_rule<Operation, M, Reduced...>::why;
    return t << Operation.chars << ": no arithmetic on " << (is_id<T> ? "ids" : "bool, use all(x)");
  }();
};

template <literal Operation, class R, bool Allowed, factor... Reduced, class T, class M>
auto reduced(const tensor<T, M>& x, reduction operation) {
  static_assert(sizeof(require<reduction_rule<Operation, Allowed, T, M, Reduced...>>) != 0, "tiga: refused");
  using result = typename reduced_mapping<M, Reduced...>::type;
  return typed<R, result>(reduce(x, reduced_bits<M, Reduced...>, operation));
}

template <class T>
struct mean_type {
  using type = std::conditional_t<is_floating(dtype_of<T>), T, std::conditional_t<(sizeof(T) <= 2), float, double>>;
};

/// The index that argmax gives: into the one reduced axis, or a row-major number of several.
template <class M, factor... Reduced>
struct position_type {
  using type = std::int64_t;
};
template <class M, factor Reduced>
struct position_type<M, Reduced> {
  using type = id<Reduced, std::int64_t>;
};
template <factor Only>
struct position_type<m<Only>> {
  using type = id<Only, std::int64_t>;
};

}  // namespace detail

/// Sum; 0 of nothing. f16 and bf16 are added in float and rounded once, integers wrap, booleans are counted in 64 bits.
template <factor... Reduced, class T, class M>
auto sum(const tensor<T, M>& x) {
  using result = std::conditional_t<std::is_same_v<T, bool>, std::int64_t, T>;
  return detail::reduced<"sum", result, !is_id<T>, Reduced...>(x, detail::reduction::sum);
}

/// Refused: axes have names, not numbers.
template <class T, class M, class Number>
requires std::is_integral_v<Number>
auto sum(const tensor<T, M>& x, Number) {
  static_assert(sizeof(require<detail::unnamed_rule<"sum", M>>) != 0, "tiga: refused");
  return x;
}
template <class T, class M, class Number>
requires std::is_integral_v<Number>
auto mean(const tensor<T, M>& x, Number) {
  static_assert(sizeof(require<detail::unnamed_rule<"mean", M>>) != 0, "tiga: refused");
  return x;
}

/// Sum divided by the number of elements; NaN of nothing. Of bool, 8 and 16-bit integers it is a float, of wider
/// integers a double; the sum of integers is taken in double.
template <factor... Reduced, class T, class M>
auto mean(const tensor<T, M>& x) {
  return detail::reduced<"mean", typename detail::mean_type<T>::type, !is_id<T>, Reduced...>(x,
                                                                                             detail::reduction::mean);
}

/// Product; 1 of nothing. Integers wrap. Not of booleans: `all` is what that means.
template <factor... Reduced, class T, class M>
auto prod(const tensor<T, M>& x) {
  return detail::reduced<"prod", T, (!is_id<T> && !std::is_same_v<T, bool>), Reduced...>(x, detail::reduction::prod);
}

/// Greatest element; NaN if there is one, +0 is greater than -0; of nothing -infinity or the lowest value.
template <factor... Reduced, class T, class M>
auto max(const tensor<T, M>& x) {
  return detail::reduced<"max", T, true, Reduced...>(x, detail::reduction::max);
}

/// Least element; NaN if there is one, -0 is less than +0; of nothing +infinity or the greatest value.
template <factor... Reduced, class T, class M>
auto min(const tensor<T, M>& x) {
  return detail::reduced<"min", T, true, Reduced...>(x, detail::reduction::min);
}

/// Whether one element is not zero (a NaN is not); false of nothing.
template <factor... Reduced, class T, class M>
auto any(const tensor<T, M>& x) {
  return detail::reduced<"any", bool, true, Reduced...>(x, detail::reduction::any);
}

/// Whether no element is zero; true of nothing.
template <factor... Reduced, class T, class M>
auto all(const tensor<T, M>& x) {
  return detail::reduced<"all", bool, true, Reduced...>(x, detail::reduction::all);
}

/// Where `max` is: the first of equals, the first NaN before all; -1 of nothing. The element type is `id` of the axis
/// when one axis is reduced, and the row-major number among the reduced positions (std::int64_t) otherwise.
template <factor... Reduced, class T, class M>
auto argmax(const tensor<T, M>& x) {
  using at = typename detail::position_type<M, Reduced...>::type;
  return detail::reduced<"argmax", at, true, Reduced...>(x, detail::reduction::argmax);
}

/// Where `min` is, like `argmax`.
template <factor... Reduced, class T, class M>
auto argmin(const tensor<T, M>& x) {
  using at = typename detail::position_type<M, Reduced...>::type;
  return detail::reduced<"argmin", at, true, Reduced...>(x, detail::reduction::argmin);
}

}  // namespace tiga

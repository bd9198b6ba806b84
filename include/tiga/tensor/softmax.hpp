// Softmax and its kin over named axes.
#pragma once
#include <tiga/tensor/dynamic.hpp>
#include <tiga/tensor/reduce.hpp>

namespace tiga {
namespace detail {

enum class softmax_kind : std::uint8_t { softmax, log_softmax, logsumexp };

/// The compiled core over the axes whose bits are set. The result of logsumexp lacks them.
dynamic_tensor softmax(const dynamic_tensor& x, unsigned axes, softmax_kind kind);

template <literal Operation, class T, class M, factor... Over>
struct softmax_rule {
  static constexpr text why = [] {
    text t;
    if (!is_floating(dtype_of<T>) || is_id<T>)
      return t << Operation.chars << ": elements are f16, bf16, f32 or f64, not "
               << (is_id<T> ? "ids" : dtype_name(dtype_of<T>));
    return named_axes_rule<Operation, M, Over...>::why;
  }();
};

}  // namespace detail

/// `softmax<F>(x)`: exp(x) divided by its sum over the axes F... (over all when none is named); every other position
/// for itself. Computed from x - max, so that no score is too large. A score of -inf has weight 0; where every score is
/// -inf, and where one is +inf or NaN, the result is NaN. f16 and bf16 are computed in f32. Sums run in 16 lanes of
/// stride 16, then lane 8, 4, 2, 1: the bits depend on the shape only. O(size), fastest over the last axes.
template <factor... F, class T, class M>
tensor<T, M> softmax(const tensor<T, M>& x) {
  static_assert(sizeof(require<detail::softmax_rule<"softmax", T, M, F...>>) != 0, "tiga: refused");
  return typed<T, M>(detail::softmax(x, detail::reduced_bits<M, F...>, detail::softmax_kind::softmax));
}

/// The logarithm of softmax, without the loss of taking it afterwards.
template <factor... F, class T, class M>
tensor<T, M> log_softmax(const tensor<T, M>& x) {
  static_assert(sizeof(require<detail::softmax_rule<"log_softmax", T, M, F...>>) != 0, "tiga: refused");
  return typed<T, M>(detail::softmax(x, detail::reduced_bits<M, F...>, detail::softmax_kind::log_softmax));
}

/// log of the sum of exp(x) over the axes F..., which the result lacks. -inf of nothing and where every score is -inf,
/// +inf where one is; NaN where one is.
template <factor... F, class T, class M>
auto logsumexp(const tensor<T, M>& x) {
  static_assert(sizeof(require<detail::softmax_rule<"logsumexp", T, M, F...>>) != 0, "tiga: refused");
  using result = typename detail::reduced_mapping<M, F...>::type;
  return typed<T, result>(detail::softmax(x, detail::reduced_bits<M, F...>, detail::softmax_kind::logsumexp));
}

}  // namespace tiga

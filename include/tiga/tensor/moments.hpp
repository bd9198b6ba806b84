// Spread and size along named axes: variance, standard deviation, Euclidean norm, layer normalisation.
#pragma once
#include <tiga/tensor/softmax.hpp>

namespace tiga {
namespace detail {

enum class moment : std::uint8_t { variance, deviation, norm, normalized };
/// The compiled core; all but `normalized` lack the axes in the result. `epsilon` is for `normalized`.
dynamic_tensor moments(const dynamic_tensor& x, unsigned axes, moment what, double epsilon);

}  // namespace detail

/// The mean of (x - mean)^2 over the axes F... (all when none is named), in two passes in double, so that 10001 ...
/// 10004 give 1.25; NaN of nothing. Of the population: divided by the number, not by one less.
template <factor... F, class T, class M>
auto var(const tensor<T, M>& x) {
  static_assert(sizeof(require<detail::softmax_rule<"var", T, M, F...>>) != 0, "tiga: refused");
  using result = typename detail::reduced_mapping<M, F...>::type;
  return typed<T, result>(detail::moments(x, detail::reduced_bits<M, F...>, detail::moment::variance, 0));
}
/// The square root of `var`.
template <factor... F, class T, class M>
auto stddev(const tensor<T, M>& x) {
  static_assert(sizeof(require<detail::softmax_rule<"stddev", T, M, F...>>) != 0, "tiga: refused");
  using result = typename detail::reduced_mapping<M, F...>::type;
  return typed<T, result>(detail::moments(x, detail::reduced_bits<M, F...>, detail::moment::deviation, 0));
}
/// The square root of the sum of squares; no square overflows. 0 of nothing.
template <factor... F, class T, class M>
auto l2_norm(const tensor<T, M>& x) {
  static_assert(sizeof(require<detail::softmax_rule<"norm", T, M, F...>>) != 0, "tiga: refused");
  using result = typename detail::reduced_mapping<M, F...>::type;
  return typed<T, result>(detail::moments(x, detail::reduced_bits<M, F...>, detail::moment::norm, 0));
}
/// (x - mean) / sqrt(var + epsilon) over the axes F... of every other position (Ba, Kiros and Hinton, "Layer
/// normalization", 2016); scale and shift with `* broadcast(...)` and `add_bias`.
template <factor... F, class T, class M>
tensor<T, M> layer_norm(const tensor<T, M>& x, double epsilon = 1e-5) {
  static_assert(sizeof(require<detail::softmax_rule<"layer_norm", T, M, F...>>) != 0, "tiga: refused");
  return typed<T, M>(detail::moments(x, detail::reduced_bits<M, F...>, detail::moment::normalized, epsilon));
}

}  // namespace tiga

// Random weights. The last axis counts outputs, the others together inputs: weights are over [In, Out].
#pragma once
#include <cmath>
#include <tiga/tensor/random.hpp>

namespace tiga::nn {
namespace detail {
struct fans {
  double in, out;
};
template <class M>
fans fans_of(const extents<M::rank>& n) {
  static_assert(M::rank >= 2, "tiga: weights are over [In, Out]: at least two axes");
  fans f{1, double(n.n[M::rank - 1])};
  for (int i = 0; i + 1 < M::rank; ++i) f.in *= double(n.n[i]);
  return f;
}
template <class T, class M>
tensor<T, M> uniform_within(std::uint64_t seed, const extents<M::rank>& n, double limit) {
  auto t = tensor<T, M>::uninitialized(n);
  if (t.size() > 0) tiga::detail::random_uniform(dtype_of<T>, t.mutable_span().data(), t.size(), seed, -limit, limit);
  return t;
}
template <class T, class M>
tensor<T, M> normal_around(std::uint64_t seed, const extents<M::rank>& n, double deviation) {
  auto t = tensor<T, M>::uninitialized(n);
  tiga::detail::random_normal(dtype_of<T>, t.mutable_span().data(), t.size(), seed, 0, deviation);
  return t;
}
template <class T>
inline constexpr bool is_weight = is_floating(dtype_of<T>);
}  // namespace detail

/// `glorot_uniform<float, m<In, Out>>(seed, sizes...)`: in [-l, l) with l = sqrt(6 / (in + out)) (Glorot and Bengio,
/// AISTATS 2010), the run-time sizes in order. The numbers depend on seed and position only.
template <class T, class M, class... I>
tensor<T, M> glorot_uniform(std::uint64_t seed, const I&... sizes) {
  static_assert(detail::is_weight<T>, "tiga: weights are f16, bf16, f32 or f64");
  const auto n = tiga::detail::extents_from<"glorot_uniform", M>(sizes...);
  const detail::fans f = detail::fans_of<M>(n);
  return detail::uniform_within<T, M>(seed, n, std::sqrt(6 / (f.in + f.out)));
}
/// Normal with deviation sqrt(2 / (in + out)).
template <class T, class M, class... I>
tensor<T, M> glorot_normal(std::uint64_t seed, const I&... sizes) {
  static_assert(detail::is_weight<T>, "tiga: weights are f16, bf16, f32 or f64");
  const auto n = tiga::detail::extents_from<"glorot_normal", M>(sizes...);
  const detail::fans f = detail::fans_of<M>(n);
  return detail::normal_around<T, M>(seed, n, std::sqrt(2 / (f.in + f.out)));
}
/// In [-l, l) with l = sqrt(6 / in), for relu (He, Zhang, Ren and Sun, ICCV 2015).
template <class T, class M, class... I>
tensor<T, M> kaiming_uniform(std::uint64_t seed, const I&... sizes) {
  static_assert(detail::is_weight<T>, "tiga: weights are f16, bf16, f32 or f64");
  const auto n = tiga::detail::extents_from<"kaiming_uniform", M>(sizes...);
  return detail::uniform_within<T, M>(seed, n, std::sqrt(6 / detail::fans_of<M>(n).in));
}
/// Normal with deviation sqrt(2 / in).
template <class T, class M, class... I>
tensor<T, M> kaiming_normal(std::uint64_t seed, const I&... sizes) {
  static_assert(detail::is_weight<T>, "tiga: weights are f16, bf16, f32 or f64");
  const auto n = tiga::detail::extents_from<"kaiming_normal", M>(sizes...);
  return detail::normal_around<T, M>(seed, n, std::sqrt(2 / detail::fans_of<M>(n).in));
}

}  // namespace tiga::nn

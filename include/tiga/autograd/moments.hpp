// Variance, standard deviation, norm and layer normalisation of tracked tensors and of expressions.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <tiga/tensor/moments.hpp>

namespace tiga {
namespace detail {
/// Where a deviation or norm is 0 its gradient is taken as 0.
tape_ptr record_moments(const dynamic_tensor& x, const tape_ptr& node, std::int64_t count, unsigned axes, moment what,
                        double epsilon);

template <class Y, class T, class M>
auto track_moments(const tracked<T, M>& x, const Y& y, unsigned axes, moment what, double epsilon) {
  return tracked(y, record_moments(x.value(), x.node(), y.size(), axes, what, epsilon));
}
}  // namespace detail

template <factor... F, class T, class M>
auto var(const tracked<T, M>& x) {
  return detail::track_moments(x, var<F...>(x.value()), detail::reduced_bits<M, F...>, detail::moment::variance, 0);
}
template <factor... F, class T, class M>
auto stddev(const tracked<T, M>& x) {
  return detail::track_moments(x, stddev<F...>(x.value()), detail::reduced_bits<M, F...>, detail::moment::deviation, 0);
}
template <factor... F, class T, class M>
auto l2_norm(const tracked<T, M>& x) {
  return detail::track_moments(x, l2_norm<F...>(x.value()), detail::reduced_bits<M, F...>, detail::moment::norm, 0);
}
template <factor... F, class T, class M>
auto layer_norm(const tracked<T, M>& x, double epsilon = 1e-5) {
  return detail::track_moments(x, layer_norm<F...>(x.value(), epsilon), detail::reduced_bits<M, F...>,
                               detail::moment::normalized, epsilon);
}
template <factor... F, detail::unevaluated X>
auto var(const X& x) {
  return var<F...>(x.evaluate());
}
template <factor... F, detail::unevaluated X>
auto stddev(const X& x) {
  return stddev<F...>(x.evaluate());
}
template <factor... F, detail::unevaluated X>
auto l2_norm(const X& x) {
  return l2_norm<F...>(x.evaluate());
}
template <factor... F, detail::unevaluated X>
auto layer_norm(const X& x, double epsilon = 1e-5) {
  return layer_norm<F...>(x.evaluate(), epsilon);
}

}  // namespace tiga

// Running sums and greatest elements of tracked tensors and of expressions.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <tiga/tensor/order.hpp>

namespace tiga {
namespace detail {
tape_ptr record_cumsum(const dynamic_tensor& x, const tape_ptr& node, int axis);
/// Each chosen element gets its cotangent, the others 0.
tape_ptr record_top_k(const dynamic_tensor& x, const tape_ptr& node, int axis, const dynamic_tensor& places);
}  // namespace detail

template <factor F, class T, class M>
tracked<T, M> cumsum(const tracked<T, M>& x) {
  return {cumsum<F>(x.value()), detail::record_cumsum(x.value(), x.node(), index_of<M>(F))};
}
template <factor F, detail::unevaluated X>
auto cumsum(const X& x) {
  return cumsum<F>(x.evaluate());
}
template <factor F, factor K, class T, class M>
auto top_k(const tracked<T, M>& x, std::int64_t count) {
  const auto [values, places] = top_k<F, K>(x.value(), count);
  return std::pair{tracked(values, detail::record_top_k(x.value(), x.node(), index_of<M>(F), places)), places};
}
template <factor F, factor K, class T, class M>
auto top_k(const tracked<T, M>& x) {
  static_assert(sizeof(require<detail::top_k_rule<M, F, K, false>>) != 0, "tiga: refused");
  return top_k<F, K>(x, size_of(K));
}
template <factor F, factor K, detail::unevaluated X, class... Count>
auto top_k(const X& x, Count... count) {
  return top_k<F, K>(x.evaluate(), count...);
}

}  // namespace tiga

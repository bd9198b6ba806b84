// Running sums and the greatest elements along one axis.
#pragma once
#include <tiga/tensor/dynamic.hpp>
#include <tiga/tensor/id.hpp>
#include <tiga/tensor/reduce.hpp>
#include <tiga/tensor/views.hpp>
#include <utility>

namespace tiga {
namespace detail {

dynamic_tensor cumsum(const dynamic_tensor& x, int axis, bool backward);
/// Values and positions (i64) of the `count` greatest along `axis`.
std::pair<dynamic_tensor, dynamic_tensor> top_k(const dynamic_tensor& x, int axis, std::int64_t count,
                                                const factor& named);

template <literal Operation, class T, class M, factor F>
struct order_rule {
  static constexpr text why = [] {
    text t;
    if (is_id<T> || std::is_same_v<T, bool>)
      return t << Operation.chars << ": elements are numbers, not " << (is_id<T> ? "ids" : "bool");
    return named_axes_rule<Operation, M, F>::why;
  }();
};
template <class M, factor F, factor K, bool CountGiven>
struct top_k_rule {
  static constexpr text why = [] {
    text t;
    if (contains<M>(K)) return t << "top_k: " << render(M{}) << " already has the axis " << K;
    if (size_of(K) == dynamic && !CountGiven)
      return t << "top_k: how many? The size of axis " << K << " is known at run time only: top_k<F, K>(x, count)";
    if (size_of(K) != dynamic && size_of(F) != dynamic && size_of(K) > size_of(F))
      return t << "top_k: " << size_of(K) << " of the " << size_of(F) << " positions of axis " << F;
    return t;
  }();
};

}  // namespace detail

/// y[i] = x[0] + ... + x[i] along axis F. Integers wrap; floats are added up in double and rounded at each position.
/// One row after the other, rows on all threads. O(size).
template <factor F, class T, class M>
tensor<T, M> cumsum(const tensor<T, M>& x) {
  static_assert(sizeof(require<detail::order_rule<"cumsum", T, M, F>>) != 0, "tiga: refused");
  return typed<T, M>(detail::cumsum(x, index_of<M>(F), false));
}

/// `auto [values, where] = top_k<F, K>(x)`: the greatest elements along axis F in descending order, along an axis K in
/// its place, and their positions as ids of F. The first of equal elements comes first, NaN before all. The size of K
/// is declared or given. Throws tiga::error when F has fewer positions. O(size log K).
template <factor F, factor K, class T, class M>
auto top_k(const tensor<T, M>& x, std::int64_t count) {
  static_assert(sizeof(require<detail::order_rule<"top_k", T, M, F>>) != 0, "tiga: refused");
  static_assert(sizeof(require<detail::top_k_rule<M, F, K, true>>) != 0, "tiga: refused");
  using layout = typename detail::replaced<M, F, K>::type;
  const auto [values, places] = detail::top_k(x, index_of<M>(F), count, F);
  return std::pair{typed<T, layout>(values, "top_k"), typed<id<F, std::int64_t>, layout>(places, "top_k")};
}
template <factor F, factor K, class T, class M>
auto top_k(const tensor<T, M>& x) {
  static_assert(sizeof(require<detail::top_k_rule<M, F, K, false>>) != 0, "tiga: refused");
  return top_k<F, K>(x, size_of(K));
}

}  // namespace tiga

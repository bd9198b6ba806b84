// Reductions of tracked tensors and of expressions.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <tiga/tensor/reduce.hpp>

namespace tiga {
namespace detail {

/// The adjoint of reducing the axes in `axes` of x (its value kept) to `y`: compiled once, in src/autograd. Ties of max
/// and min share evenly; the gradient of prod is right with zeros in it.
tape_ptr record_reduction(const dynamic_tensor& x, const tape_ptr& node, const dynamic_tensor& y, unsigned axes,
                          reduction what);

template <factor... Reduced, class T, class M, class Y>
auto track_reduction(const tracked<T, M>& x, const Y& y, reduction what) {
  return tracked(y, record_reduction(x.value(), x.node(), y, reduced_bits<M, Reduced...>, what));
}
}  // namespace detail

#define TIGA_REDUCTION(name)                                                                             \
  template <factor... Reduced, class T, class M>                                                         \
  auto name(const tracked<T, M>& x) {                                                                    \
    return detail::track_reduction<Reduced...>(x, name<Reduced...>(x.value()), detail::reduction::name); \
  }                                                                                                      \
  template <factor... Reduced, detail::unevaluated X>                                                    \
  auto name(const X& x) {                                                                                \
    return name<Reduced...>(x.evaluate());                                                               \
  }
TIGA_REDUCTION(sum)
TIGA_REDUCTION(mean)
TIGA_REDUCTION(max)
TIGA_REDUCTION(min)
TIGA_REDUCTION(prod)
#undef TIGA_REDUCTION

}  // namespace tiga

// Contractions of tracked tensors and of expressions.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <tiga/tensor/contract.hpp>

namespace tiga {
namespace detail {

/// Both adjoints are contractions: with the cotangent, over the axes that the other operand has alone. Either node may
/// be null.
tape_ptr record_contraction(const dynamic_tensor& x, const tape_ptr& x_node, const dynamic_tensor& w,
                            const tape_ptr& w_node, const contraction& c, std::int64_t count);

template <class X>
concept plain_or_tracked = is_tensor<X> || is_tracked<X>;
template <class X>
const tape_ptr node_behind(const X& x) {
  if constexpr (is_tracked<X>)
    return x.node();
  else
    return {};
}

}  // namespace detail

template <factor... F, detail::operand X, detail::operand W>
requires(!is_tensor<X> || !is_tensor<W>) auto contract(const X& x, const W& w) {
  if constexpr (detail::unevaluated<X> || detail::unevaluated<W>) {
    return contract<F...>(eval(x), eval(w));
  } else {
    const auto y = contract<F...>(detach(x), detach(w));
    return tracked(y, detail::record_contraction(detach(x), detail::node_behind(x), detach(w), detail::node_behind(w),
                                                 detail::contraction_of<typename X::mapping, typename W::mapping, F...>,
                                                 y.size()));
  }
}

}  // namespace tiga

// concat, stack and gather of tracked tensors and of expressions.
#pragma once
#include <tiga/autograd/contract.hpp>
#include <tiga/tensor/join.hpp>

namespace tiga {
namespace detail {

/// Each part gets its own piece of the cotangent. Nodes may be null.
tape_ptr record_concat(const dynamic_tensor& result, int at, const std::int64_t* lengths, const tape_ptr* nodes,
                       int count);
/// Every row gets the sum of what was made of it, in the canonical order of a row's fold.
tape_ptr record_gather(const dynamic_tensor& x, const tape_ptr& node, int at, const dynamic_tensor& ids,
                       std::int64_t count);

}  // namespace detail

template <factor Out, detail::operand... X>
requires(!(true && ... && is_tensor<X>)) auto concat(const X&... x) {
  if constexpr ((false || ... || detail::unevaluated<X>)) {
    return concat<Out>(eval(x)...);
  } else {
    auto y = concat<Out>(detach(x)...);
    constexpr int at = detail::joined_place<Out, typename X::mapping...>();
    const std::int64_t lengths[] = {x.extent(at)...};
    const tape_ptr nodes[] = {detail::node_behind(x)...};
    return tracked(y, detail::record_concat(y, at, lengths, nodes, int(sizeof...(X))));
  }
}
template <factor New, detail::operand... X>
requires(!(true && ... && is_tensor<X>)) auto stack(const X&... x) {
  if constexpr ((false || ... || detail::unevaluated<X>)) {
    return stack<New>(eval(x)...);
  } else {
    auto y = stack<New>(detach(x)...);
    std::int64_t lengths[sizeof...(X)];
    for (std::int64_t& l : lengths) l = 1;
    const tape_ptr nodes[] = {detail::node_behind(x)...};
    return tracked(y, detail::record_concat(y, 0, lengths, nodes, int(sizeof...(X))));
  }
}
template <class T, class M, class Id, class B>
auto gather(const tracked<T, M>& x, const tensor<Id, B>& ids) {
  auto y = gather(x.value(), ids);
  return tracked(y, detail::record_gather(x.value(), x.node(), index_of<M>(Id::axis), ids, y.size()));
}
template <detail::unevaluated X, class Id, class B>
auto gather(const X& x, const tensor<Id, B>& ids) {
  return gather(x.evaluate(), ids);
}

}  // namespace tiga

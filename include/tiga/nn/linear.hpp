// Linear layers.
#pragma once
#include <tiga/autograd/contract.hpp>

namespace tiga {
namespace detail {

/// y + b in every row: the axes of b are the last of y. Writes into y where nobody else owns it.
dynamic_tensor add_bias(dynamic_tensor y, const dynamic_tensor& b);
tape_ptr record_bias(const dynamic_tensor& y, const tape_ptr& y_node, const tape_ptr& b_node, int b_rank);

template <class Y, class B>
struct bias_rule {
  static constexpr text why = [] {
    text t;
    bool last = B::rank <= Y::rank;
    for (int i = 0; last && i < B::rank; ++i) last = Y::factors[Y::rank - B::rank + i] == B::factors[i];
    if (!last) t << "bias: " << render(B{}) << " are not the last axes of " << render(Y{});
    return t;
  }();
};
template <class X, class W>
struct linear_rule {
  static constexpr text why = [] {
    text t;
    bool any = false;
    for (int i = 0; i < W::rank; ++i) any |= contains<X>(W::factors[i]);
    if (!any) t << "linear: the weights " << render(W{}) << " share no axis with the input " << render(X{});
    return t;
  }();
};
template <class X, class W>
struct shared_axes {
  struct table {
    int place[W::rank + 1]{};
    int count = 0;
  };
  static constexpr table all = [] {
    table t;
    for (int i = 0; i < W::rank; ++i)
      if (contains<X>(W::factors[i])) t.place[t.count++] = i;
    return t;
  }();
  template <int... I>
  static m<W::factors[all.place[I]]...> make(std::integer_sequence<int, I...>);
  using type = decltype(make(std::make_integer_sequence<int, all.count>{}));
};
template <class X, class W, factor... F>
auto contract_over(const X& x, const W& w, m<F...>) {
  return contract<F...>(x, w);
}
template <class T, class Y, class B>
tensor<T, Y> biased(tensor<T, Y> y, const tensor<T, B>& b) {
  dynamic_tensor moved(y);
  y = tensor<T, Y>();  // so that the core may write into it
  return typed<T, Y>(add_bias(static_cast<dynamic_tensor&&>(moved), b));
}

}  // namespace detail

/// x + b for every row of x: the axes of b are the last ones of x, in order. In place when x is a temporary that nobody
/// else owns.
template <class X, detail::operand B>
requires detail::operand<std::remove_cvref_t<X>>
auto add_bias(X&& x, const B& b) {
  using from = std::remove_cvref_t<X>;
  if constexpr (detail::unevaluated<from> || detail::unevaluated<B>) {
    return add_bias(eval(x), eval(b));
  } else {
    using rule = detail::bias_rule<typename from::mapping, typename B::mapping>;
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
    if constexpr (is_tensor<from> && is_tensor<B>) {
      return detail::biased<typename from::value_type, typename from::mapping>(static_cast<X&&>(x), b);
    } else {
      const auto y = detail::biased(detach(x), detach(b));
      return tracked(y, detail::record_bias(y, detail::node_behind(x), detail::node_behind(b), B::mapping::rank));
    }
  }
}

/// `linear(x, w)`: contracted over the axes that both have, x over [N, F] and w over [F, H] give [N, H];
/// `linear(x, w, b)` adds a bias over the axes that w has alone. Everything may be tracked.
template <detail::operand X, detail::operand W>
auto linear(const X& x, const W& w) {
  using from = typename detail::operand_of<X>::mapping;
  using weights = typename detail::operand_of<W>::mapping;
  if constexpr (detail::linear_rule<from, weights>::why.length != 0)
    static_assert(sizeof(require<detail::linear_rule<from, weights>>) != 0, "tiga: refused");
  else
    return detail::contract_over(x, w, typename detail::shared_axes<from, weights>::type{});
}
template <detail::operand X, detail::operand W, detail::operand B>
auto linear(const X& x, const W& w, const B& b) {
  return add_bias(linear(x, w), b);
}

}  // namespace tiga

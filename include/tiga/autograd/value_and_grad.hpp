// Functions with their gradients, as JAX's `value_and_grad`, and functions without.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <utility>

namespace tiga {
namespace detail {

template <class X>
decltype(auto) value_of(X&& x) {
  if constexpr (requires { x.evaluate(); })
    return x.evaluate();
  else
    return static_cast<X&&>(x);
}
template <class X>
inline constexpr bool is_pair = false;
template <class A, class B>
inline constexpr bool is_pair<std::pair<A, B>> = true;

template <class Loss, class... X>
auto value_then_gradients(Loss&& loss, const X&... leaves) {
  if constexpr (is_tracked<std::remove_cvref_t<Loss>>) {
    auto value = loss.value();
    auto gradients = grad(static_cast<Loss&&>(loss), leaves...);
    return std::pair{static_cast<decltype(value)&&>(value), static_cast<decltype(gradients)&&>(gradients)};
  } else {
    return std::pair{loss, grad(loss, leaves...)};  // refused there
  }
}

}  // namespace detail

/// `auto [loss, g] = value_and_grad(f, w)`: calls `f(track(w)...)`, whose result is a scalar, and gives its value and
/// the gradient (of several arguments a tuple). Arguments are tensors or bundles of them; what f captures is constant.
/// When f returns a std::pair, its first member is the loss and the value is a pair of the loss's value and the second
/// member. Intermediate values and cotangents are released as the backward pass goes.
template <class F, class... X>
auto value_and_grad(F&& f, const X&... x) {
  static_assert(sizeof...(X) > 0, "tiga: value_and_grad(f, inputs...): name at least one input");
  const auto with = [&](const auto&... leaf) {
    using result = decltype(f(leaf...));
    if constexpr (detail::is_pair<result>) {
      auto both = f(leaf...);
      auto [value, gradients] = detail::value_then_gradients(detail::value_of(std::move(both.first)), leaf...);
      return std::pair{std::pair{std::move(value), std::move(both.second)}, std::move(gradients)};
    } else {
      return detail::value_then_gradients(detail::value_of(f(leaf...)), leaf...);
    }
  };
  return with(track(x)...);
}

/// Calls f with the values of the arguments, so that nothing in it is recorded: a scope without gradients. What f
/// captures is used as it is.
template <class F, class... X>
auto no_grad(F&& f, const X&... x) {
  return f(detach(x)...);
}

}  // namespace tiga

// Recompute instead of store: Griewank and Walther, "Algorithm 799: revolve", TOMS 26 (2000); Chen, Xu, Zhang and
// Guestrin, "Training deep nets with sublinear memory cost" (2016).
#pragma once
#include <tiga/autograd/value_and_grad.hpp>

namespace tiga {
namespace detail {

template <class F, class... X>
class checkpointed final : public tape_node {
 public:
  checkpointed(dtype type, std::int64_t count, F f, const X&... x)
      : tape_node(type, count), f_(static_cast<F&&>(f)), x_(x...) {
    (add_input([&]() -> tape_ptr {
       if constexpr (is_tracked<X>)
         return x.node();
       else
         return {};
     }()),
     ...);
  }
  const char* name() const override { return "a checkpointed function"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    std::apply([&](const X&... x) { again(cotangent, sink, fresh(x)...); }, x_);
  }

 private:
  // Leaves of a tape of their own.
  template <class T>
  static auto fresh(const T& x) {
    if constexpr (is_tracked<T>)
      return track(x.value());
    else
      return x;
  }
  template <class T>
  static tape_ptr leaf(const T& x) {
    if constexpr (is_tracked<T>)
      return x.node();
    else
      return {};
  }
  void again(const buffer& cotangent, gradient_sink& sink, const auto&... x) {
    const tape_ptr all[] = {leaf(x)...};
    tape_ptr wanted[sizeof...(X)];
    int place[sizeof...(X)], n = 0;
    for (int i = 0; i < int(sizeof...(X)); ++i)
      if (all[i] && sink.wants(input(i))) place[n] = i, wanted[n++] = all[i];
    buffer results[sizeof...(X)];
    backward(value_of(f_(x...)).node(), cotangent, wanted, n, results);
    for (int k = 0; k < n; ++k) sink.add(input(place[k]), results[k]);
  }

  F f_;
  std::tuple<X...> x_;
};

}  // namespace detail

/// `f(x...)`, of which only the arguments are kept: the backward pass calls f again. f returns one tensor (or an
/// expression) and gives the same each time; dropout with a key does. What f captures gets no gradient, so tracked
/// tensors are passed as arguments.
template <class F, class... X>
auto checkpoint(F f, const X&... x) {
  auto value = eval(f(detach(x)...));
  if constexpr ((false || ... || detail::is_tracked<X>)) {
    using value_type = typename decltype(value)::value_type;
    const std::int64_t count = value.size();
    tape_ptr node(new detail::checkpointed<F, X...>(dtype_of<value_type>, count, static_cast<F&&>(f), x...));
    return tracked(static_cast<decltype(value)&&>(value), static_cast<tape_ptr&&>(node));
  } else {
    return value;
  }
}

}  // namespace tiga

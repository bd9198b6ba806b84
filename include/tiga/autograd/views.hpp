// Views of tracked tensors and of expressions. A view copies nothing; its gradient goes to the elements that it shows.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <tiga/tensor/dynamic.hpp>
#include <tiga/tensor/views.hpp>

namespace tiga {
namespace detail {

/// The adjoint of a view: `shown` is the same view of a packed tensor of `count` elements that begins at `first`.
/// Positions that show one element add up in the canonical order of sums. Compiled once, in src/autograd.
tape_ptr record_view(const tape_ptr& node, const dynamic_tensor& shown, const void* first, std::int64_t count);

template <class X>
concept not_yet_plain = is_tracked<X> || unevaluated<X>;

template <class X, class View>
auto view_of(const X& x, const View& view) {
  if constexpr (is_tracked<X>) {
    const auto& value = x.value();
    using plain = std::remove_cvref_t<decltype(value)>;
    strides<plain::rank> packed{};
    packed_strides(plain::rank, value.shape().n, packed.n);
    const plain whole(value.storage(), value.data(), value.shape(), packed);
    return tracked(view(value), record_view(x.node(), view(whole), whole.data(), value.size()));
  } else {
    return view(x.evaluate());  // of a tracked result, too
  }
}

}  // namespace detail

/// The views of tensor/views.hpp, with the same rules and errors. The backward pass is O(elements of the view), and
/// O(elements of x) where the view shows a part of them.
template <factor F, std::int64_t Begin, std::int64_t End, std::int64_t Step = 1, detail::not_yet_plain X>
auto slice(const X& x) {
  return detail::view_of(x, [](const auto& t) { return slice<F, Begin, End, Step>(t); });
}
template <factor F, factor G, detail::not_yet_plain X>
auto slice(const X& x, std::int64_t begin, std::int64_t end, std::int64_t step = 1) {
  return detail::view_of(x, [=](const auto& t) { return slice<F, G>(t, begin, end, step); });
}
template <factor... F, detail::not_yet_plain X>
auto permute(const X& x) {
  return detail::view_of(x, [](const auto& t) { return permute<F...>(t); });
}
template <detail::not_yet_plain X>
auto transpose(const X& x) {
  return detail::view_of(x, [](const auto& t) { return transpose(t); });
}
template <factor F, detail::not_yet_plain X>
auto broadcast(const X& x) {
  return detail::view_of(x, [](const auto& t) { return broadcast<F>(t); });
}
template <factor F, detail::not_yet_plain X>
auto broadcast(const X& x, std::int64_t size) {
  return detail::view_of(x, [=](const auto& t) { return broadcast<F>(t, size); });
}
template <factor F, detail::not_yet_plain X, class I>
auto pick(const X& x, const I& i) {
  return detail::view_of(x, [&](const auto& t) { return pick<F>(t, i); });
}

}  // namespace tiga

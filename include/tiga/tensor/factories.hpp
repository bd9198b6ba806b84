// Tensors out of a rule. Sizes are given for the axes that have none by their type, in their order.
#pragma once
#include <tiga/tensor/sizes.hpp>

namespace tiga {
namespace detail {
/// Writes `count` copies of one element of `bytes` bytes. All threads.
void fill_elements(void* first, std::int64_t count, const void* element, std::size_t bytes);
}  // namespace detail

/// Every element `value`: `full<float, m<N, F>>(0.5f, 100)`. O(size).
template <class T, class M, class... I>
tensor<T, M> full(T value, const I&... sizes) {
  auto t = tensor<T, M>::uninitialized(detail::extents_from<"full", M>(sizes...));
  detail::fill_elements(t.mutable_span().data(), t.size(), &value, sizeof(T));
  return t;
}

/// Every element 0 (position 0 for ids, false).
template <class T, class M, class... I>
tensor<T, M> zeros(const I&... sizes) {
  auto t = tensor<T, M>::uninitialized(detail::extents_from<"zeros", M>(sizes...));
  const T zero{};
  detail::fill_elements(t.mutable_span().data(), t.size(), &zero, sizeof(T));
  return t;
}

/// Every element 1.
template <class T, class M, class... I>
tensor<T, M> ones(const I&... sizes) {
  auto t = tensor<T, M>::uninitialized(detail::extents_from<"ones", M>(sizes...));
  const T one(1);
  detail::fill_elements(t.mutable_span().data(), t.size(), &one, sizeof(T));
  return t;
}

/// 0, 1, 2, ... in row-major order; `arange<id<N>, m<N>>(n)` names every position of N. Integers wrap.
template <class T, class M, class... I>
tensor<T, M> arange(const I&... sizes) {
  auto t = tensor<T, M>::uninitialized(detail::extents_from<"arange", M>(sizes...));
  std::int64_t next = 0;
  for (T& element : t.mutable_span()) {
    if constexpr (is_id<T>)
      element = T(decltype(element.value)(next++));
    else
      element = T(next++);
  }
  return t;
}

/// 1 where the positions of the two axes are equal, 0 elsewhere.
template <class T, class M, class... I>
tensor<T, M> eye(const I&... sizes) {
  static_assert(M::rank == 2, "tiga: eye has two axes");
  auto t = zeros<T, M>(sizes...);
  const auto all = t.mutable_span();
  for (std::int64_t i = 0; i < t.extent(0) && i < t.extent(1); ++i) all[std::size_t(i * (t.extent(1) + 1))] = T(1);
  return t;
}

}  // namespace tiga

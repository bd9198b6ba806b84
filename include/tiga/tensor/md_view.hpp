// Elements by their positions, in the manner of std::mdspan: a pointer and a layout, unchecked, for inner loops.
#pragma once
#include <tiga/tensor/tensor.hpp>

namespace tiga {

/// A window on the elements of a tensor; copies are free. It does not keep them alive.
template <class T, class Mapping>
class md_view {
 public:
  using element_type = T;
  using value_type = std::remove_const_t<T>;
  using mapping = Mapping;
  static constexpr int rank() { return Mapping::rank; }

  md_view(T* first, const extents<Mapping::rank>& n, const strides<Mapping::rank>& stride)
      : first_(first), extents_(n), strides_(stride) {}

  /// As many positions as axes, integers or ids; not checked.
  template <class... I>
  requires(int(sizeof...(I)) == Mapping::rank) T& operator()(const I&... position) const {
    const std::int64_t at[sizeof...(I) + 1] = {detail::position_value(position)..., 0};
    std::int64_t offset = 0;
    for (int i = 0; i < Mapping::rank; ++i) offset += at[i] * strides_.n[i];
    return first_[offset];
  }

  T* data_handle() const { return first_; }
  std::int64_t extent(int axis) const { return extents_.n[axis]; }
  std::int64_t stride(int axis) const { return strides_.n[axis]; }
  const extents<Mapping::rank>& shape() const { return extents_; }
  std::int64_t size() const {
    std::int64_t s = 1;
    for (int i = 0; i < Mapping::rank; ++i) s *= extents_.n[i];
    return s;
  }

 private:
  T* first_;
  extents<Mapping::rank> extents_;
  strides<Mapping::rank> strides_;
};

/// The elements of t for reading, valid while t lives and is not written: `auto v = view(t); v(i, j)`.
template <class T, class M>
md_view<const T, M> view(const tensor<T, M>& t) {
  return {t.data(), t.shape(), t.steps()};
}
template <class T, class M>
void view(const tensor<T, M>&&) = delete;  // the view would outlive the elements

/// The elements of t for writing; detaches t first (see `mutable_span`).
template <class T, class M>
md_view<T, M> mutable_view(tensor<T, M>& t) {
  T* first = t.mutable_span().data();
  return {first, t.shape(), t.steps()};
}

}  // namespace tiga

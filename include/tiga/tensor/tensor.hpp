// tensor<T, m<...>>: a value with named axes.
#pragma once
#include <cstdint>
#include <span>
#include <tiga/axes/mapping.hpp>
#include <tiga/program/dtype.hpp>
#include <tiga/tensor/extents.hpp>
#include <tiga/tensor/id.hpp>
#include <type_traits>

namespace tiga {

template <class T, class Mapping>
class tensor;

namespace detail {

template <class I>
constexpr std::int64_t position_value(const I& i) {
  if constexpr (requires { i.value; })
    return i.value;
  else
    return std::int64_t(i);
}

template <class M>
struct item_rule {
  static constexpr text why = [] {
    text t;
    if (M::rank > 0) t << "item(): the tensor has axes " << render(M{}) << "; reduce it, sum(x), or take one element";
    return t;
  }();
};
template <class M, int Given, class = void>
struct positions_rule {
  static constexpr text why = [] {
    text t;
    t << "tensor: an element of " << render(M{}) << " is x(";
    for (int i = 0; i < M::rank; ++i) t << (i ? ", " : "") << text{}.put(char('i' + i));
    t << ")";
    if (Given >= 0) t << ", not with " << Given << (Given == 1 ? " position" : " positions");
    return t;
  }();
};
// A position is an integer or an id of the axis.
template <factor F, class I>
struct position_rule {
  static constexpr text why = [] {
    text t;
    if constexpr (requires { I::axis; })
      if (!(I::axis == F)) t << "tensor: an id of " << I::axis << " where a position of " << F << " is wanted";
    return t;
  }();
};

// One tensor type where another is wanted.
template <class From, class To>
struct same_tensor_rule {
  static constexpr text why = [] {
    text t;
    return t << "tensor: " << dtype_name(dtype_of<typename From::value_type>) << " " << render(typename From::mapping{})
             << " given, " << dtype_name(dtype_of<typename To::value_type>) << " " << render(typename To::mapping{})
             << " wanted";
  }();
};

}  // namespace detail

/// Elements of type T at the positions of a mapping, one dimension for each factor, outermost first.
///
/// A tensor is a value: copies are O(1) and share immutable storage, writing goes through `mutable_span`, which
/// detaches from the other owners first. A view is an ordinary tensor whose strides are not the packed ones; it keeps
/// the storage alive. Extents that the mapping does not fix are checked once, where they arrive. A tensor that was
/// moved from can be assigned and destroyed only. Copies may be used by several threads, one tensor by one at a time.
template <class T, factor... F>
class tensor<T, m<F...>> {
  static_assert(element_type<T>,
                "tiga: elements are bool, std::int8_t to std::uint64_t, f16, bf16, float, double or id<Axis>");

 public:
  using value_type = T;
  using mapping = m<F...>;
  static constexpr int rank = sizeof...(F);

  /// Run-time extents are 0, the others as declared; the elements, if any, are zero.
  tensor() {
    for (int i = 0; i < rank; ++i) extents_.n[i] = mapping::extent(i) == dynamic ? 0 : mapping::extent(i);
    layout();
    storage_ = detail::zeroed_buffer(size(), sizeof(T));
    first_ = static_cast<const T*>(storage_.data());
  }

  /// A tensor without axes.
  explicit tensor(T value) requires(rank == 0)
      : storage_(detail::element_buffer(1, sizeof(T))), first_(static_cast<const T*>(storage_.data())) {
    *static_cast<T*>(storage_.data()) = value;
  }

  /// Row-major, elements undefined. Throws tiga::error when an extent is negative or not the declared one.
  static tensor uninitialized(const extents<rank>& n) {
    tensor t(n);
    t.layout();
    t.storage_ = detail::element_buffer(t.size(), sizeof(T));
    t.first_ = static_cast<const T*>(t.storage_.data());
    return t;
  }

  /// A view: `first` points into `storage`, which the view keeps alive (a null buffer: someone else does).
  /// Throws like `uninitialized`; that the strides stay inside the storage is the caller's promise.
  tensor(buffer storage, const T* first, const extents<rank>& n, const strides<rank>& stride) : tensor(n) {
    storage_ = static_cast<buffer&&>(storage);
    first_ = first;
    strides_ = stride;
  }

  /// Refused: another element type or layout is another type; the sentence names both.
  template <class U, class Other>
  requires(!std::is_same_v<tensor<U, Other>, tensor>) tensor(const tensor<U, Other>&) {
    static_assert(sizeof(require<detail::same_tensor_rule<tensor<U, Other>, tensor>>) != 0, "tiga: refused");
  }

  std::int64_t extent(int axis) const { return extents_.n[axis]; }
  std::int64_t stride(int axis) const { return strides_.n[axis]; }
  const extents<rank>& shape() const { return extents_; }
  const strides<rank>& steps() const { return strides_; }
  /// Number of positions.
  std::int64_t size() const {
    std::int64_t s = 1;
    for (int i = 0; i < rank; ++i) s *= extents_.n[i];
    return s;
  }

  /// The element at position 0 of every axis; null or dangling without elements.
  const T* data() const { return first_; }
  const buffer& storage() const { return storage_; }
  /// True when the elements lie in row-major order without holes.
  bool is_contiguous() const { return detail::is_packed(rank, extents_.n, strides_.n); }

  /// The elements in row-major order, without a copy. Throws tiga::error unless `is_contiguous()`.
  std::span<const T> span() const {
    if (!is_contiguous()) detail::not_contiguous(mapping::factors, rank);
    return {first_, std::size_t(size())};
  }

  /// The elements for writing, in row-major order. Detaches first: copies unless this tensor is the only owner of a
  /// contiguous storage, so that no other tensor sees the change. The span ends with the next copy of this tensor.
  std::span<T> mutable_span() {
    if (!storage_ || !storage_.unique() || !is_contiguous()) {
      storage_ = detail::packed_copy(first_, sizeof(T), rank, extents_.n, strides_.n);
      first_ = static_cast<const T*>(storage_.data());
      layout();
    }
    return {const_cast<T*>(first_), std::size_t(size())};
  }

  /// Refused: positions of another number.
  template <class... I>
  requires(sizeof...(I) != sizeof...(F)) T operator()(const I&...) const {
    static_assert(sizeof(require<detail::positions_rule<mapping, int(sizeof...(I))>>) != 0, "tiga: refused");
    return {};
  }
  template <class I>
  T operator[](const I&) const {
    static_assert(sizeof(require<detail::positions_rule<mapping, -1, I>>) != 0, "tiga: refused");
    return {};
  }
  /// One element; as many positions as axes, integers or ids, checked. Throws tiga::error naming axis and extent.
  template <class... I>
  requires(sizeof...(I) == sizeof...(F)) T operator()(const I&... position) const {
    static_assert((true && ... && (sizeof(require<detail::position_rule<F, I>>) != 0)), "tiga: refused");
    const std::int64_t at[sizeof...(F) + 1] = {detail::position_value(position)..., 0};
    std::int64_t offset = 0;
    for (int i = 0; i < rank; ++i) {
      if (at[i] < 0 || at[i] >= extents_.n[i]) detail::bad_position(mapping::factors[i], at[i], extents_.n[i]);
      offset += at[i] * strides_.n[i];
    }
    return first_[offset];
  }

  /// The element of a tensor without axes.
  T item() const {
    static_assert(sizeof(require<detail::item_rule<mapping>>) != 0, "tiga: refused");
    return *first_;
  }
  explicit operator T() const requires(rank == 0) { return *first_; }

 private:
  explicit tensor(const extents<rank>& n) : extents_(n) {
    detail::check_extents(mapping::factors, rank, n.n);
    detail::count_elements(rank, n.n);
  }
  void layout() { detail::packed_strides(rank, extents_.n, strides_.n); }

  buffer storage_;
  const T* first_ = nullptr;
  extents<rank> extents_{};
  strides<rank> strides_{};
};

/// The tensor itself when it is contiguous, else a packed copy. O(1) or O(size).
template <class T, class M>
tensor<T, M> contiguous(const tensor<T, M>& t) {
  if (t.is_contiguous()) return t;
  buffer packed = detail::packed_copy(t.data(), sizeof(T), t.rank, t.shape().n, t.steps().n);
  strides<tensor<T, M>::rank> stride{};
  detail::packed_strides(t.rank, t.shape().n, stride.n);
  const T* first = static_cast<const T*>(packed.data());
  return {static_cast<buffer&&>(packed), first, t.shape(), stride};
}

template <class T>
inline constexpr bool is_tensor = false;
template <class T, class M>
inline constexpr bool is_tensor<tensor<T, M>> = true;

}  // namespace tiga

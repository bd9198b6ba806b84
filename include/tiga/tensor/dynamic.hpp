// A tensor whose type is known at run time only: what the compiled cores and the file formats work on.
#pragma once
#include <tiga/tensor/tensor.hpp>

namespace tiga {

/// Element type, shape and shared storage of any tensor. Names do not come along.
struct dynamic_tensor {
  static constexpr int max_rank = 8;

  dtype type = dtype::f32;
  int rank = 0;
  std::int64_t n[max_rank]{};       ///< extents, outermost first
  std::int64_t stride[max_rank]{};  ///< in elements
  buffer storage;
  const void* first = nullptr;  ///< the element at position 0 of every axis

  dynamic_tensor() = default;
  /// The same elements without their names. O(1).
  template <class T, factor... F>
  dynamic_tensor(const tensor<T, m<F...>>& t)
      : type(dtype_of<T>), rank(int(sizeof...(F))), storage(t.storage()), first(t.data()) {
    static_assert(sizeof...(F) <= std::size_t(max_rank), "tiga: at most 8 axes");
    for (int i = 0; i < rank; ++i) {
      n[i] = t.extent(i);
      stride[i] = t.stride(i);
    }
  }

  /// Row-major, elements undefined. Throws tiga::error for a rank above 8, negative extents or more than 2^63 elements.
  static dynamic_tensor uninitialized(dtype type, int rank, const std::int64_t* n);

  std::int64_t size() const;
  bool is_contiguous() const { return detail::is_packed(rank, n, stride); }
  /// Itself when contiguous, else a packed copy.
  dynamic_tensor contiguous() const;
  /// Elements of a fresh tensor that nobody shares yet.
  void* writable() { return storage.data(); }
};

namespace detail {
/// Throws "<what> is f32 (4, 3), but i32 [N, F = 3] is wanted" unless type, rank and static extents agree.
void check_type(const dynamic_tensor& t, dtype wanted, const factor* axes, int rank, const char* what);
}  // namespace detail

/// The typed view of a dynamic tensor. Throws tiga::error, starting with `what` and naming both sides, unless element
/// type, rank and the extents that M declares agree. O(1).
template <class T, class M>
tensor<T, M> typed(const dynamic_tensor& t, const char* what = "the tensor") {
  constexpr int rank = M::rank;
  detail::check_type(t, dtype_of<T>, M::factors, rank, what);
  extents<rank> n{};
  strides<rank> stride{};
  for (int i = 0; i < rank; ++i) {
    n.n[i] = t.n[i];
    stride.n[i] = t.stride[i];
  }
  return {t.storage, static_cast<const T*>(t.first), n, stride};
}

}  // namespace tiga

#include <tiga/runtime/error.hpp>
#include <tiga/tensor/dynamic.hpp>

#include "words.hpp"

namespace tiga {

dynamic_tensor dynamic_tensor::uninitialized(dtype type, int rank, const std::int64_t* n) {
  if (rank < 0 || rank > max_rank) fail("a tensor of " + std::to_string(rank) + " axes: at most 8 are possible");
  dynamic_tensor t;
  t.type = type;
  t.rank = rank;
  for (int i = 0; i < rank; ++i) {
    if (n[i] < 0) fail("extents " + detail::words(n, rank) + ": " + std::to_string(n[i]) + " is negative");
    t.n[i] = n[i];
  }
  detail::packed_strides(rank, t.n, t.stride);
  t.storage = detail::element_buffer(t.size(), dtype_size(type));
  t.first = t.storage.data();
  return t;
}

std::int64_t dynamic_tensor::size() const { return detail::count_elements(rank, n); }

dynamic_tensor dynamic_tensor::contiguous() const {
  if (is_contiguous()) return *this;
  dynamic_tensor t = *this;
  t.storage = detail::packed_copy(first, dtype_size(type), rank, n, stride);
  t.first = t.storage.data();
  detail::packed_strides(rank, t.n, t.stride);
  return t;
}

namespace detail {

void check_type(const dynamic_tensor& t, dtype wanted, const factor* axes, int rank, const char* what) {
  bool agree = t.type == wanted && t.rank == rank;
  for (int i = 0; agree && i < rank; ++i) agree = size_of(axes[i]) == dynamic || size_of(axes[i]) == t.n[i];
  if (agree) return;
  std::string expected = "[";
  for (int i = 0; i < rank; ++i) {
    expected += (i ? ", " : "") + words(axes[i]);
    if (size_of(axes[i]) != dynamic) expected += ": " + std::to_string(size_of(axes[i]));
  }
  fail(std::string(what) + " is " + dtype_name(t.type) + " " + words(t.n, t.rank) + ", but " + dtype_name(wanted) +
       " " + expected + "] is wanted");
}

}  // namespace detail
}  // namespace tiga

#include <cstring>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/extents.hpp>

#include "words.hpp"

namespace tiga::detail {

void check_extents(const factor* declared, int rank, const std::int64_t* given) {
  for (int i = 0; i < rank; ++i) {
    const std::int64_t size = size_of(declared[i]);
    if (given[i] < 0)
      fail("axis " + words(declared[i]) + " of " + words(declared, rank) + ": extent " + std::to_string(given[i]) +
           " is negative");
    if (size != dynamic && size != given[i])
      fail("axis " + words(declared[i]) + " of " + words(declared, rank) + " has " + std::to_string(size) +
           " positions by its type and " + std::to_string(given[i]) + " in the given extents");
  }
}

std::int64_t count_elements(int rank, const std::int64_t* n) {
  for (int i = 0; i < rank; ++i)
    if (n[i] == 0) return 0;
  std::int64_t count = 1;
  for (int i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(count, n[i], &count))
      fail("a tensor of extents " + words(n, rank) + " has more than 2^63 elements");
  return count;
}

void packed_strides(int rank, const std::int64_t* n, std::int64_t* stride) {
  // Without positions the strides mean nothing, and their products could overflow.
  std::int64_t step = count_elements(rank, n) == 0 ? 0 : 1;
  for (int i = rank; i-- > 0;) {
    stride[i] = step;
    step *= n[i];
  }
}

bool is_packed(int rank, const std::int64_t* n, const std::int64_t* stride) {
  std::int64_t step = 1;
  bool packed = true;
  for (int i = rank; i-- > 0;) {
    if (n[i] == 0) return true;
    if (n[i] == 1) continue;
    if (stride[i] != step) packed = false;
    if (packed) step *= n[i];
  }
  return packed;
}

std::int64_t memory_span(int rank, const std::int64_t* n, const std::int64_t* stride) {
  for (int i = 0; i < rank; ++i)
    if (n[i] == 0) return 0;
  std::int64_t span = 1;
  for (int i = 0; i < rank; ++i) {
    std::int64_t reach = 0;
    if (__builtin_mul_overflow(n[i] - 1, stride[i], &reach) || __builtin_add_overflow(span, reach, &span))
      fail("a layout of extents " + words(n, rank) + " and strides " + words(stride, rank) +
           " spans more than 2^63 elements");
  }
  return span;
}

buffer element_buffer(std::int64_t count, std::size_t element_bytes) {
  if (count == 0) return {};
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(std::size_t(count), element_bytes, &bytes))
    fail(std::to_string(count) + " elements of " + std::to_string(element_bytes) + " bytes do not fit in memory");
  return buffer::allocate(bytes);
}

buffer zeroed_buffer(std::int64_t count, std::size_t element_bytes) {
  buffer b = element_buffer(count, element_bytes);
  if (b) std::memset(b.data(), 0, std::size_t(count) * element_bytes);
  return b;
}

void meet(const factor& axis, std::int64_t in_x, const char* x, std::int64_t in_y, const char* y) {
  if (in_x != in_y)
    fail("axis " + words(axis) + " has " + std::to_string(in_x) + " rows in " + x + " and " + std::to_string(in_y) +
         " in " + y);
}

void meet(const factor* axes, int rank, const std::int64_t* in_x, const char* x, const std::int64_t* in_y,
          const char* y) {
  for (int i = 0; i < rank; ++i) meet(axes[i], in_x[i], x, in_y[i], y);
}

void bad_position(const factor& axis, std::int64_t position, std::int64_t extent) {
  fail("position " + std::to_string(position) + " of axis " + words(axis) + " is outside [0, " +
       std::to_string(extent) + ")");
}

void not_contiguous(const factor* axes, int rank) {
  fail("span() of a view " + words(axes, rank) + " that is not contiguous: take contiguous(t) first");
}

}  // namespace tiga::detail

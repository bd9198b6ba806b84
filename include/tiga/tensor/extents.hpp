// Shapes at run time: extents and strides of a known rank, and the checks of what the compiler cannot know.
#pragma once
#include <cstddef>
#include <cstdint>
#include <tiga/axes/factor.hpp>
#include <tiga/runtime/memory.hpp>

namespace tiga {

/// Positions along each axis, outermost first.
template <int Rank>
struct extents {
  std::int64_t n[Rank > 0 ? std::size_t(Rank) : 1];
};

/// Elements (not bytes) from one position to the next along each axis; 0 repeats, for broadcasts.
template <int Rank>
struct strides {
  std::int64_t n[Rank > 0 ? std::size_t(Rank) : 1];
};

namespace detail {

/// Throws unless every extent is at least 0 and those whose factor has a size have that size.
void check_extents(const factor* declared, int rank, const std::int64_t* given);
/// Product of the extents; 0 when one is 0, whatever the others are. Throws when it passes 2^63.
std::int64_t count_elements(int rank, const std::int64_t* n);
/// Strides of the row-major layout without holes.
void packed_strides(int rank, const std::int64_t* n, std::int64_t* stride);
/// True when walking the positions in row-major order walks memory without holes.
bool is_packed(int rank, const std::int64_t* n, const std::int64_t* stride);
/// Elements from the first to the last one that a layout touches, both counted; 0 without positions.
std::int64_t memory_span(int rank, const std::int64_t* n, const std::int64_t* stride);
/// A new buffer with the elements in row-major order. All threads; O(elements).
buffer packed_copy(const void* first, std::size_t element_bytes, int rank, const std::int64_t* n,
                   const std::int64_t* stride);
/// Room for `count` elements; a null buffer for none.
buffer element_buffer(std::int64_t count, std::size_t element_bytes);
buffer zeroed_buffer(std::int64_t count, std::size_t element_bytes);

/// "axis N has 5 rows in x and 4 in y" when the two differ.
void meet(const factor& axis, std::int64_t in_x, const char* x, std::int64_t in_y, const char* y);
/// The same for every axis of two tensors of one mapping.
void meet(const factor* axes, int rank, const std::int64_t* in_x, const char* x, const std::int64_t* in_y,
          const char* y);
[[noreturn]] void bad_position(const factor& axis, std::int64_t position, std::int64_t extent);
[[noreturn]] void not_contiguous(const factor* axes, int rank);

}  // namespace detail

/// Elements between the first and the last one a layout touches, both counted: 1 + sum of (extent - 1) * stride, and
/// 0 when an extent is 0. Throws tiga::error when that passes 2^63.
template <int Rank>
std::int64_t memory_span(const extents<Rank>& n, const strides<Rank>& stride) {
  return detail::memory_span(Rank, n.n, stride.n);
}

}  // namespace tiga

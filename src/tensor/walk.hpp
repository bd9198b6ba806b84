// Strided dimensions, simplified for loops: what extents and strides mean without the dimensions that mean nothing.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace tiga::detail {

/// Dimensions of a tensor or a part of them, outermost first. `steps` counts elements.
struct dims {
  static constexpr int capacity = 8;
  int rank = 0;
  std::int64_t n[capacity]{};
  std::int64_t steps[capacity]{};

  /// Appends a dimension inside the others; extents of 1 are dropped, and one that continues the previous is merged.
  void push(std::int64_t extent, std::int64_t step) {
    if (extent == 1) return;
    if (rank > 0 && steps[rank - 1] == step * extent) {
      n[rank - 1] *= extent;
      steps[rank - 1] = step;
      return;
    }
    n[rank] = extent;
    steps[rank] = step;
    ++rank;
  }
  std::int64_t count() const {
    std::int64_t c = 1;
    for (int i = 0; i < rank; ++i) c *= n[i];
    return c;
  }
  /// Distance in elements from position 0 to the position of the given row-major number.
  std::int64_t offset(std::int64_t number) const {
    std::int64_t o = 0;
    for (int i = rank; i-- > 0;) {
      o += number % n[i] * steps[i];
      number /= n[i];
    }
    return o;
  }
};

/// A run of elements that lie `step` apart, to neighbours.
template <class Word>
void copy_run(const Word* from, std::int64_t step, std::int64_t count, Word* to) {
  if (step == 1)
    std::memcpy(to, from, std::size_t(count) * sizeof(Word));
  else if (step == 0)
    std::fill_n(to, count, *from);
  else
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[i * step];
}

/// Calls `run(offset, step, count)` for the positions [begin, end) of `d` in row-major order, cut into runs along the
/// innermost dimension.
template <class Run>
void walk(const dims& d, std::int64_t begin, std::int64_t end, Run&& run) {
  if (begin >= end) return;
  if (d.rank == 0) {
    run(std::int64_t(0), std::int64_t(1), std::int64_t(1));
    return;
  }
  const int inner = d.rank - 1;
  std::int64_t at[dims::capacity]{}, offset = 0;
  for (std::int64_t i = d.rank, number = begin; i-- > 0; number /= d.n[i]) {
    at[i] = number % d.n[i];
    offset += at[i] * d.steps[i];
  }
  while (true) {
    const std::int64_t left = d.n[inner] - at[inner], count = left < end - begin ? left : end - begin;
    run(offset, d.steps[inner], count);
    begin += count;
    if (begin >= end) return;
    offset -= at[inner] * d.steps[inner];
    at[inner] = 0;
    for (int i = inner; i-- > 0;) {
      offset += d.steps[i];
      if (++at[i] < d.n[i]) break;
      offset -= d.n[i] * d.steps[i];
      at[i] = 0;
    }
  }
}

}  // namespace tiga::detail

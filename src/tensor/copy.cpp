// Strided elements into row-major order.
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/extents.hpp>

#include "walk.hpp"

namespace tiga::detail {
namespace {

constexpr std::int64_t grain_elements = 1 << 15;
constexpr std::int64_t tile = 32;

// The dimension whose steps are shorter than the innermost one's: reading along it keeps to the cache lines.
int dense_dimension(const dims& d) {
  int best = d.rank - 1;
  for (int i = 0; i < d.rank - 1; ++i)
    if (d.steps[i] > 0 && d.steps[i] < d.steps[best]) best = i;
  return best;
}

// Square tiles over the dense and the innermost dimension: both sides touch whole cache lines.
template <class Word>
void copy_tiles(const Word* from, const dims& d, int dense, Word* to) {
  dims outer, place;  // the other dimensions, in the source and in the result
  std::int64_t packed = 1, dense_packed = 1;
  std::int64_t at[dims::capacity]{};
  for (int i = d.rank; i-- > 0; packed *= d.n[i]) {
    at[i] = packed;
    if (i == dense) dense_packed = packed;
  }
  for (int i = 0; i < d.rank - 1; ++i) {
    if (i == dense) continue;
    outer.n[outer.rank] = place.n[place.rank] = d.n[i];
    outer.steps[outer.rank++] = d.steps[i];
    place.steps[place.rank++] = at[i];
  }
  const std::int64_t rows = d.n[dense], columns = d.n[d.rank - 1];
  const std::int64_t row_step = d.steps[dense], column_step = d.steps[d.rank - 1];
  const std::int64_t strips = (rows + tile - 1) / tile;
  runtime::parallel(outer.count() * strips, 1 + grain_elements / (tile * columns),
                    [&](std::int64_t begin, std::int64_t end) {
                      for (std::int64_t item = begin; item < end; ++item) {
                        const std::int64_t r0 = item % strips * tile, r1 = r0 + tile < rows ? r0 + tile : rows;
                        const Word* source = from + outer.offset(item / strips);
                        Word* target = to + place.offset(item / strips);
                        for (std::int64_t c0 = 0; c0 < columns; c0 += tile) {
                          const std::int64_t c1 = c0 + tile < columns ? c0 + tile : columns;
                          for (std::int64_t r = r0; r < r1; ++r)
                            for (std::int64_t c = c0; c < c1; ++c)
                              target[r * dense_packed + c] = source[r * row_step + c * column_step];
                        }
                      }
                    });
}

template <class Word>
void copy_words(const void* first, const dims& d, void* result) {
  const Word* from = static_cast<const Word*>(first);
  Word* to = static_cast<Word*>(result);
  const int dense = d.rank > 1 && d.steps[d.rank - 1] != 1 ? dense_dimension(d) : d.rank - 1;
  if (dense < d.rank - 1) return copy_tiles(from, d, dense, to);
  runtime::parallel(d.count(), grain_elements, [&](std::int64_t begin, std::int64_t end) {
    Word* next = to + begin;
    walk(d, begin, end, [&](std::int64_t offset, std::int64_t step, std::int64_t count) {
      copy_run(from + offset, step, count, next);
      next += count;
    });
  });
}

}  // namespace

buffer packed_copy(const void* first, std::size_t element_bytes, int rank, const std::int64_t* n,
                   const std::int64_t* stride) {
  buffer b = element_buffer(count_elements(rank, n), element_bytes);
  if (!b) return b;
  dims d;
  for (int i = 0; i < rank; ++i) d.push(n[i], stride[i]);
  switch (element_bytes) {
    case 1: copy_words<std::uint8_t>(first, d, b.data()); break;
    case 2: copy_words<std::uint16_t>(first, d, b.data()); break;
    case 4: copy_words<std::uint32_t>(first, d, b.data()); break;
    default: copy_words<std::uint64_t>(first, d, b.data()); break;
  }
  return b;
}

}  // namespace tiga::detail

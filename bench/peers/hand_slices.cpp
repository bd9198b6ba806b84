// Sums over slices: stretches of a row that stay in the first cache, added up row by row, and written past the caches.
#include <immintrin.h>

#include <cstring>

#include "../support/vectors.hpp"
#include "hand.hpp"
#include "parallel.hpp"

namespace bench::hand {
namespace {

void write(float* to, const float* from, std::int64_t count, bool past_caches) {
  if (!past_caches) {
    std::memcpy(to, from, std::size_t(count) * sizeof(float));
    return;
  }
  for (std::int64_t i = 0; i < count; i += 4) _mm_stream_ps(to + i, _mm_load_ps(from + i));
}

/// acc = the sum over `ratio` rows of `length` numbers.
void add_rows(const float* in, std::int64_t row, int ratio, std::int64_t length, float* acc) {
  for (std::int64_t l = 0; l < length; l += lanes) store(acc + l, load(in + l));
  int j = 1;
  for (; j + 3 <= ratio; j += 3) {
    const float* a = in + j * row;
    for (std::int64_t l = 0; l < length; l += lanes)
      store(acc + l, load(acc + l) + load(a + l) + load(a + row + l) + load(a + 2 * row + l));
  }
  for (; j < ratio; ++j)
    for (std::int64_t l = 0; l < length; l += lanes) store(acc + l, load(acc + l) + load(in + j * row + l));
}

}  // namespace

void slice_sum(const slice_shape& s, const float* in, float* out, int threads) {
  const std::int64_t row = s.row(), block = s.steps == 0 ? row : 64 * s.ratio;  // V, U and the lanes of one step of S
  const std::int64_t tile = s.steps == 0 ? row : std::max<std::int64_t>(block, 2048) / block * block;
  const std::int64_t tiles = (row + tile - 1) / tile;
  const bool far = s.results() * 4 >= (16 << 20);
  parallel(s.groups() * tiles, 1, s.steps == 0 ? 1 : threads, [&](std::int64_t begin, std::int64_t end) {
    alignas(64) static thread_local float acc[1 << 15];
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t g = i / tiles, first = i % tiles * tile, length = std::min(tile, row - first);
      add_rows(in + g * s.ratio * row + first, row, s.ratio, length, acc);
      float* const to = out + g * s.ratio * (s.kind == 2 ? row / s.ratio : row);
      if (s.kind < 2) {
        for (int q = 0; q < (s.kind == 0 ? 1 : s.ratio); ++q) write(to + q * row + first, acc, length, far);
      } else {
        for (std::int64_t l = 0; l < length; l += 64) {
          const std::int64_t step = (first + l) / block, v = (first + l) % block / 64;
          write(to + v * (row / s.ratio) + step * 64, acc + l, 64, far);
        }
      }
    }
    if (far) _mm_sfence();
  });
}

void read_and_write(const float* in, std::int64_t read, float* out, std::int64_t written, int threads) {
  constexpr std::int64_t piece = 1 << 14;
  const std::int64_t pieces = read / piece;
  if (pieces == 0) {
    std::memcpy(out, in, std::size_t(std::min(read, written)) * sizeof(float));
    return;
  }
  // every piece is read, and its share of the results written
  parallel(pieces, 1, threads, [&](std::int64_t begin, std::int64_t end) {
    floats sum{};
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t from = i * (written / pieces), share = written / pieces;
      const float* const a = in + i * piece;
      std::int64_t l = 0;
      for (; l < share && l < piece; l += 4) _mm_stream_ps(out + from + l, _mm_loadu_ps(a + l));
      for (std::int64_t k = l; k < share; k += 4) _mm_stream_ps(out + from + k, _mm_loadu_ps(a));
      for (l = l / lanes * lanes; l < piece; l += lanes) sum += load(a + l);
    }
    _mm_sfence();
    volatile float keep = sum[0];
    static_cast<void>(keep);
  });
}

}  // namespace bench::hand

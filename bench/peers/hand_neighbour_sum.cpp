#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "../support/vectors.hpp"
#include "hand.hpp"
#include "parallel.hpp"

#ifdef __AVX512F__
  #include <immintrin.h>
#endif

namespace bench::hand {
namespace {

constexpr std::int64_t grain = 256;
constexpr std::int64_t ahead = 8;  // edges

// One number a vertex, by plain loads into four sums.
void sum_scalar_plain(const rows& g, const float* x, float* out, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) {
    std::int64_t q = g.ptr[i];
    const std::int64_t last = g.ptr[i + 1];
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    for (; q + 4 <= last; q += 4) {
      s0 += x[g.idx[q]];
      s1 += x[g.idx[q + 1]];
      s2 += x[g.idx[q + 2]];
      s3 += x[g.idx[q + 3]];
    }
    for (; q < last; ++q) s0 += x[g.idx[q]];
    out[i] = (s0 + s1) + (s2 + s3);
  }
}

#ifdef __AVX512F__
// The same, sixteen gathered at a time and the rest under a mask.
void sum_scalar_gather(const rows& g, const float* x, float* out, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) {
    std::int64_t q = g.ptr[i];
    const std::int64_t last = g.ptr[i + 1];
    __m512 sum = _mm512_setzero_ps();
    for (; q + 16 <= last; q += 16) {
      const __m512i at = _mm512_loadu_si512(g.idx + q);
      sum = _mm512_add_ps(sum, _mm512_i32gather_ps(at, x, 4));
    }
    if (q < last) {
      const auto mask = __mmask16((1U << unsigned(last - q)) - 1U);
      const __m512i at = _mm512_maskz_loadu_epi32(mask, g.idx + q);
      sum = _mm512_add_ps(sum, _mm512_mask_i32gather_ps(_mm512_setzero_ps(), mask, at, x, 4));
    }
    out[i] = _mm512_reduce_add_ps(sum);
  }
}
#else
constexpr auto sum_scalar_gather = sum_scalar_plain;
#endif

template <int Width, bool Prefetch>
void sum_rows(const rows& g, const float* x, float* out, std::int64_t begin, std::int64_t end) {
  constexpr std::size_t parts = std::size_t(Width / lanes);
  const std::int64_t last_edge = g.ptr[g.count] - 1;
  for (std::int64_t i = begin; i < end; ++i) {
    floats sums[parts] = {};
    for (std::int64_t q = g.ptr[i]; q < g.ptr[i + 1]; ++q) {
      if constexpr (Prefetch) {
        const float* next = x + std::int64_t{g.idx[std::min(q + ahead, last_edge)]} * Width;
        for (int f = 0; f < Width; f += 16) __builtin_prefetch(next + f);
      }
      const float* row = x + std::int64_t{g.idx[q]} * Width;
#pragma GCC unroll 16
      for (std::size_t p = 0; p < parts; ++p) sums[p] += load(row + std::size_t(lanes) * p);
    }
#pragma GCC unroll 16
    for (std::size_t p = 0; p < parts; ++p) store(out + i * Width + lanes * std::int64_t(p), sums[p]);
  }
}

template <int Width>
void sum_width(const rows& g, const float* x, float* out, int threads, bool prefetch) {
  parallel(g.count, grain, threads, [&](std::int64_t begin, std::int64_t end) {
    if (prefetch) {
      sum_rows<Width, true>(g, x, out, begin, end);
    } else {
      sum_rows<Width, false>(g, x, out, begin, end);
    }
  });
}

}  // namespace

void neighbour_sum(const rows& g, int width, const float* x, float* out, int threads, bool prefetch) {
  switch (width) {
    case 1:
      parallel(g.count, grain, threads, [&](std::int64_t begin, std::int64_t end) {
        if (prefetch) {
          sum_scalar_gather(g, x, out, begin, end);
        } else {
          sum_scalar_plain(g, x, out, begin, end);
        }
      });
      return;
    case 16: return sum_width<16>(g, x, out, threads, prefetch);
    case 64: return sum_width<64>(g, x, out, threads, prefetch);
    case 128: return sum_width<128>(g, x, out, threads, prefetch);
    default: throw std::invalid_argument("neighbour_sum by hand: width 1, 16, 64 or 128");
  }
}

}  // namespace bench::hand

#include <cstddef>
#include <stdexcept>

#include "../support/vectors.hpp"
#include "hand.hpp"
#include "parallel.hpp"

namespace bench::hand {
namespace {

template <int Width>
void gradient_rows(const rows& g, const std::int32_t* eid, const float* x, const float* w, const float* cotangent,
                   float* dx, float* dw, std::int64_t begin, std::int64_t end) {
  constexpr std::size_t parts = std::size_t(Width / lanes);
  for (std::int64_t j = begin; j < end; ++j) {
    floats own[parts];
    floats sums[parts] = {};
#pragma GCC unroll 16
    for (std::size_t p = 0; p < parts; ++p) own[p] = load(x + j * Width + lanes * std::int64_t(p));
    for (std::int64_t q = g.ptr[j]; q < g.ptr[j + 1]; ++q) {
      const float* row = cotangent + std::int64_t{g.idx[q]} * Width;
      const std::int32_t e = eid[q];
      const float weight = w[e];
      floats product{};
#pragma GCC unroll 16
      for (std::size_t p = 0; p < parts; ++p) {
        const floats c = load(row + std::size_t(lanes) * p);
        sums[p] += weight * c;
        product += own[p] * c;
      }
      dw[e] = sum(product);
    }
#pragma GCC unroll 16
    for (std::size_t p = 0; p < parts; ++p) store(dx + j * Width + lanes * std::int64_t(p), sums[p]);
  }
}

}  // namespace

void weighted_gradient(const rows& g, const std::int32_t* eid, int width, const float* x, const float* w,
                       const float* cotangent, float* dx, float* dw, int threads) {
  parallel(g.count, 256, threads, [&](std::int64_t begin, std::int64_t end) {
    switch (width) {
      case 16: return gradient_rows<16>(g, eid, x, w, cotangent, dx, dw, begin, end);
      case 64: return gradient_rows<64>(g, eid, x, w, cotangent, dx, dw, begin, end);
      case 128: return gradient_rows<128>(g, eid, x, w, cotangent, dx, dw, begin, end);
      default: throw std::invalid_argument("gradient by hand: width 16, 64 or 128");
    }
  });
}

}  // namespace bench::hand

#include "hand.hpp"
#include "parallel.hpp"

namespace bench::hand {

void stencil_build(std::int64_t side, std::int64_t* ptr, std::int32_t* idx, int threads) {
  // The offsets of a grid row are known without a scan: 4 * side edges less the missing neighbours.
  const auto before = [side](std::int64_t row) {  // edges into the rows above
    return row == 0 ? std::int64_t{0} : row * (4 * side - 2) - side - (row == side ? side : 0);
  };
  parallel(side, 16, threads, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      std::int64_t q = before(row);
      for (std::int64_t column = 0; column < side; ++column) {
        const std::int64_t i = row * side + column;
        ptr[i] = q;
        if (row > 0) idx[q++] = std::int32_t(i - side);
        if (column > 0) idx[q++] = std::int32_t(i - 1);
        if (column + 1 < side) idx[q++] = std::int32_t(i + 1);
        if (row + 1 < side) idx[q++] = std::int32_t(i + side);
      }
    }
  });
  ptr[side * side] = before(side);
}

void stencil_apply(const rows& g, const float* x, float* out, int threads) {
  parallel(g.count, 4096, threads, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      float sum = 0;
      for (std::int64_t q = g.ptr[i]; q < g.ptr[i + 1]; ++q) sum += x[g.idx[q]];
      out[i] = 0.25F * sum;
    }
  });
}

}  // namespace bench::hand

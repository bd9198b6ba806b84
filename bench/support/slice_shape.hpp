// The streams of bench/slices.cpp: [W, R] slices, 256 together, of [S, V, U] time steps and packets of 8 lanes.
#pragma once
#include <cstdint>

namespace bench {

/// `kind` 0: the sums stand at place 0 of R; 1: at each of R places; 2: place v has time steps v of V = R.
/// `steps` is the size of S, 0 for a stream of 64 KiB: 8 time steps of 8 lanes, without S and V.
struct slice_shape {
  int kind, ratio;
  std::int64_t steps;
  std::int64_t groups() const { return 256 / ratio; }
  std::int64_t row() const { return steps == 0 ? 64 : steps * ratio * 64; }
  std::int64_t positions() const { return 256 * row(); }
  /// Numbers that are written.
  std::int64_t results() const { return groups() * row() * (kind == 1 ? ratio : 1); }
};
/// Small integers: sums are exact in any order.
inline float slice_element(std::int64_t i) { return float(i % 1021); }
/// Over the positions of a result that hold something; `out` has all positions.
inline double slice_checksum(const slice_shape& s, const float* out) {
  double sum = 0;
  const std::int64_t row = s.kind == 2 ? s.row() / s.ratio : s.row();
  const std::int64_t slots = s.kind == 0 ? 1 : s.ratio;
  for (std::int64_t g = 0; g < s.groups(); ++g)
    for (std::int64_t q = 0; q < slots; ++q) {
      const std::int64_t first = (g * s.ratio + q) * row;
      for (std::int64_t l = 0; l < row; ++l) sum += double(out[first + l]);
    }
  return sum;
}

}  // namespace bench

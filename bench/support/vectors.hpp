// Sixteen floats in a register, for the files that are compiled for this machine. (g++ 12 keeps `float s[F]` in memory
// where it keeps these in registers: two to four times slower at F = 16 to 128.)
#pragma once
#include <cstring>

namespace bench {

using floats16 = float __attribute__((vector_size(64)));

inline floats16 load16(const float* p) {
  floats16 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store16(float* p, floats16 v) { std::memcpy(p, &v, sizeof v); }

/// The sum of the lanes, as a tree.
inline float sum16(floats16 v) {
  float half[16];
  std::memcpy(half, &v, sizeof v);
  for (int width = 8; width > 0; width /= 2) {
    for (int k = 0; k < width; ++k) half[k] += half[k + width];
  }
  return half[0];
}

}  // namespace bench

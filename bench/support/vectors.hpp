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

/// The sum of the lanes, as a tree 8, 4, 2, 1, in registers.
inline float sum16(floats16 v) {
  v += __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  v += __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  v += __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  v += __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
  return v[0];
}

}  // namespace bench

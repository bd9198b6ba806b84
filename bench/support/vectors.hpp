// A register of floats, for the files that are compiled for this machine. (g++ 12 keeps `float s[F]` in memory where it
// keeps these in registers: two to four times slower at F = 16 to 128. So it does with vectors wider than a register.)
#pragma once
#include <cstddef>
#include <cstring>

namespace bench {

#if defined(__AVX512F__)
inline constexpr int lanes = 16;
#elif defined(__AVX__)
inline constexpr int lanes = 8;
#else
inline constexpr int lanes = 4;
#endif

using floats = float __attribute__((vector_size(4 * lanes)));

inline floats load(const float* p) {
  floats v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store(float* p, floats v) { std::memcpy(p, &v, sizeof v); }

/// The sum of the lanes, as a tree, in registers.
inline float sum(floats v) {
#if defined(__AVX512F__)
  v += __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  v += __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  v += __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  v += __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
#elif defined(__AVX__)
  v += __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
  v += __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5);
  v += __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
#else
  v += __builtin_shufflevector(v, v, 2, 3, 0, 1);
  v += __builtin_shufflevector(v, v, 1, 0, 3, 2);
#endif
  return v[0];
}

}  // namespace bench

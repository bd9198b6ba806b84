// Products of matrices: own kernels, because the same bits are wanted from every instruction set, number of threads and
// compiler, which no BLAS promises.
#pragma once
#include <cstdint>

namespace tiga::detail {

/// c = a * b of rows x depth and depth x columns; a and b have any strides, rows of c lie together.
template <class T>
struct gemm_args {
  std::int64_t rows, columns, depth;
  const T* a;
  std::int64_t a_row, a_column;
  const T* b;
  std::int64_t b_row, b_column;
  T* c;
  std::int64_t c_row;
};

inline constexpr std::int64_t gemm_depth = 256;

/// On this thread, T float or double. depth > 0.
template <class T>
void gemm(const gemm_args<T>& g);

}  // namespace tiga::detail

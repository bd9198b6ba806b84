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
  const T* packed_b = nullptr;  // what `pack_b` made of b for several products; null: packed by this product alone
  bool adds = false;            // c += a * b
};

inline constexpr std::int64_t gemm_depth = 256;
/// Elements between the packed forms of matrices b of so many columns: 64 bytes divide them, whatever the type.
constexpr std::int64_t packed_columns(std::int64_t columns) { return (columns + 63) / 64 * 64; }

/// On this thread, T float or double. depth > 0.
template <class T>
void gemm(const gemm_args<T>& g);
/// Writes b, `packed_columns(columns)` elements a step of the depth, in the order in which products read it. What is
/// packed from a multiple of gemm_depth on lies that many steps further.
template <class T>
void pack_b(const gemm_args<T>& g, T* to);

}  // namespace tiga::detail

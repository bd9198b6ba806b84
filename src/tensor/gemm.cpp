#include "gemm.hpp"

#include <immintrin.h>

#include <cmath>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/memory.hpp>

#if !defined(__clang__)
  #pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace tiga::detail {
namespace {

// Machines without fused multiply-add get its bits from the C library, slowly.
namespace baseline {
template <class V>
V slow_fused(V a, V b, V c) {
  V r{};
  for (unsigned i = 0; i < sizeof(V) / sizeof(a[0]); ++i) r[i] = std::fma(a[i], b[i], c[i]);
  return r;
}
#define TIGA_GEMM_TARGET
#define TIGA_GEMM_BYTES 16
#define TIGA_GEMM_ROWS 6
#define TIGA_GEMM_FMA_F32(a, b, c) slow_fused(a, b, c)
#define TIGA_GEMM_FMA_F64(a, b, c) slow_fused(a, b, c)
#include "gemm.inc"
}  // namespace baseline

namespace avx2 {
#define TIGA_GEMM_TARGET __attribute__((target("avx2,fma")))
#define TIGA_GEMM_BYTES 32
#define TIGA_GEMM_ROWS 6
#define TIGA_GEMM_FMA_F32(a, b, c) _mm256_fmadd_ps(a, b, c)
#define TIGA_GEMM_FMA_F64(a, b, c) _mm256_fmadd_pd(a, b, c)
#include "gemm.inc"
}  // namespace avx2

namespace avx512 {
#define TIGA_GEMM_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,fma")))
#define TIGA_GEMM_BYTES 64
#define TIGA_GEMM_ROWS 12
#define TIGA_GEMM_FMA_F32(a, b, c) _mm512_fmadd_ps(a, b, c)
#define TIGA_GEMM_FMA_F64(a, b, c) _mm512_fmadd_pd(a, b, c)
#include "gemm.inc"
}  // namespace avx512

// The best instruction set here; machines with AVX2 but without fused multiply-add, which are rare, take the baseline.
runtime::isa set_here() {
  const runtime::isa best = runtime::best_isa();
  return best == runtime::isa::avx2 && !__builtin_cpu_supports("fma") ? runtime::isa::baseline : best;
}

}  // namespace

template <class T>
void gemm(const gemm_args<T>& g) {
  constexpr std::int64_t widest = 64, tallest = 48;
  const std::int64_t own_columns = g.packed_b ? 0 : g.columns + widest;
  const buffer room = buffer::allocate(std::size_t((own_columns + tallest) * gemm_depth * std::int64_t(sizeof(T))));
  T* const at = static_cast<T*>(room.data());
  switch (set_here()) {
    case runtime::isa::avx512: return avx512::gemm(g, at);
    case runtime::isa::avx2: return avx2::gemm(g, at);
    default: return baseline::gemm(g, at);
  }
}
template void gemm(const gemm_args<float>&);
template void gemm(const gemm_args<double>&);

template <class T>
void pack_b(const gemm_args<T>& g, T* to) {
  switch (set_here()) {
    case runtime::isa::avx512: return avx512::pack_b(g, to);
    case runtime::isa::avx2: return avx2::pack_b(g, to);
    default: return baseline::pack_b(g, to);
  }
}
template void pack_b(const gemm_args<float>&, float*);
template void pack_b(const gemm_args<double>&, double*);

}  // namespace tiga::detail

// Kernels for every instruction set, without a flag from the user: the same text is included once for each, in a
// namespace of its own, with the target on every function. The run-time picks. (Under nvcc once more for the device.)
#pragma once
#include <bit>
#include <limits>
#include <tiga/program/half.hpp>
#include <tiga/program/job.hpp>
#include <tiga/runtime/isa.hpp>
#include <type_traits>
#include <utility>

#if defined(__FAST_MATH__)
  #error \
      "tiga: -ffast-math would make results depend on the instruction set; compile files that include tiga without it"
#endif

// A file that defines TIGA_BASELINE_ONLY before it includes tiga compiles in less than half the time, for programs that
// need no speed, such as tests; the bits are the same.
#if defined(__x86_64__) && !defined(TIGA_BASELINE_ONLY)
  #define TIGA_WIDE_KERNELS 1
#endif

#if defined(__clang__)
  #define TIGA_EXACT
  #pragma float_control(push)
  #pragma clang diagnostic push
  #pragma clang diagnostic ignored "-Wpsabi"  // registers that never leave a function
  #pragma clang fp contract(off)
#else
  // the baseline too: the user may say -march=native
  #define TIGA_EXACT optimize("fp-contract=off")
  // for the rest of the file: g++ instantiates at its end, and warns of registers there that never leave a function
  #pragma GCC diagnostic ignored "-Wpsabi"
#endif

#define TIGA_FN TIGA_TARGET __attribute__((always_inline)) inline
#define TIGA_KERNEL TIGA_TARGET

#if defined(__clang__)
  #define TIGA_TARGET
#else
  #define TIGA_TARGET __attribute__((TIGA_EXACT))
#endif
#define TIGA_BYTES 16
// The files build on each other, in this order.
// clang-format off
namespace tiga::baseline {
#include "detail/elementary.inc"
#include "detail/registers.inc"
#include "detail/evaluate.inc"
#include "detail/blocks.inc"
#include "detail/kernel.inc"
}  // namespace tiga::baseline
#undef TIGA_TARGET
#undef TIGA_BYTES

#if defined(TIGA_WIDE_KERNELS)
  #if defined(__clang__)
    #define TIGA_TARGET __attribute__((target("avx2,f16c")))
  #else
    #define TIGA_TARGET __attribute__((target("avx2,f16c"), TIGA_EXACT))
  #endif
  #define TIGA_BYTES 32
namespace tiga::avx2 {
  #include "detail/elementary.inc"
  #include "detail/registers.inc"
  #include "detail/evaluate.inc"
  #include "detail/blocks.inc"
  #include "detail/kernel.inc"
}  // namespace tiga::avx2
  #undef TIGA_TARGET
  #undef TIGA_BYTES

  #if defined(__clang__)
    #define TIGA_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
  #else
    #define TIGA_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw"), TIGA_EXACT))
  #endif
  #define TIGA_BYTES 64
namespace tiga::avx512 {
  #include "detail/elementary.inc"
  #include "detail/registers.inc"
  #include "detail/evaluate.inc"
  #include "detail/blocks.inc"
  #include "detail/kernel.inc"
}  // namespace tiga::avx512
  #undef TIGA_TARGET
  #undef TIGA_BYTES
#endif
// clang-format on
#undef TIGA_FN
#undef TIGA_KERNEL

#if defined(__clang__)
  #pragma clang diagnostic pop
  #pragma float_control(pop)
#endif

namespace tiga {

/// The kernel of a job for the instruction set in use.
template <class J>
runtime::rows_function kernel_of() {
#if defined(TIGA_WIDE_KERNELS)
  switch (runtime::best_isa()) {
    case runtime::isa::avx512: return &avx512::rows<J>;
    case runtime::isa::avx2: return &avx2::rows<J>;
    default: break;
  }
#endif
  return &baseline::rows<J>;
}

}  // namespace tiga

// The device's schedule over the kernels of kernels.hpp: a block a row, a thread an item. The same text is included
// once more, one lane wide, as functions that both the device and the host can run: where there is no GPU,
// `step_on_host` walks blocks and threads one after another, so that indexing and arithmetic are tested everywhere.
//
// Files with device code are compiled with --expt-relaxed-constexpr and --fmad=false (target tiga::cuda); then the bits
// are those of the host. Programs for the device are named structs: a closure's type cannot name a kernel.
#pragma once
#include <tiga/program/kernels.hpp>

#if defined(__clang__)
  #pragma float_control(push)
  #pragma clang fp contract(off)
  #define TIGA_ONLY_EXACT
#else
  #pragma GCC diagnostic push
  #pragma GCC diagnostic ignored "-Wpsabi"
  #define TIGA_ONLY_EXACT __attribute__((TIGA_EXACT))
#endif
#if defined(__CUDACC__)
  #define TIGA_TARGET __host__ __device__ TIGA_ONLY_EXACT
#else
  #define TIGA_TARGET TIGA_ONLY_EXACT
#endif
#define TIGA_FN TIGA_TARGET inline
#define TIGA_KERNEL TIGA_TARGET
#define TIGA_BYTES 1
namespace tiga::device {
// each part uses the one before
// clang-format off
#include "detail/elementary.inc"
#include "detail/registers.inc"
#include "detail/evaluate.inc"
#include "detail/blocks.inc"
#include "detail/kernel.inc"
#include "detail/device_rows.inc"
// clang-format on
}  // namespace tiga::device
#undef TIGA_BYTES
#undef TIGA_KERNEL
#undef TIGA_FN
#undef TIGA_TARGET
#undef TIGA_ONLY_EXACT
#if defined(__clang__)
  #pragma float_control(pop)
#else
  #pragma GCC diagnostic pop
#endif

namespace tiga::device {

/// Runs the rows [0, rows) of a job on this thread, block by block and thread by thread, as a grid of `blocks` blocks
/// of `threads` threads would; the result must not depend on either. For an elementwise job `rows` counts positions.
template <class J>
void step_on_host(std::int64_t rows, const row_args& args, std::int64_t blocks, std::int64_t threads) {
  for (std::int64_t block = 0; block < blocks; ++block)
    for (std::int64_t thread = 0; thread < threads; ++thread) {
      row_stack<J> stack;
      device_rows<J>(args, rows, {block, blocks, thread, threads}, stack);
    }
}

#if defined(__CUDACC__)
/// The same as a kernel, for a grid and blocks of one dimension: `block_rows<J><<<blocks, threads>>>(args, rows)`.
/// Every pointer in `args` must be one of the device.
template <class J>
__global__ void block_rows(const row_args args, std::int64_t rows) {
  row_stack<J> stack;
  device_rows<J>(args, rows, {blockIdx.x, gridDim.x, threadIdx.x, blockDim.x}, stack);
}
#endif

}  // namespace tiga::device

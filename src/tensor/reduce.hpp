// Reductions over any axes of any strided tensor: what the kernels of one operation are given.
#pragma once
#include <tiga/tensor/reduce.hpp>

#include "walk.hpp"

namespace tiga::detail {

/// One result for each position of `kept`, folded over the positions of `reduced` in row-major order.
///
/// The canonical order, whatever the layout, the number of threads or the instruction set: the positions are cut in
/// blocks of 4096; in a block lane l of 16 folds the elements l, l + 16, ... from the identity, then lane i takes lane
/// i + 8, i + 4, i + 2, i + 1; block results meet like the digits of a binary counter, what is left over from the
/// right. Sums of a million floats are right to about 1e-6 that way.
struct reduce_plan {
  const void* first = nullptr;
  dtype type = dtype::f32;
  dims kept, reduced;
  std::int64_t cells = 1, length = 1, blocks = 1;

  static constexpr std::int64_t block = 4096;
  static constexpr int lanes = 16;
};

// Each fills `result`, a packed array of plan.cells elements of the result type
void reduce_sum(const reduce_plan& plan, void* result);
void reduce_prod(const reduce_plan& plan, void* result);
void reduce_mean(const reduce_plan& plan, void* result);
void reduce_max(const reduce_plan& plan, void* result);
void reduce_min(const reduce_plan& plan, void* result);
void reduce_any(const reduce_plan& plan, void* result);
void reduce_all(const reduce_plan& plan, void* result);
void reduce_position(const reduce_plan& plan, bool greatest, std::int64_t* result);

}  // namespace tiga::detail

// The run-time core of streams: what a verified reduction becomes, and what runs it. Users never name these.
#pragma once
#include <tiga/axes/inter_slice.hpp>
#include <tiga/program/dtype.hpp>
#include <tiga/runtime/memory.hpp>

namespace tiga::detail {

enum class slice_op : std::uint8_t { add, add_sat, mul, max, min };

/// Folds rows into accumulators: acc[g * length + l] = op(...op(acc, in[g * group + l]), in[g * group + row + l]...).
/// Distances in elements.
struct fold_args {
  const void* in;
  std::int64_t row, group;
  std::int64_t rows, groups, length;
  bool begin;  ///< the accumulators hold nothing yet: start from the identity
  void* acc;
  const void* op;  ///< of a user's own operation
};
using fold_function = void (*)(const fold_args&);

/// One operation on one element type. Accumulators are elements, but floats for f16 and bf16.
struct slice_fold {
  fold_function run;
  dtype element, accumulator;
  const void* op = nullptr;
};
/// The library's own operations, for the instruction set in use.
slice_fold fold_of(slice_op op, dtype element);

/// `count` elements from `in` to `out`, which may not overlap.
struct slice_map {
  void (*run)(const void* self, const void* in, void* out, std::int64_t count);
  const void* self;
  dtype in, out;
};

/// What a reduction does with positions; made once for each and kept. Null for a reduction that does nothing.
struct slice_plan;
const slice_plan* make_slice_plan(const slice_reduction&, const slice_verdict&);

/// One pass: every position through `front`, the groups of slices reduced, every result through `back`.
struct slice_pass {
  const slice_plan* plan = nullptr;
  slice_fold fold{};
  const slice_map* front = nullptr;
  int fronts = 0;
  const slice_map* back = nullptr;
  int backs = 0;
  const void* in = nullptr;
  void* out = nullptr;
  std::int64_t positions = 0;
};
/// O(positions); bits do not depend on the number of threads. Below 256 KiB on the calling thread alone.
void run_slice_pass(const slice_pass&);

/// Elements between a tensor and the positions of a stream. `parts` are the layouts of the stream, outermost first.
struct stream_copy {
  const layout_view* parts;
  int count;
  layout_view tensor;
  dtype type;
};
/// Every live position gets its element, every hole `fill` (null: holes keep what they have).
void to_positions(const stream_copy&, const void* tensor, void* positions, const void* fill);
/// Every element from the first position that holds it.
void from_positions(const stream_copy&, const void* positions, void* tensor);

}  // namespace tiga::detail

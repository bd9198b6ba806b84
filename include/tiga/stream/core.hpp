// The run-time core of streams: what a verified reduction becomes, and what runs it. Users never name these.
#pragma once
#include <tiga/axes/intra_slice.hpp>
#include <tiga/program/dtype.hpp>
#include <tiga/runtime/memory.hpp>

namespace tiga::detail {

enum class slice_op : std::uint8_t { add, add_sat, mul, max, min, argmax, argmin, max_number, min_number };

/// Folds rows into accumulators: acc[g * length + l] = op(...op(acc, in[g * group + l]), in[g * group + row + l]...).
/// Distances in elements.
struct fold_args {
  const void* in;
  std::int64_t row, group;
  std::int64_t rows, groups, length;
  bool begin;  ///< the accumulators hold nothing yet: start from the identity
  void* acc;
  const void* op;          ///< of a user's own operation
  std::int64_t place = 0;  ///< of the first row in its group
};
using fold_function = void (*)(const fold_args&);

/// One operation on one element type.
struct slice_fold {
  fold_function run;
  dtype element, result;
  std::int64_t state;                                                        ///< bytes of an accumulator
  void (*finish)(const void* acc, void* out, std::int64_t count) = nullptr;  ///< null: accumulators are results
  const void* op = nullptr;
};
/// The library's own operations, for the instruction set in use.
slice_fold fold_of(slice_op op, dtype element);

/// `count` elements from `in` to `out`, which may not overlap; the first stands at position `at` of the stream.
struct slice_map {
  void (*run)(const void* self, const void* in, std::int64_t at, void* out, std::int64_t count);
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

/// What `pull_slices` needs: a reduction done, its input after the stages before it, and the cotangent of its result.
struct slice_pull {
  const slice_plan* plan = nullptr;
  slice_op op{};
  dtype element{};
  const void* in = nullptr;
  const void* cotangent = nullptr;
  void* out = nullptr;
};
/// The cotangent of the input: of a sum the cotangent itself at every slice of the group, of an extremum shared evenly
/// among ties, of a product times that of the others, right with zeros. Copies add up in slice order. O(positions).
void pull_slices(const slice_pull&);

/// A reduction inside slices as addresses. Made once for each and kept.
struct intra_plan;
struct intra_shape {
  layout_view chip, cluster, slice;
  intra_reduction of;
};
const intra_plan* make_intra_plan(const intra_shape&, const intra_verdict&);
/// One pass: every position through `front`, every slice reduced: what stands in one packet by pairs of neighbours, a
/// balanced tree, and that over time by a left fold.
struct intra_pass {
  const intra_plan* plan = nullptr;
  slice_op op{};
  slice_fold fold{};
  const slice_map* front = nullptr;
  int fronts = 0;
  const void* in = nullptr;
  void* out = nullptr;
};
void run_intra_pass(const intra_pass&);
void pull_intra(const intra_plan*, slice_op, dtype element, const void* in, const void* cotangent, void* out);

/// Rows of packets: the first lanes of each are copied, lanes beyond `lanes_in` become zero.
void copy_lanes(dtype, const void* in, std::int64_t lanes_in, void* out, std::int64_t lanes_out, std::int64_t packets);

/// Elements between a tensor and the positions of a stream. `parts` are the layouts of the stream, outermost first.
struct stream_copy {
  const layout_view* parts;
  int count;
  layout_view tensor;
  dtype type;
};
/// Every live position gets its element; holes that are declared zero get zero, others `fill` (null: they keep what
/// they have).
void to_positions(const stream_copy&, const void* tensor, void* positions, const void* fill);
/// The same, but only the first of positions that mean one element gets it: others count as holes.
void to_first_positions(const stream_copy&, const void* tensor, void* positions, const void* fill);
/// Every element from the first position that holds it.
void from_positions(const stream_copy&, const void* positions, void* tensor);
/// Every element the sum over the positions that hold it, in their order. Floats only.
void add_positions(const stream_copy&, const void* positions, void* tensor);
/// Zeros in the holes of a stream: in all of them, or in those declared zero.
void clear_holes(const layout_view* parts, int count, dtype, void* positions, bool all);

}  // namespace tiga::detail

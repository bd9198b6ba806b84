// How kernels and their callers meet: a kernel executes a range of rows and knows nothing of who called it.
// Threads call it today, pages and ranks later; all of them get the same bits, since a row owns its reduction.
#pragma once
#include <cstdint>
#include <tiga/runtime/blocks.hpp>

namespace tiga::runtime {

inline constexpr int max_inputs = 24;
inline constexpr int max_outputs = 12;
inline constexpr int max_parameters = 16;
inline constexpr int max_axes = 12;
inline constexpr int max_rank = 8;

/// A scalar argument; which member is valid follows from the program.
union scalar {
  double f;
  std::int64_t i;
};

/// What every kernel receives. Plain data, so that it can be copied to a device as it is.
struct row_args {
  const std::int64_t* ptr;  // row offsets; null for kernels over vertices or elements alone
  const void* ids;          // the gathered vertex of each edge, `1 << id_shift` bytes each
  const void* eid;          // the user's number of each edge, as wide; null when edges are in row order
  std::int64_t id_mask;     // their bits in a 64-bit word: one loader without a branch serves both widths
  int id_shift;
  const void* in[max_inputs];
  void* out[max_outputs];
  scalar param[max_parameters];
  std::int64_t axis_size[max_axes];  // run-time sizes, by the program's axis number
  double identity;                   // what a sum with an identity starts from
  std::int64_t items;                // numbers a row of the main result, where known at run time only
  const block_plan* blocks;          // when set, scalar reductions walk groups of blocks instead of rows
  void* block_sums;                  // a number for each slot of the plan and component
  // elementwise kernels only: the positions are rows of `items` numbers, each operand has strides of its own
  int rank;
  std::int64_t shape[max_rank];
  std::int64_t stride[max_inputs][max_rank];
};

/// Ids of 32 or 64 bits; at least 128 bytes behind the last one are readable, as in every buffer: kernels ask ahead.
inline void set_ids(row_args& a, const std::int32_t* ids, const std::int32_t* eid) {
  a.ids = ids;
  a.eid = eid;
  a.id_shift = 2;
  a.id_mask = 0xffffffff;
}
inline void set_ids(row_args& a, const std::int64_t* ids, const std::int64_t* eid) {
  a.ids = ids;
  a.eid = eid;
  a.id_shift = 3;
  a.id_mask = -1;
}

/// Room and orders for one call. With a block plan, `rows` walks groups, `combine` finishes the long rows. A hub row is
/// cut in pieces: `piece` stores the raw accumulators of the edges [begin, end) into `partials`; `merge` reads `count`
/// of those and finishes the row. A piece holds one plane of `pitch` bytes for each component of the reduction.
struct scratch {
  enum class task : int { rows, piece, merge, combine };
  void* memory;
  task what;
  std::int64_t begin, end;
  char* partials;
  std::int64_t count, pitch;
};

using rows_function = void (*)(const row_args&, std::int64_t begin, std::int64_t end, scratch&);

/// Edges a piece of a hub row holds: a power of two of blocks, so that its sum is a subtree of the row's own tree.
inline constexpr std::int64_t edges_per_block = 32;
inline constexpr std::int64_t edges_per_piece = edges_per_block * 512;

struct row_job {
  rows_function run;
  std::int64_t rows;
  std::int64_t max_degree;     // of these rows; 0 when there are no edges
  std::int64_t partial_bytes;  // accumulators of one row and component; 0 when rows cannot be cut
  std::int64_t components;
  std::int64_t cost;  // rough nanoseconds of one edge, or of one row when there are no edges
};

/// Long rows of a block plan: the second half of a job that walked groups.
void run_long_rows(const row_job&, const row_args&);
/// Runs all rows on the threads of the runtime, in ranges of about equal work; small jobs stay on this thread.
void run_rows(const row_job&, const row_args&);

}  // namespace tiga::runtime

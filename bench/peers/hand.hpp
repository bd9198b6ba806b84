// The loops that a careful programmer would write by hand for one machine: its widest registers, threads through TBB.
// Every file behind this header is compiled with -O3 -march=native; nothing of tiga is in it.
#pragma once
#include <cstdint>

#include "../support/slice_shape.hpp"

namespace bench::hand {

/// A graph by rows, as plain pointers.
struct rows {
  const std::int64_t* ptr;
  const std::int32_t* idx;
  std::int64_t count;
};

/// out[i, :] = sum over the row's edges of x[idx, :]; out and x are count x width, row-major; width 1, 16, 64
/// or 128. `prefetch` asks for the features of eight edges ahead, and at width 1 gathers sixteen numbers at a time
/// instead. One thread does not touch TBB.
void neighbour_sum(const rows& g, int width, const float* x, float* out, int threads, bool prefetch);

/// The gradient of `sum_e w_e x_src` by rows of the transposed graph (idx = destinations, eid = edge numbers): one pass
/// that uses each gathered cotangent row for both dx[j, :] += w_e c_i and dw[e] = <x_j, c_i>.
void weighted_gradient(const rows& transposed, const std::int32_t* eid, int width, const float* x, const float* w,
                       const float* cotangent, float* dx, float* dw, int threads);

/// In-neighbours up, left, right, down of a side x side grid, where they exist. `ptr` holds side * side + 1 numbers,
/// `idx` 4 * side * (side - 1). The vectors are the caller's, so that their pages are warm.
void stencil_build(std::int64_t side, std::int64_t* ptr, std::int32_t* idx, int threads);
/// out[i] = 0.25 * sum of the neighbours of i, over the rows above.
void stencil_apply(const rows& g, const float* x, float* out, int threads);

/// Iterations of PageRank by pulling (damping 0.85); `inverse` holds 1 / outgoing edges, `given` is room.
void pagerank(const rows& g, const float* inverse, int iterations, float* rank, float* given, int threads);

/// A sum over slices. A stream of 64 KiB stays on one thread.
void slice_sum(const slice_shape& s, const float* in, float* out, int threads);
/// As many bytes as that, read once and written once.
void read_and_write(const float* in, std::int64_t read, float* out, std::int64_t written, int threads);

}  // namespace bench::hand

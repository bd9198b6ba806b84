// tiga's side of the cases. Each is a small file written as a user writes, compiled with plain -O2; what it makes is a
// contender whose graph and tensors are ready and whose calls are timed from outside.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../support/inputs.hpp"
#include "../support/race.hpp"
#include "../support/slice_shape.hpp"

namespace bench::ours {

/// out_i = sum over in-edges of x_j; width 1 (a field without item axes), 16, 64 or 128.
contender neighbour_sum(const csr_input& g, int width, const float_vector& x, int threads);

/// At F = 64: the neighbour sum, `x_i + dt * mean(w_e x_j)`, the max and the product, in this order, named
/// tiga_sum, tiga_weighted_mean, tiga_max and tiga_prod. The product runs over `near_one`, so that nothing underflows.
std::vector<contender> reducers(const csr_input& g, const float_vector& x, const float_vector& w,
                                const float_vector& near_one, int threads);

/// Reducers written by hand and built in: over the sources' rows of 64 (`wide`), over a number an edge (`narrow`), and
/// with their gradients, `NAME_and_gradient` beside `NAME`.
struct algebra_halves {
  std::vector<contender> wide, narrow, gradients;
};
algebra_halves algebras(const csr_input& g, const float_vector& x, const float_vector& near_one, const float_vector& w,
                        int threads);

/// Iterations of PageRank; `inverse_degrees` holds 1 / outgoing edges, 0 where there are none.
contender pagerank(const csr_input& g, const float_vector& inverse_degrees, int iterations, int threads);

/// sum_e w_e x_j and its gradient with respect to x and w under a loss that sums everything.
struct gradient_halves {
  contender gradient;                         // "tiga": the checksum covers dx and dw
  contender forward;                          // "tiga_forward"
  std::function<std::int64_t()> extra_bytes;  // most memory live during one gradient, less what was live before
};
gradient_halves gradient(const csr_input& g, int width, const float_vector& x, const float_vector& w, int threads);

/// The side x side grid with its four neighbours: built; and 0.25 * the sum of the neighbours.
contender stencil_build(std::int64_t side, int threads);
contender stencil_apply(std::int64_t side, const float_vector& x, int threads);

/// A graph from a MatrixMarket file; the checksum is its number of edges.
contender read_mtx(const std::string& path, int threads);

/// An epoch of a GCN on Cora or Pubmed as examples/09_gcn.cpp has it: forward, backward, a step of Adam. `directory`:
/// the data set.
contender gcn_epoch(const std::string& directory, const std::string& dataset, int threads);
/// x over [n, k] times w over [k, m]; softmax and layer norm of the last axis of [rows, columns]; a step of Adam.
contender contraction(std::int64_t n, std::int64_t k, std::int64_t m, int threads);
contender softmax_rows(std::int64_t rows, std::int64_t columns, int threads);
contender layer_norm_rows(std::int64_t rows, std::int64_t columns, int threads);
contender adam_step(std::int64_t count, int threads);

/// A sum over slices; `in` holds the positions of the stream.
contender slice_sum(const slice_shape& s, const float* in, int threads);

}  // namespace bench::ours

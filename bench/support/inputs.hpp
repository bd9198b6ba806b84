// The inputs: graphs and features, made once at start-up and kept as raw little-endian files that every rival reads.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "aligned.hpp"

namespace bench {

/// A graph by destination: the sources of the edges into row i are idx[ptr[i]] .. idx[ptr[i + 1]].
struct csr_input {
  std::vector<std::int64_t> ptr;
  std::vector<std::int32_t> idx;
  std::int64_t rows() const { return std::int64_t(ptr.size()) - 1; }
  std::int64_t edges() const { return std::int64_t(idx.size()); }
};

/// The same edges by source: eid[q] is the position of the edge in the graph by destination.
struct transposed_input : csr_input {
  std::vector<std::int32_t> eid;
};

/// RMAT of 2^scale vertices, edge factor 16, (a, b, c, d) = (.57, .19, .19, .05), seed 200 + scale, vertex numbers
/// scrambled, sorted by (destination, source), duplicates removed, self loops kept.
/// Cached as rmatS.indptr.i64 and rmatS.src.i32. O(E log E) once, O(E) afterwards.
csr_input rmat(int scale);
transposed_input transpose(const csr_input& graph);

/// `count` numbers symmetric(seed, k) * factor + offset.
float_vector floats(std::uint64_t seed, std::int64_t count, float factor = 1.0F, float offset = 0.0F);
/// The features of any N x F are the first N * F of these. `x.f32` (2^27 numbers) is written where it is missing, for
/// the rivals that run in processes of their own.
float_vector features(std::int64_t count);
/// The numbers on the grid of the stencil cases; `stencil.x.f32` is written where it is missing.
float_vector stencil_field(std::int64_t count);

/// Seeds of the streams that the programs draw from.
inline constexpr std::uint64_t feature_seed = 301, weight_seed = 309, stencil_seed = 401;

/// A MatrixMarket file `coordinate pattern general` of the raw RMAT multigraph of `scale`, in generation order, rows =
/// destinations; 16 * 2^scale entries. Written once; returns its path.
std::string rmat_matrix_market(int scale);

/// Where all of these lie (option --data; default build/bench-data of the checkout).
std::string data_path(const std::string& name);
void set_data_directory(const std::string& directory);

/// Sum of all elements in double: the checksum of every result.
double checksum(const float* values, std::int64_t count);

}  // namespace bench

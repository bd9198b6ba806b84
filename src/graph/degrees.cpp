#include <cmath>
#include <tiga/graph/column.hpp>
#include <tiga/graph/degrees.hpp>
#include <tiga/runtime/parallel.hpp>

namespace tiga::detail {
namespace {

constexpr std::int64_t rows_at_once = 1 << 11;

}  // namespace

template <class T>
void row_lengths(const csr& c, T* out) {
  runtime::parallel(c.rows, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) out[r] = static_cast<T>(c.degree(r));
  });
}

template <class T>
void symmetric_coefficients(const csr& in, const T* weights, T* out) {
  column<double> degree(in.rows);
  const auto weight = [&](std::int64_t edge) { return weights ? double(weights[edge]) : 1.0; };
  runtime::parallel(in.rows, rows_at_once, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      double sum = weights ? 0.0 : double(in.degree(r));
      for (std::int64_t p = in.ptr[r]; weights && p < in.ptr[r + 1]; ++p) sum += weight(in.edge_at(p));
      degree[r] = sum;
    }
  });
  runtime::parallel(in.rows, rows_at_once, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r)
      for (std::int64_t p = in.ptr[r]; p < in.ptr[r + 1]; ++p) {
        const double here = degree[r], there = degree[in.index_at(p)];
        const std::int64_t edge = in.edge_at(p);
        out[edge] = here > 0 && there > 0 ? static_cast<T>(weight(edge) / std::sqrt(here * there)) : T(0);
      }
  });
}

template void row_lengths(const csr&, std::int32_t*);
template void row_lengths(const csr&, std::int64_t*);
template void row_lengths(const csr&, float*);
template void row_lengths(const csr&, double*);
template void symmetric_coefficients(const csr&, const float*, float*);
template void symmetric_coefficients(const csr&, const double*, double*);

}  // namespace tiga::detail

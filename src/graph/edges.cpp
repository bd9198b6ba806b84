#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <tiga/graph/edges.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>

namespace tiga::detail {
namespace {

template <class Int>
void check_width(std::int64_t nodes) {
  if (nodes - 1 > std::numeric_limits<Int>::max())
    fail("ids of " + std::to_string(nodes) + " nodes need 64 bits: ask for std::int64_t");
}

constexpr std::int64_t rows_at_once = 1 << 11;

// A double that an integer type holds exactly.
template <class T>
bool fits(double v) {
  const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
  return v >= -limit && v < limit && v == std::floor(v);
}

}  // namespace

template <class Int>
void edge_rows(const csr& c, Int* out) {
  check_width<Int>(c.rows);
  runtime::parallel(c.rows, rows_at_once, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r)
      for (std::int64_t p = c.ptr[r]; p < c.ptr[r + 1]; ++p) out[c.edge_at(p)] = Int(r);
  });
}

template <class Int>
void edge_indices(const csr& c, Int* out) {
  check_width<Int>(c.columns);
  runtime::parallel(c.edges, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) out[c.edge_at(p)] = Int(c.index_at(p));
  });
}

template <class T>
void edge_values(const column<double>& reals, const column<std::int64_t>& integers, std::int64_t size, T* out) {
  std::atomic<std::int64_t> wrong{size};  // the first edge whose value does not fit
  const auto refuse = [&](std::int64_t e) {
    std::int64_t seen = wrong.load();
    while (e < seen && !wrong.compare_exchange_weak(seen, e)) {
    }
  };
  runtime::parallel(size, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin; e < end; ++e) {
      out[e] = T(1);
      if constexpr (std::is_integral_v<T>) {
        if (!reals.empty() && !fits<T>(reals[e])) {
          refuse(e);
          return;
        }
        if (!integers.empty() && std::int64_t(static_cast<T>(integers[e])) != integers[e]) {
          refuse(e);
          return;
        }
      }
      if (!reals.empty()) out[e] = static_cast<T>(reals[e]);
      if (!integers.empty()) out[e] = static_cast<T>(integers[e]);
    }
  });
  if (const std::int64_t e = wrong.load(); e < size)
    fail("edge " + std::to_string(e) + " has the value " +
         (reals.empty() ? std::to_string(integers[e]) : std::to_string(reals[e])) +
         ", which the integers asked for do not hold");
}

template void edge_rows(const csr&, std::int32_t*);
template void edge_rows(const csr&, std::int64_t*);
template void edge_indices(const csr&, std::int32_t*);
template void edge_indices(const csr&, std::int64_t*);
template void edge_values(const column<double>&, const column<std::int64_t>&, std::int64_t, std::int32_t*);
template void edge_values(const column<double>&, const column<std::int64_t>&, std::int64_t, std::int64_t*);
template void edge_values(const column<double>&, const column<std::int64_t>&, std::int64_t, float*);
template void edge_values(const column<double>&, const column<std::int64_t>&, std::int64_t, double*);

}  // namespace tiga::detail

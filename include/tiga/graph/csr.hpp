// The structure that kernels walk: edges grouped by row. Plain pointers, so that device code can hold a copy.
#pragma once
#include <cstdint>

namespace tiga {

namespace detail {
class csr_cache;
}

/// Edges grouped by row: row r owns the positions [ptr[r], ptr[r + 1]). Of the in-edges of a graph the rows are its
/// destinations and `idx` names sources; of the out-edges it is the other way round. The arrays belong to the graph
/// and live as long as any copy of it. Every array may be read a little behind its end (see `buffer`).
///
/// Ids have 32 bits where the node and edge counts of the graph fit, and 64 bits otherwise; one of `idx` and `idx64`
/// is null, and of `eid` and `eid64` at least one.
struct csr {
  const std::int64_t* ptr = nullptr;    ///< rows + 1 offsets, ascending from 0 to `edges`
  const std::int32_t* idx = nullptr;    ///< the other end of each position; null when ids have 64 bits
  const std::int32_t* eid = nullptr;    ///< the user's edge number of each position; null when that is the position
  const std::int64_t* idx64 = nullptr;  ///< the 64-bit twin of `idx`
  const std::int64_t* eid64 = nullptr;  ///< the 64-bit twin of `eid`
  std::int64_t rows = 0;
  std::int64_t columns = 0;  ///< every id is below this
  std::int64_t edges = 0;
  std::int64_t max_degree = 0;         ///< edges of the longest row
  detail::csr_cache* cache = nullptr;  ///< what `kept` keeps; null in a csr that no graph owns

  /// Do ids have 64 bits?
  bool wide() const { return idx64 != nullptr; }
  /// Are the positions in the user's edge order?
  bool in_edge_order() const { return eid == nullptr && eid64 == nullptr; }
  /// The other end of position p, and the user's number of its edge.
  std::int64_t index_at(std::int64_t p) const { return wide() ? idx64[p] : idx[p]; }
  std::int64_t edge_at(std::int64_t p) const { return eid ? eid[p] : eid64 ? eid64[p] : p; }
  std::int64_t degree(std::int64_t row) const { return ptr[row + 1] - ptr[row]; }
};

namespace detail {
// The object that `build` made of c, made at most once and kept with c; the key is the function itself. Threads that
// meet here may both build; the first result is kept, so nobody waits while holding a lock.
const void* keep_with(const csr& c, void* (*build)(const csr&), void (*destroy)(void*));
}  // namespace detail

/// A `T` constructed from `const csr&`, made on first use and kept as long as the graph: partitions, plans.
/// Thread-safe. Throws tiga::error if no graph owns `c`.
template <class T>
const T& kept(const csr& c) {
  return *static_cast<const T*>(detail::keep_with(
      c, [](const csr& from) -> void* { return new T(from); }, [](void* object) { delete static_cast<T*>(object); }));
}

}  // namespace tiga

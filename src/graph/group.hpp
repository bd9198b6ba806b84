// Grouping edges by one end: a stable counting sort in two levels. The result does not depend on the threads.
#pragma once
#include <tiga/graph/column.hpp>
#include <tiga/graph/csr.hpp>

namespace tiga::detail {

/// Edges grouped by a key in [0, keys): `ptr` has keys + 1 offsets; `other` and `edge` follow the new positions.
/// `edge` is empty when the order did not change.
template <class Int>
struct grouped {
  column<std::int64_t> ptr;
  column<Int> other, edge;
};

/// Groups edges by `key` (all in [0, keys), unchecked), keeping the given order within a key. `edge` null: the number
/// of an edge is its position. O(edges + keys), parallel.
template <class Int>
grouped<Int> group_by(const Int* key, const Int* other, const Int* edge, std::int64_t edges, std::int64_t keys);

/// The same for keys that ascend already: `ptr` alone.
template <class Int>
column<std::int64_t> offsets_of_sorted(const Int* key, std::int64_t edges, std::int64_t keys);

/// The row that owns each position.
template <class Int>
column<Int> row_of_each_position(const csr& c);

/// Most edges of a row.
std::int64_t longest_row(const column<std::int64_t>& ptr);

/// A copy made in parallel.
template <class To, class From>
column<To> copied(const From* from, std::int64_t size);

}  // namespace tiga::detail

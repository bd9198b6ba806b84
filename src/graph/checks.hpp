// What every way of making a graph checks, and how it says so.
#pragma once
#include <string>
#include <tiga/graph/core.hpp>

namespace tiga::detail {

/// `graph<N, E>` or `graph<Src, Dst, E>`: how messages begin.
std::string shown(const graph_axes& axes);
std::string shown(const name& axis);

/// The count for an axis out of what it declares and what the caller says (`dynamic`: nothing); `dynamic` if neither
/// does. Throws if they disagree or the count cannot be one.
std::int64_t agreed_count(const graph_axes& axes, const name& axis, std::int64_t declared, std::int64_t said);

/// Throws unless a graph with this many nodes and edges can be stored and agrees with the declared sizes.
void check_counts(const graph_axes& axes, std::int64_t sources, std::int64_t destinations, std::int64_t edges);

/// Do the ids of such a graph have 64 bits?
bool wide_ids(std::int64_t sources, std::int64_t destinations, std::int64_t edges, graph_options options);

/// Smallest and largest id, and whether they ascend; {0, -1, true} of no ids. Parallel.
struct id_range {
  std::int64_t least, most;
  bool ascending;
};
id_range range_of(const index_list& ids);

/// The first position whose id is outside [0, limit); -1 if there is none.
std::int64_t first_outside(const index_list& ids, std::int64_t limit);

}  // namespace tiga::detail

// From checked edges to a graph; shared by the pair list and the readers.
#pragma once
#include <tiga/graph/column.hpp>
#include <tiga/graph/core.hpp>

namespace tiga::detail {

/// Edges source[e] -> destination[e], all ids within the counts (unchecked).
template <class Int>
graph_handle graph_of_edges(std::int64_t sources, std::int64_t destinations, const column<Int>& source,
                            const column<Int>& destination);

}  // namespace tiga::detail

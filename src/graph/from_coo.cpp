// Graphs from edges in any order.
#include <algorithm>
#include <tiga/runtime/error.hpp>
#include <utility>

#include "checks.hpp"
#include "coo.hpp"
#include "core_data.hpp"
#include "group.hpp"
#include "out_of_memory.hpp"

namespace tiga::detail {
namespace {

// One side of the edges: checks every id against the count, or finds the count.
std::int64_t checked_side(const graph_axes& axes, const name& axis, const index_list& ids, const id_range& range,
                          std::int64_t count, const char* side) {
  if (range.least < 0 || (count != dynamic && range.most >= count)) {
    const std::int64_t e = first_outside(ids, count == dynamic ? INT64_MAX : count);
    std::string message =
        shown(axes) + ": edge " + std::to_string(e) + " has the " + side + " " + std::to_string(ids[e]);
    if (ids[e] >= 0)
      message += ", but the axis " + shown(axis) + " has " + std::to_string(count) + " nodes (ids 0 to " +
                 std::to_string(count - 1) + ")";
    else
      message += ", which is negative";
    fail(message);
  }
  if (count != dynamic) return count;
  return std::min(range.most, INT64_MAX - 1) + 1;  // what is too wide is refused by check_counts
}

template <class Int>
column<Int> narrowed(const index_list& ids) {
  return ids.wide() ? copied<Int>(static_cast<const std::int64_t*>(ids.data()), ids.size())
                    : copied<Int>(static_cast<const std::int32_t*>(ids.data()), ids.size());
}

template <class Int>
graph_handle grouped_graph(std::int64_t sources, std::int64_t destinations, const Int* source, const Int* destination,
                           std::int64_t edges) {
  grouped<Int> g = group_by<Int>(destination, source, nullptr, edges, destinations);
  return make_graph(std::make_shared<direction>(sources, g.ptr, g.other, g.edge));
}
template <class Int>
graph_handle sorted_graph(std::int64_t sources, std::int64_t destinations, const column<Int>& source,
                          const Int* destination) {
  const column<std::int64_t> ptr = offsets_of_sorted(destination, source.size(), destinations);
  return make_graph(std::make_shared<direction>(sources, ptr, source, column<Int>()));
}

// Without copies where the caller's integers have the width of the graph's already.
template <class Int>
graph_handle graph_of(std::int64_t n_sources, std::int64_t n_destinations, const index_list& sources,
                      const index_list& destinations, bool ascending) {
  const bool same = destinations.wide() == (sizeof(Int) == 8);
  const column<Int> copy = same ? column<Int>() : narrowed<Int>(destinations);
  const Int* destination = same ? static_cast<const Int*>(destinations.data()) : copy.data();
  if (ascending) return sorted_graph(n_sources, n_destinations, narrowed<Int>(sources), destination);
  if (sources.wide() == (sizeof(Int) == 8))
    return grouped_graph(n_sources, n_destinations, static_cast<const Int*>(sources.data()), destination,
                         sources.size());
  const column<Int> source = narrowed<Int>(sources);
  return grouped_graph(n_sources, n_destinations, source.data(), destination, source.size());
}

graph_handle checked_graph(const graph_axes& axes, const index_list& sources, const index_list& destinations,
                           std::int64_t n_sources, std::int64_t n_destinations, graph_options options) {
  if (sources.size() != destinations.size())
    fail(shown(axes) + ": " + std::to_string(sources.size()) + " sources, but " + std::to_string(destinations.size()) +
         " destinations");
  n_sources = agreed_count(axes, axes.source, axes.sources, n_sources);
  n_destinations = agreed_count(axes, axes.destination, axes.destinations, n_destinations);
  const id_range from = range_of(sources), to = range_of(destinations);
  const std::int64_t found_sources = checked_side(axes, axes.source, sources, from, n_sources, "source");
  const std::int64_t found_destinations =
      checked_side(axes, axes.destination, destinations, to, n_destinations, "destination");
  n_sources = axes.square ? std::max(found_sources, found_destinations) : found_sources;
  n_destinations = axes.square ? n_sources : found_destinations;
  check_counts(axes, n_sources, n_destinations, sources.size());
  return wide_ids(n_sources, n_destinations, sources.size(), options)
             ? graph_of<std::int64_t>(n_sources, n_destinations, sources, destinations, to.ascending)
             : graph_of<std::int32_t>(n_sources, n_destinations, sources, destinations, to.ascending);
}

}  // namespace

template <class Int>
graph_handle graph_of_edges(std::int64_t sources, std::int64_t destinations, const column<Int>& source,
                            const column<Int>& destination) {
  if (range_of(destination).ascending) return sorted_graph(sources, destinations, source, destination.data());
  return grouped_graph(sources, destinations, source.data(), destination.data(), source.size());
}
template graph_handle graph_of_edges(std::int64_t, std::int64_t, const column<std::int32_t>&,
                                     const column<std::int32_t>&);
template graph_handle graph_of_edges(std::int64_t, std::int64_t, const column<std::int64_t>&,
                                     const column<std::int64_t>&);

graph_handle graph_from_coo(const graph_axes& axes, index_list sources, index_list destinations, std::int64_t n_sources,
                            std::int64_t n_destinations, graph_options options) {
  const auto what = [&] { return shown(axes) + " with " + std::to_string(sources.size()) + " edges cannot be made"; };
  return in_memory(what,
                   [&] { return checked_graph(axes, sources, destinations, n_sources, n_destinations, options); });
}

}  // namespace tiga::detail

// Graphs from compressed rows that somebody else made: nothing is taken on trust.
#include <algorithm>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>

#include "checks.hpp"
#include "core_data.hpp"
#include "group.hpp"
#include "out_of_memory.hpp"

namespace tiga::detail {
namespace {

std::string at(std::int64_t position) { return "[" + std::to_string(position) + "]"; }

void check_offsets(const graph_axes& axes, const index_list& ptr, std::int64_t edges) {
  const std::int64_t last = ptr.size() - 1;
  if (ptr[0] != 0) fail(shown(axes) + ": row pointer " + at(0) + " is " + std::to_string(ptr[0]) + ", not 0");
  if (!range_of(ptr).ascending)
    for (std::int64_t r = 1; r <= last; ++r)
      if (ptr[r] < ptr[r - 1])
        fail(shown(axes) + ": row pointer " + at(r) + " is " + std::to_string(ptr[r]) + ", below the one before it, " +
             std::to_string(ptr[r - 1]));
  if (ptr[last] != edges)
    fail(shown(axes) + ": row pointer " + at(last) + ", the last, is " + std::to_string(ptr[last]) +
         ", but there are " + std::to_string(edges) + " column ids");
}

[[noreturn]] void refuse_id(const graph_axes& axes, const index_list& ptr, const index_list& idx, std::int64_t limit) {
  const std::int64_t p = first_outside(idx, limit);
  std::int64_t row = 0;
  while (ptr[row + 1] <= p) ++row;
  fail(shown(axes) + ": column id " + at(p) + " (row " + std::to_string(row) + ") is " + std::to_string(idx[p]) +
       (idx[p] < 0 ? ", which is negative"
                   : ", but the axis " + shown(axes.source) + " has " + std::to_string(limit) + " nodes"));
}

template <class Int>
graph_handle graph_of(std::int64_t sources, const index_list& ptr, const index_list& idx) {
  const auto copy_of = [](const index_list& list, auto as) {
    using to = decltype(as);
    return list.wide() ? copied<to>(static_cast<const std::int64_t*>(list.data()), list.size())
                       : copied<to>(static_cast<const std::int32_t*>(list.data()), list.size());
  };
  return make_graph(
      std::make_shared<direction>(sources, copy_of(ptr, std::int64_t()), copy_of(idx, Int()), column<Int>()));
}

graph_handle checked_graph(const graph_axes& axes, const index_list& ptr, const index_list& idx, std::int64_t sources,
                           std::int64_t destinations, graph_options options) {
  if (ptr.size() == 0) fail(shown(axes) + ": the row pointer is empty; it has one element more than rows");
  destinations = agreed_count(axes, axes.destination, axes.destinations, destinations);
  if (destinations != dynamic && ptr.size() != destinations + 1)
    fail(shown(axes) + ": " + std::to_string(destinations) + " rows need a row pointer of " +
         std::to_string(destinations + 1) + " elements, not " + std::to_string(ptr.size()));
  destinations = ptr.size() - 1;
  check_offsets(axes, ptr, idx.size());

  sources = agreed_count(axes, axes.source, axes.sources, sources);
  if (axes.square && sources == dynamic) sources = destinations;
  if (axes.square && sources != destinations)
    fail(shown(axes) + ": " + std::to_string(sources) + " sources, but " + std::to_string(destinations) +
         " rows; two node axes are written graph<Src, Dst, E>");
  const id_range range = range_of(idx);
  if (range.least < 0 || (sources != dynamic && range.most >= sources))
    refuse_id(axes, ptr, idx, sources == dynamic ? INT64_MAX : sources);
  if (sources == dynamic) sources = std::min(range.most, INT64_MAX - 1) + 1;
  check_counts(axes, sources, destinations, idx.size());
  return wide_ids(sources, destinations, idx.size(), options) ? graph_of<std::int64_t>(sources, ptr, idx)
                                                              : graph_of<std::int32_t>(sources, ptr, idx);
}

}  // namespace

graph_handle graph_from_csr(const graph_axes& axes, index_list ptr, index_list idx, std::int64_t sources,
                            std::int64_t destinations, graph_options options) {
  const auto what = [&] { return shown(axes) + " with " + std::to_string(idx.size()) + " edges cannot be made"; };
  return in_memory(what, [&] { return checked_graph(axes, ptr, idx, sources, destinations, options); });
}

}  // namespace tiga::detail

#include "checks.hpp"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <vector>

namespace tiga::detail {

std::string shown(const name& axis) {
  text t;
  t << axis;
  return t.c_str();
}
std::string shown(const graph_axes& axes) {
  return "graph<" + shown(axes.source) + (axes.square ? "" : ", " + shown(axes.destination)) + ", " + shown(axes.edge) +
         ">";
}

std::int64_t agreed_count(const graph_axes& axes, const name& axis, std::int64_t declared, std::int64_t said) {
  if (said != dynamic && said < 0)
    fail(shown(axes) + ": " + std::to_string(said) + " is no number of nodes for the axis " + shown(axis));
  if (declared == dynamic || said == dynamic || declared == said) return declared == dynamic ? said : declared;
  fail(shown(axes) + ": the axis " + shown(axis) + " is declared with size " + std::to_string(declared) + ", but " +
       std::to_string(said) + " nodes are given");
}

namespace {

void check_size(const graph_axes& axes, const name& axis, std::int64_t declared, std::int64_t count, const char* what) {
  if (declared != dynamic && declared != count)
    fail(shown(axes) + ": the axis " + shown(axis) + " is declared with size " + std::to_string(declared) +
         ", but the graph has " + std::to_string(count) + " " + what);
}

// The row offsets alone must fit: a file of two lines may announce any number of nodes.
void check_nodes(const graph_axes& axes, const name& axis, std::int64_t count) {
  if (count > max_nodes)
    fail(shown(axes) + ": " + std::to_string(count) + " nodes on the axis " + shown(axis) +
         " are too wide for a graph in memory, which has at most " + std::to_string(max_nodes));
  const std::int64_t machine = std::int64_t(sysconf(_SC_PHYS_PAGES)) * std::int64_t(sysconf(_SC_PAGESIZE));
  if (machine > 0 && count > machine / 8)
    fail(shown(axes) + ": " + std::to_string(count) + " nodes on the axis " + shown(axis) + " need " +
         std::to_string(count / (1 << 17)) + " MiB of row offsets, more than the memory of this machine (" +
         std::to_string(machine >> 20) + " MiB)");
}

template <class Int>
id_range range_of(const Int* ids, std::int64_t size) {
  constexpr std::int64_t piece = 1 << 16;
  const std::int64_t pieces = (size + piece - 1) / piece;
  std::vector<id_range> found(static_cast<std::size_t>(pieces));
  runtime::parallel(pieces, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t first = k * piece, last = std::min(size, first + piece);
      Int least = ids[first], most = ids[first];
      int descents = first > 0 && ids[first] < ids[first - 1];
      for (std::int64_t i = first + 1; i < last; ++i) {
        least = std::min(least, ids[i]);
        most = std::max(most, ids[i]);
        descents |= ids[i] < ids[i - 1];
      }
      found[std::size_t(k)] = {least, most, descents == 0};
    }
  });
  id_range all{0, -1, true};
  for (std::size_t k = 0; k < found.size(); ++k) {
    all.least = k ? std::min(all.least, found[k].least) : found[k].least;
    all.most = k ? std::max(all.most, found[k].most) : found[k].most;
    all.ascending = all.ascending && found[k].ascending;
  }
  return all;
}

}  // namespace

void check_counts(const graph_axes& axes, std::int64_t sources, std::int64_t destinations, std::int64_t edges) {
  check_nodes(axes, axes.source, sources);
  check_nodes(axes, axes.destination, destinations);
  check_size(axes, axes.source, axes.sources, sources, "nodes");
  check_size(axes, axes.destination, axes.destinations, destinations, "nodes");
  check_size(axes, axes.edge, axes.edges, edges, "edges");
}

bool wide_ids(std::int64_t sources, std::int64_t destinations, std::int64_t edges, graph_options options) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return options.wide_ids || sources > most || destinations > most || edges > most;
}

id_range range_of(const index_list& ids) {
  return ids.wide() ? range_of(static_cast<const std::int64_t*>(ids.data()), ids.size())
                    : range_of(static_cast<const std::int32_t*>(ids.data()), ids.size());
}

std::int64_t first_outside(const index_list& ids, std::int64_t limit) {
  for (std::int64_t i = 0; i < ids.size(); ++i)
    if (ids[i] < 0 || ids[i] >= limit) return i;
  return -1;
}

}  // namespace tiga::detail

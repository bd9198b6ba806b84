// Graphs made of graphs: batches, and self-loops.
#include <algorithm>
#include <limits>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <utility>

#include "checks.hpp"
#include "core_data.hpp"
#include "out_of_memory.hpp"

namespace tiga::detail {
namespace {

/// Counts of the graphs before one in a batch.
struct place {
  std::int64_t sources = 0, destinations = 0, edges = 0;
};

template <class Int>
graph_handle batch(const std::vector<graph_handle>& graphs, const std::vector<place>& at, bool ordered) {
  const place& total = at.back();
  column<std::int64_t> ptr(total.destinations + 1);
  column<Int> idx(total.edges), eid(ordered ? 0 : total.edges);
  runtime::parallel(std::int64_t(graphs.size()), 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) {
      const csr& c = graphs[std::size_t(k)].in_edges();
      const place& before = at[std::size_t(k)];
      for (std::int64_t r = 0; r < c.rows; ++r) ptr[before.destinations + r] = before.edges + c.ptr[r];
      for (std::int64_t p = 0; p < c.edges; ++p) idx[before.edges + p] = Int(before.sources + c.index_at(p));
      for (std::int64_t p = 0; p < (ordered ? 0 : c.edges); ++p)
        eid[before.edges + p] = Int(before.edges + c.edge_at(p));
    }
  });
  ptr[total.destinations] = total.edges;
  return make_graph(std::make_shared<direction>(total.sources, ptr, idx, eid));
}

constexpr std::int64_t rows_at_once = 1 << 12;

template <class Int>
graph_handle with_loops(const csr& c, const std::vector<std::int64_t>& loops_before) {
  const std::int64_t edges = c.edges + loops_before.back();
  column<std::int64_t> ptr(c.rows + 1);
  column<Int> idx(edges), eid(edges);
  runtime::parallel(c.rows, rows_at_once, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      const std::int64_t loop = loops_before[std::size_t(r)];
      std::int64_t to = c.ptr[r] + loop;
      ptr[r] = to;
      for (std::int64_t p = c.ptr[r]; p < c.ptr[r + 1]; ++p, ++to) {
        idx[to] = Int(c.index_at(p));
        eid[to] = Int(c.edge_at(p));
      }
      if (loops_before[std::size_t(r) + 1] == loop) continue;
      idx[to] = Int(r);  // the newest edge, so it is the last of its row
      eid[to] = Int(c.edges + loop);
    }
  });
  ptr[c.rows] = edges;
  return make_graph(std::make_shared<direction>(c.columns, ptr, idx, eid));
}

graph_handle batch_of(const std::vector<graph_handle>& graphs) {
  std::vector<place> at(1);
  bool ordered = true, wide = false;
  for (const graph_handle& g : graphs) {
    const csr& c = g.in_edges();
    const place& last = at.back();
    at.push_back({last.sources + c.columns, last.destinations + c.rows, last.edges + c.edges});
    ordered = ordered && c.in_edge_order();
    wide = wide || c.wide();
  }
  const place& total = at.back();
  if (total.sources > max_nodes || total.destinations > max_nodes)
    fail("cat: " + std::to_string(std::max(total.sources, total.destinations)) +
         " nodes are too wide for a graph in memory, which has at most " + std::to_string(max_nodes));
  return wide_ids(total.sources, total.destinations, total.edges, {.wide_ids = wide})
             ? batch<std::int64_t>(graphs, at, ordered)
             : batch<std::int32_t>(graphs, at, ordered);
}

graph_handle looped(const graph_handle& g, bool only_missing) {
  const csr& c = g.in_edges();
  std::vector<std::int64_t> loops_before(std::size_t(c.rows) + 1, 0);
  runtime::parallel(c.rows, rows_at_once, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      std::int64_t p = only_missing ? c.ptr[r] : c.ptr[r + 1];
      while (p < c.ptr[r + 1] && c.index_at(p) != r) ++p;
      loops_before[std::size_t(r) + 1] = p == c.ptr[r + 1];
    }
  });
  for (std::size_t r = 0; r < std::size_t(c.rows); ++r) loops_before[r + 1] += loops_before[r];
  if (loops_before.back() == 0) return g;
  return wide_ids(c.columns, c.rows, c.edges + loops_before.back(), {.wide_ids = c.wide()})
             ? with_loops<std::int64_t>(c, loops_before)
             : with_loops<std::int32_t>(c, loops_before);
}

}  // namespace

graph_handle graph_cat(const std::vector<graph_handle>& graphs) {
  return in_memory([&] { return "cat: the batch of " + std::to_string(graphs.size()) + " graphs cannot be made"; },
                   [&] { return batch_of(graphs); });
}

graph_handle graph_self_loops(const graph_handle& g, bool only_missing) {
  return in_memory([] { return std::string("self-loops: the graph cannot be made"); },
                   [&] { return looped(g, only_missing); });
}

}  // namespace tiga::detail

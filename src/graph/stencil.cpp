// The graph of a regular grid, filled directly: along the innermost dimension the same offsets are valid in long runs.
#include <algorithm>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <utility>

#include "checks.hpp"
#include "core_data.hpp"
#include "out_of_memory.hpp"

namespace tiga::detail {
namespace {

using numbers = std::vector<std::int64_t>;

/// Positions [begin, end) of a line, in which the same offsets find a neighbour, `step` places along the line.
struct run {
  struct neighbour {
    std::size_t offset;
    std::int64_t step;
  };
  std::int64_t begin, end;
  std::vector<neighbour> neighbours;  // in the order of the offsets
};

struct grid {
  const numbers& shape;
  const std::vector<numbers>& offsets;
  const std::vector<bool>& periodic;
  std::size_t rank() const { return shape.size(); }
  std::int64_t width() const { return shape.back(); }

  /// Where x + offset lies in dimension d, or -1 outside.
  std::int64_t moved(std::size_t d, std::int64_t x, std::int64_t offset) const {
    if (!periodic[d]) return offset < -x || offset >= shape[d] - x ? -1 : x + offset;
    const std::int64_t rest = offset % shape[d];
    const std::int64_t to = x + (rest < 0 ? rest + shape[d] : rest);
    return to < shape[d] ? to : to - shape[d];
  }

  /// For a line (the outer dimensions' position in row-major order): per offset the distance to the line of the
  /// neighbours in nodes, and whether there is one.
  void neighbour_lines(std::int64_t line, std::vector<std::pair<bool, std::int64_t>>& found) const {
    found.assign(offsets.size(), {true, 0});
    std::int64_t size = 1, rest = line;
    for (std::size_t d = rank() - 1; d-- > 0;) {
      const std::int64_t x = rest % shape[d];
      rest /= shape[d];
      for (std::size_t j = 0; j < offsets.size(); ++j) {
        const std::int64_t to = moved(d, x, offsets[j][d]);
        found[j].first = found[j].first && to >= 0;
        found[j].second += (to - x) * size;
      }
      size *= shape[d];
    }
    for (auto& f : found) f.second *= width();
  }

  /// The runs of a line; every line has the same.
  std::vector<run> runs() const {
    const std::size_t d = rank() - 1;
    const std::int64_t w = width();
    numbers cuts{0, w};
    for (const numbers& o : offsets) {
      // A non-periodic neighbour appears or disappears at these places; a periodic one wraps there.
      const std::int64_t step = periodic[d] ? o[d] % w : std::clamp(o[d], -w, w);
      cuts.push_back(step > 0 ? w - step : -step);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<run> all;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      run r{cuts[k], cuts[k + 1], {}};
      for (std::size_t j = 0; j < offsets.size(); ++j)
        if (const std::int64_t to = moved(d, r.begin, offsets[j][d]); to >= 0)
          r.neighbours.push_back({j, to - r.begin});
      all.push_back(std::move(r));
    }
    return all;
  }
};

// Nodes [first, last) with sources at the same `count` distances; `count` as a template argument where it is common.
template <std::size_t Fixed, class Int>
std::int64_t fill(std::int64_t first, std::int64_t last, const std::int64_t* distance, std::size_t count,
                  std::int64_t p, std::int64_t* ptr, Int* idx) {
  if constexpr (Fixed > 0) {
    Int near[Fixed];
    for (std::size_t j = 0; j < Fixed; ++j) near[j] = Int(distance[j]);
    for (std::int64_t x = first; x < last; ++x, p += std::int64_t(Fixed)) {
      ptr[x] = p;
      for (std::size_t j = 0; j < Fixed; ++j) idx[p + std::int64_t(j)] = Int(Int(x) + near[j]);
    }
  } else {
    for (std::int64_t x = first; x < last; ++x) {
      ptr[x] = p;
      for (std::size_t j = 0; j < count; ++j) idx[p++] = Int(x + distance[j]);
    }
  }
  return p;
}

template <class Int>
graph_handle filled(const grid& g, std::int64_t nodes, const numbers& line_start, std::int64_t edges) {
  column<std::int64_t> ptr(nodes + 1);
  column<Int> idx(edges);
  const std::vector<run> runs = nodes > 0 ? g.runs() : std::vector<run>();  // an empty line has none
  const std::int64_t lines = std::int64_t(line_start.size());
  runtime::parallel(lines, 1 + (1 << 14) / (g.width() + 1), [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<bool, std::int64_t>> near;
    numbers distance;
    for (std::int64_t line = begin; line < end; ++line) {
      g.neighbour_lines(line, near);
      std::int64_t p = line_start[std::size_t(line)];
      for (const run& r : runs) {
        distance.clear();
        for (const auto& [j, step] : r.neighbours)
          if (near[j].first) distance.push_back(near[j].second + step);
        const std::int64_t base = line * g.width();
        const auto run_of = [&](auto fill_run) {
          p = fill_run(base + r.begin, base + r.end, distance.data(), distance.size(), p, ptr.data(), idx.data());
        };
        if (distance.size() == 4)
          run_of(fill<4, Int>);
        else if (distance.size() == 8)
          run_of(fill<8, Int>);
        else
          run_of(fill<0, Int>);
      }
    }
  });
  ptr[nodes] = edges;
  return make_graph(std::make_shared<direction>(nodes, ptr, idx, column<Int>()));
}

// The number of nodes, after everything the caller can get wrong.
std::int64_t checked_nodes(const graph_axes& axes, const grid& g) {
  const std::string who = shown(axes) + ": stencil: ";
  if (g.shape.empty()) fail(who + "the shape has no dimension");
  for (const std::int64_t n : g.shape)
    if (n < 0) fail(who + std::to_string(n) + " is no size of a dimension");
  // An empty dimension leaves no position, however long the others are.
  const bool empty = std::find(g.shape.begin(), g.shape.end(), 0) != g.shape.end();
  std::int64_t nodes = empty ? 0 : 1;
  for (const std::int64_t n : g.shape)
    if (!empty && __builtin_mul_overflow(nodes, n, &nodes)) fail(who + "the shape has more than 2^63 positions");
  if (g.periodic.size() != g.rank())
    fail(who + "the shape has " + std::to_string(g.rank()) + " dimensions, but periodic " +
         std::to_string(g.periodic.size()));
  for (std::size_t j = 0; j < g.offsets.size(); ++j)
    if (g.offsets[j].size() != g.rank())
      fail(who + "the shape has " + std::to_string(g.rank()) + " dimensions, but offset " + std::to_string(j) +
           " has " + std::to_string(g.offsets[j].size()));
  return nodes;
}

graph_handle checked_graph(const graph_axes& axes, const grid& g, graph_options options) {
  const std::vector<numbers>& offsets = g.offsets;
  const std::int64_t nodes = checked_nodes(axes, g);
  check_counts(axes, nodes, nodes, axes.edges == dynamic ? 0 : axes.edges);
  numbers line_start(nodes == 0 ? 0 : std::size_t(nodes / g.width()));
  std::int64_t edges = 0;
  if (nodes > 0) {
    numbers along(offsets.size(), 0);  // how often each offset finds a neighbour along a line
    for (const run& r : g.runs())
      for (const auto& n : r.neighbours) along[n.offset] += r.end - r.begin;
    runtime::parallel(std::int64_t(line_start.size()), 1 << 10, [&](std::int64_t begin, std::int64_t end) {
      std::vector<std::pair<bool, std::int64_t>> near;
      for (std::int64_t line = begin; line < end; ++line) {
        g.neighbour_lines(line, near);
        std::int64_t count = 0;
        for (std::size_t j = 0; j < near.size(); ++j) count += near[j].first ? along[j] : 0;
        line_start[std::size_t(line)] = count;
      }
    });
    for (std::int64_t& start : line_start) start = std::exchange(edges, edges + start);
  }
  check_counts(axes, nodes, nodes, edges);
  return wide_ids(nodes, nodes, edges, options) ? filled<std::int64_t>(g, nodes, line_start, edges)
                                                : filled<std::int32_t>(g, nodes, line_start, edges);
}

}  // namespace

graph_handle graph_stencil(const graph_axes& axes, const std::vector<std::int64_t>& shape,
                           const std::vector<std::vector<std::int64_t>>& offsets, const std::vector<bool>& periodic,
                           graph_options options) {
  return in_memory([&] { return shown(axes) + ": stencil: the graph cannot be made"; },
                   [&] {
                     return checked_graph(axes, {shape, offsets, periodic}, options);
                   });
}

}  // namespace tiga::detail

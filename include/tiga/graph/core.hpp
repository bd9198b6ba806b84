// What every graph is underneath: an immutable shared structure without axes. Compiled in src/graph.
#pragma once
#include <cstdint>
#include <string>
#include <tiga/axes/mapping.hpp>
#include <tiga/graph/csr.hpp>
#include <tiga/graph/index_list.hpp>
#include <vector>

namespace tiga {

/// How a graph is stored. `wide_ids`: 64-bit ids even where 32 bits would do (for tests).
struct graph_options {
  bool wide_ids = false;
};

/// Most nodes that a graph in memory has on one side.
inline constexpr std::int64_t max_nodes = std::int64_t(1) << 32;

struct matrix_entries;  // io.hpp
struct edge_list;

/// How `from_edge_list` and `read_edge_list` take a file.
struct edge_list_options {
  std::int64_t nodes = dynamic;  ///< number of nodes; `dynamic`: as the file says, or the largest id + 1
  bool compact = false;          ///< number the ids that occur 0, 1, 2, ... in ascending order
  bool undirected = false;       ///< every edge is meant both ways; the mirrored ones follow (self-loops once)
  bool wide_ids = false;
};

namespace detail {

// What a typed graph says of its axes: names, and sizes where the compiler knows them.
struct graph_axes {
  name source, destination, edge;
  std::int64_t sources, destinations, edges;  // or `dynamic`
  bool square;                                // source and destination are one axis
};

class graph_core;  // src/graph/core_data.hpp

/// A graph without axes: a reference-counted handle, as cheap to copy as a pointer, immutable, thread-safe.
class graph_handle {
 public:
  graph_handle() = default;                                          // no nodes, no edges
  explicit graph_handle(graph_core* core) noexcept : core_(core) {}  // takes over one reference
  graph_handle(const graph_handle& other) noexcept : core_(other.core_) { retain(); }
  graph_handle(graph_handle&& other) noexcept : core_(other.core_) { other.core_ = nullptr; }
  graph_handle& operator=(graph_handle other) noexcept {
    graph_core* mine = core_;
    core_ = other.core_;
    other.core_ = mine;
    return *this;
  }
  ~graph_handle() { release(); }

  const csr& in_edges() const;
  const csr& out_edges() const;
  graph_core* core() const { return core_; }

 private:
  void retain() const noexcept;
  void release() noexcept;
  graph_core* core_ = nullptr;
};

// Counts are `dynamic` where the caller does not say. All of them check what they get and throw tiga::error.
graph_handle graph_from_csr(const graph_axes&, index_list ptr, index_list idx, std::int64_t sources,
                            std::int64_t destinations, graph_options);
graph_handle graph_from_coo(const graph_axes&, index_list sources, index_list destinations, std::int64_t n_sources,
                            std::int64_t n_destinations, graph_options);
graph_handle graph_from_mtx(const graph_axes&, const std::string& path, graph_options);
graph_handle graph_from_edge_list(const graph_axes&, const std::string& path, const edge_list_options&);
graph_handle graph_from_entries(const graph_axes&, const matrix_entries&, graph_options);
graph_handle graph_from_entries(const graph_axes&, const edge_list&, graph_options);
graph_handle graph_stencil(const graph_axes&, const std::vector<std::int64_t>& shape,
                           const std::vector<std::vector<std::int64_t>>& offsets, const std::vector<bool>& periodic,
                           graph_options);
graph_handle graph_cat(const std::vector<graph_handle>& graphs);
graph_handle graph_reverse(const graph_handle&);
graph_handle graph_self_loops(const graph_handle&, bool only_missing);

}  // namespace detail
}  // namespace tiga

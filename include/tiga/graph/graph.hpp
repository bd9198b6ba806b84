// graph<N, E> and graph<Src, Dst, E>: the typed shell. `source -> destination` everywhere; matrix rows are
// destinations.
#pragma once
#include <initializer_list>
#include <span>
#include <string>
#include <tiga/graph/core.hpp>
#include <vector>

namespace tiga {

namespace detail {

template <factor... F>
struct graph_rule {
  static constexpr text why = [] {
    text t;
    const factor all[] = {F..., factor{}};
    const int n = int(sizeof...(F));
    if (n != 2 && n != 3) {
      t << "graph<N, E> has one node axis, graph<Src, Dst, E> two: " << n << (n == 1 ? " axis is" : " axes are")
        << " neither";
      return t;
    }
    for (int i = 0; i < n; ++i) {
      const digit& d = all[i].d0;
      if (all[i].count != 1 || d.axis == name{0, 0} || d.stride != 1 || d.bound != d.size || d.live != d.size ||
          d.extent != d.size) {
        t << "graph: " << all[i] << " is not a whole axis";
        return t;
      }
      for (int j = 0; j < i; ++j)
        if (all[j].d0.axis == d.axis) {
          t << "graph: the axis " << d.axis << " stands twice"
            << (i + 1 < n ? "; one node axis is written graph<N, E>" : "");
          return t;
        }
    }
    return t;
  }();
};
// The number of edges or nodes changes: only a run-time axis can follow it.
template <factor Axis>
struct growing_rule {
  static constexpr text why = [] {
    text t;
    if (size_of(Axis) != dynamic)
      t << "the size of the axis " << Axis << " changes, but it is declared as " << size_of(Axis);
    return t;
  }();
};
template <bool Square>
struct square_rule {
  static constexpr text why = [] {
    text t;
    if (!Square) t << "self-loops need one node axis: graph<N, E>, not graph<Src, Dst, E>";
    return t;
  }();
};
template <factor... Given>
struct graph_text {
  static constexpr text value = [] {
    text t;
    int i = 0;
    t << "graph<";
    ((t << (i++ ? ", " : "") << Given), ...);
    return t << ">";
  }();
};
template <class Given, class Wanted>
struct same_graph_rule {
  static constexpr text why = text{} << "graph: " << Given::value << " given, " << Wanted::value << " wanted";
};
template <factor... F>
struct graph_gate {
  using type = require<graph_rule<F...>>;
  static constexpr bool ok = sizeof(type) != 0;
};
template <factor... F>
constexpr factor axis_of(int i) {
  const factor all[] = {F...};
  return all[i];
}
template <bool Ok, class... Refusals>
inline constexpr bool accepted = Ok && (true && ... && (sizeof(Refusals) != 0));

}  // namespace detail

/// An immutable graph whose node and edge axes are part of its type: `graph<N, E>`, or `graph<Src, Dst, E>` when the
/// two sides differ. Copies share. Edges run `source -> destination`, duplicates and self-loops are kept, and edge
/// fields stay in the order in which the user gave the edges (in-edges are grouped by destination, stably). Offsets
/// have 64 bits, ids 32 where the counts fit. A size that an axis declares is checked against what the data says.
template <factor... F>
requires(detail::graph_gate<F...>::ok) class graph {
 public:
  static constexpr bool square = sizeof...(F) == 2;  ///< one node axis?
  static constexpr factor source_axis = detail::axis_of<F...>(0);
  static constexpr factor destination_axis = detail::axis_of<F...>(square ? 0 : 1);
  static constexpr factor edge_axis = detail::axis_of<F...>(square ? 1 : 2);

  /// Ids of the two ends of each edge: `tensor<id<N>, m<E>>`, or any list of integers.
  using sources_of_edges = endpoint_list<source_axis, edge_axis>;
  using destinations_of_edges = endpoint_list<destination_axis, edge_axis>;

  /// Refused: other axes are another type; the sentence names both.
  template <factor... G>
  requires(!std::is_same_v<graph<G...>, graph>) graph(const graph<G...>&) {
    static_assert(sizeof(require<detail::same_graph_rule<detail::graph_text<G...>, detail::graph_text<F...>>>) != 0,
                  "tiga: refused");
  }

  /// No nodes and no edges.
  graph() requires((size_of(F) == dynamic) && ...) = default;

  /// Compressed rows: row d owns `idx[ptr[d]] ... idx[ptr[d + 1] - 1]`. Rows are destinations, `idx` are sources.
  /// Without `sources` their number is that of the rows (graph<N, E>) or the largest id + 1. Every offset and id is
  /// checked; the error names position and value. O(E).
  static graph from_csr(index_list ptr, sources_of_edges idx, graph_options options = {}) {
    return graph(detail::graph_from_csr(signature(), ptr, idx, dynamic, dynamic, options));
  }
  static graph from_csr(index_list ptr, sources_of_edges idx, std::int64_t sources, graph_options options = {}) {
    return graph(detail::graph_from_csr(signature(), ptr, idx, sources, dynamic, options));
  }
  /// The same, and `ptr` must have `destinations + 1` elements.
  static graph from_csr(index_list ptr, sources_of_edges idx, std::int64_t sources, std::int64_t destinations,
                        graph_options options = {}) {
    return graph(detail::graph_from_csr(signature(), ptr, idx, sources, destinations, options));
  }

  /// Edges `sources[e] -> destinations[e]` in any order; duplicates are kept. Node counts that are not given are the
  /// declared sizes of the axes or else the largest id + 1; a count below that is an error that names edge and id.
  /// A stable two-level counting sort, O(E + N), parallel; no sort when the destinations ascend already.
  static graph from_coo(sources_of_edges sources, destinations_of_edges destinations, graph_options options = {}) {
    return graph(detail::graph_from_coo(signature(), sources, destinations, dynamic, dynamic, options));
  }
  static graph from_coo(sources_of_edges sources, destinations_of_edges destinations, std::int64_t nodes,
                        graph_options options = {}) requires square {
    return graph(detail::graph_from_coo(signature(), sources, destinations, nodes, nodes, options));
  }
  static graph from_coo(sources_of_edges sources, destinations_of_edges destinations, std::int64_t n_sources,
                        std::int64_t n_destinations, graph_options options = {}) {
    return graph(detail::graph_from_coo(signature(), sources, destinations, n_sources, n_destinations, options));
  }

  /// A MatrixMarket file: an entry (row, column) is the edge `column -> row`, explicit zeros included, in the order of
  /// the file; the mirrored entries of a symmetric file follow. Values are checked, not kept: `read_mtx` gives them.
  /// Errors name file, line and reason.
  static graph from_mtx(const std::string& path, graph_options options = {}) {
    return graph(detail::graph_from_mtx(signature(), path, options));
  }
  /// The same of entries that have been read, when their values are wanted, too:
  /// `const auto entries = read_mtx(path)`, then `from_mtx(entries)` and `edge_values<float, E>(entries)`.
  static graph from_mtx(const matrix_entries& entries, graph_options options = {}) {
    return graph(detail::graph_from_entries(signature(), entries, options));
  }

  /// Lines `source target [weight]`. Weights are checked, not kept: `read_edge_list` gives them, and the ids behind a
  /// compacted numbering. Errors name file, line and reason.
  static graph from_edge_list(const std::string& path, const edge_list_options& options = {}) {
    return graph(detail::graph_from_edge_list(signature(), path, options));
  }
  /// The same of a list that has been read; `edge_values<float, E>(edges)` are its weights.
  static graph from_edge_list(const edge_list& edges, graph_options options = {}) {
    return graph(detail::graph_from_entries(signature(), edges, options));
  }

  std::int64_t sources() const { return in_edges().columns; }
  std::int64_t destinations() const { return in_edges().rows; }
  std::int64_t edges() const { return in_edges().edges; }
  /// Number of nodes of a graph with one node axis.
  std::int64_t nodes() const requires square { return destinations(); }

  /// Rows are destinations, ids are sources; within a row in the user's edge order.
  const csr& in_edges() const { return handle_.in_edges(); }
  /// The transpose: rows are sources, ids are destinations, ascending within a row. Built on first use, in parallel,
  /// and kept; thread-safe.
  const csr& out_edges() const { return handle_.out_edges(); }

  explicit graph(detail::graph_handle handle) : handle_(static_cast<detail::graph_handle&&>(handle)) {}
  const detail::graph_handle& handle() const { return handle_; }
  static constexpr detail::graph_axes signature() {
    return {source_axis.d0.axis,
            destination_axis.d0.axis,
            edge_axis.d0.axis,
            size_of(source_axis),
            size_of(destination_axis),
            size_of(edge_axis),
            square};
  }

 private:
  detail::graph_handle handle_;
};

/// The graph of a regular grid of any rank: node ids count the positions of `shape` in row-major order, and every
/// node x has an in-edge from x + offset for each of `offsets` that stays inside the grid; in a periodic dimension it
/// wraps. Edges are ordered by destination, then as the offsets are. Filled directly, in parallel: O(N * offsets).
/// Throws tiga::error if an offset has another rank than the shape or a declared axis size disagrees.
template <factor N, factor E>
graph<N, E> stencil(const std::vector<std::int64_t>& shape, const std::vector<std::vector<std::int64_t>>& offsets,
                    const std::vector<bool>& periodic, graph_options options = {}) {
  return graph<N, E>(detail::graph_stencil(graph<N, E>::signature(), shape, offsets, periodic, options));
}
/// The same with every dimension periodic, or none.
template <factor N, factor E>
graph<N, E> stencil(const std::vector<std::int64_t>& shape, const std::vector<std::vector<std::int64_t>>& offsets,
                    bool periodic = false, graph_options options = {}) {
  return stencil<N, E>(shape, offsets, std::vector<bool>(shape.size(), periodic), options);
}

/// One graph that holds all of `graphs` side by side (batching): the nodes and edges of each follow those of the one
/// before it, so fields are concatenated in the same order. Node and edge counts add; trailing isolated nodes stay.
template <factor A, factor... F>
graph<A, F...> cat(std::span<const graph<A, F...>> graphs) {
  static_assert(detail::accepted<true, require<detail::growing_rule<A>>, require<detail::growing_rule<F>>...>,
                "tiga: refused above");
  std::vector<detail::graph_handle> handles;
  for (const graph<A, F...>& g : graphs) handles.push_back(g.handle());
  return graph<A, F...>(detail::graph_cat(handles));
}
template <factor A, factor... F>
graph<A, F...> cat(const std::vector<graph<A, F...>>& graphs) {
  return cat(std::span<const graph<A, F...>>(graphs));
}
template <factor A, factor... F>
graph<A, F...> cat(std::initializer_list<graph<A, F...>> graphs) {
  return cat(std::span<const graph<A, F...>>(graphs.begin(), graphs.size()));
}

/// Appends one self-loop `i -> i` to every node without one, in the order of the nodes; existing edges keep their
/// numbers. O(E + N).
template <factor... F>
graph<F...> add_missing_self_loops(const graph<F...>& g) {
  static_assert(detail::accepted<true, require<detail::square_rule<graph<F...>::square>>,
                                 require<detail::growing_rule<graph<F...>::edge_axis>>>,
                "tiga: refused above");
  return graph<F...>(detail::graph_self_loops(g.handle(), true));
}

/// Appends one self-loop `i -> i` to every node, also where there is one already; edge N_edges + i is that of node i.
template <factor... F>
graph<F...> add_self_loops(const graph<F...>& g) {
  static_assert(detail::accepted<true, require<detail::square_rule<graph<F...>::square>>,
                                 require<detail::growing_rule<graph<F...>::edge_axis>>>,
                "tiga: refused above");
  return graph<F...>(detail::graph_self_loops(g.handle(), false));
}

/// Every edge turned round; edges keep their numbers, so edge fields fit both. Shares the structure of `g`: its
/// in-edges are the out-edges of `g` and the other way round.
template <factor N, factor E>
graph<N, E> reverse(const graph<N, E>& g) {
  return graph<N, E>(detail::graph_reverse(g.handle()));
}
template <factor Src, factor Dst, factor E>
graph<Dst, Src, E> reverse(const graph<Src, Dst, E>& g) {
  return graph<Dst, Src, E>(detail::graph_reverse(g.handle()));
}

}  // namespace tiga

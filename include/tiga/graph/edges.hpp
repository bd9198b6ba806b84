// The edges of a graph, and the values that a file has for them, as tensors along the edge axis.
#pragma once
#include <cstdint>
#include <tiga/graph/graph.hpp>
#include <tiga/graph/io.hpp>
#include <tiga/tensor/tensor.hpp>

namespace tiga {

namespace detail {

// The row or the other end of every edge, in the user's order; throws where Int is too narrow for the graph's ids.
template <class Int>
void edge_rows(const csr& c, Int* out);
template <class Int>
void edge_indices(const csr& c, Int* out);
// `values` as T; of an integer T each must fit. For T = std::int32_t, std::int64_t, float and double.
template <class T>
void edge_values(const column<double>& reals, const column<std::int64_t>& integers, std::int64_t size, T* out);

}  // namespace detail

/// The source of every edge, in the user's edge order. O(E). Throws tiga::error if the ids of the graph need 64 bits
/// and Int has 32.
template <class Int = std::int32_t, factor... F>
tensor<id<graph<F...>::source_axis, Int>, m<graph<F...>::edge_axis>> edge_sources(const graph<F...>& g) {
  using ids = id<graph<F...>::source_axis, Int>;
  auto out = tensor<ids, m<graph<F...>::edge_axis>>::uninitialized({{g.edges()}});
  static_assert(sizeof(ids) == sizeof(Int), "tiga: an id is its integer");
  if (g.edges() > 0) detail::edge_indices(g.in_edges(), &out.mutable_span().data()->value);
  return out;
}

/// The destination of every edge, in the user's edge order. O(E).
template <class Int = std::int32_t, factor... F>
tensor<id<graph<F...>::destination_axis, Int>, m<graph<F...>::edge_axis>> edge_destinations(const graph<F...>& g) {
  using ids = id<graph<F...>::destination_axis, Int>;
  auto out = tensor<ids, m<graph<F...>::edge_axis>>::uninitialized({{g.edges()}});
  static_assert(sizeof(ids) == sizeof(Int), "tiga: an id is its integer");
  if (g.edges() > 0) detail::edge_rows(g.in_edges(), &out.mutable_span().data()->value);
  return out;
}

/// The values of a MatrixMarket file as an edge field of the graph that `from_mtx` makes of it, or `from_coo` of
/// `entries.columns` and `entries.rows`. 1 in a pattern file. Throws tiga::error where T is an integer that cannot
/// hold a value.
template <class T, factor E>
tensor<T, m<E>> edge_values(const matrix_entries& entries) {
  auto out = tensor<T, m<E>>::uninitialized({{entries.size()}});
  if (entries.size() > 0)
    detail::edge_values(entries.reals, entries.integers, entries.size(), out.mutable_span().data());
  return out;
}

/// The weights of an edge list; 1 where it has none.
template <class T, factor E>
tensor<T, m<E>> edge_values(const edge_list& edges) {
  auto out = tensor<T, m<E>>::uninitialized({{edges.size()}});
  if (edges.size() > 0) detail::edge_values(edges.weights, {}, edges.size(), out.mutable_span().data());
  return out;
}

}  // namespace tiga

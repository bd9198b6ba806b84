// Degrees of the nodes, and the edge coefficients that are made of them.
#pragma once
#include <cstdint>
#include <tiga/graph/graph.hpp>
#include <tiga/tensor/tensor.hpp>

namespace tiga {

namespace detail {

// For T = std::int32_t, std::int64_t, float and double.
template <class T>
void row_lengths(const csr& c, T* out);
// For T = float and double; `weights` null: all 1. Both are in the user's edge order.
template <class T>
void symmetric_coefficients(const csr& in, const T* weights, T* out);

template <class T, factor Rows>
tensor<T, m<Rows>> degrees(const csr& c) {
  auto out = tensor<T, m<Rows>>::uninitialized({{c.rows}});
  if (c.rows > 0) row_lengths(c, out.mutable_span().data());
  return out;
}
template <bool Square>
struct normalization_rule {
  static constexpr text why = [] {
    text t;
    if (!Square) t << "symmetric_normalization needs one node axis: graph<N, E>, not graph<Src, Dst, E>";
    return t;
  }();
};

template <factor Weights, factor Edges>
struct weights_rule {
  static constexpr text why = [] {
    text t;
    if (!(Weights == Edges))
      t << "symmetric_normalization: the weights are along " << Weights << ", not along the edge axis " << Edges;
    return t;
  }();
};

}  // namespace detail

/// The number of in-edges of every destination, duplicates and self-loops counted; T is std::int32_t, std::int64_t
/// (unless asked otherwise), float or double. O(nodes).
template <class T = std::int64_t, factor... F>
tensor<T, m<graph<F...>::destination_axis>> in_degrees(const graph<F...>& g) {
  return detail::degrees<T, graph<F...>::destination_axis>(g.in_edges());
}

/// The number of out-edges of every source. Builds the transpose of the graph if it is not there yet.
template <class T = std::int64_t, factor... F>
tensor<T, m<graph<F...>::source_axis>> out_degrees(const graph<F...>& g) {
  return detail::degrees<T, graph<F...>::source_axis>(g.out_edges());
}

/// The coefficients of graph convolutional networks (Kipf and Welling 2017): 1 / sqrt(d_i d_j) for the edge j -> i, d
/// being the number of in-edges; 0 where that number is 0 (no epsilon, nothing infinite). Add self-loops first if
/// they are wanted. In the user's edge order; computed in double. O(E).
template <class T = float, factor... F>
tensor<T, m<graph<F...>::edge_axis>> symmetric_normalization(const graph<F...>& g) {
  static_assert(detail::accepted<true, require<detail::normalization_rule<graph<F...>::square>>>,
                "tiga: refused above");
  auto out = tensor<T, m<graph<F...>::edge_axis>>::uninitialized({{g.edges()}});
  if (g.edges() > 0)
    detail::symmetric_coefficients(g.in_edges(), static_cast<const T*>(nullptr), out.mutable_span().data());
  return out;
}

/// The same with edge weights: w_ji / sqrt(d_i d_j), d being the sum of the weights of the in-edges; 0 where such a
/// sum is not positive. Throws tiga::error if there are not as many weights as edges.
template <class T, factor E, factor... F>
tensor<T, m<E>> symmetric_normalization(const graph<F...>& g, const tensor<T, m<E>>& weights) {
  static_assert(detail::accepted<true, require<detail::normalization_rule<graph<F...>::square>>,
                                 require<detail::weights_rule<E, graph<F...>::edge_axis>>>,
                "tiga: refused above");
  detail::meet(E, g.edges(), "the graph", weights.extent(0), "the weights");
  auto out = tensor<T, m<E>>::uninitialized({{g.edges()}});
  const tensor<T, m<E>> packed = contiguous(weights);
  if (g.edges() > 0) detail::symmetric_coefficients(g.in_edges(), packed.data(), out.mutable_span().data());
  return out;
}

}  // namespace tiga

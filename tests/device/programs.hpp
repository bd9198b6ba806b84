// Programs whose kernels are run by a device or stepped on the host, and a graph with hubs to run them on.
#pragma once
#include "device/jobs.hpp"

namespace tiga::testing {

inline constexpr axis N{"N"}, E{"E"}, D{"D", 20};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;
inline constexpr field<"q"> q;
inline constexpr field<"on"> on;
inline constexpr parameter<"dt"> dt;

template <reducer_kind R>
struct weighted : message_passing<weighted<R>> {
  static constexpr builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * src[x]; }
  static constexpr auto node(auto dst, auto aggregate) { return dst[x] + dt * aggregate; }
};
/// Reducers that are captured: two messages, or one.
template <class Reducer>
struct attends : message_passing<attends<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto, auto edge) { return reducer(edge[w], src[x]); }
};
template <class Reducer>
struct captured_alone : message_passing<captured_alone<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * src[x]; }
};
/// Not associative: folded in edge order, its gradient by scans.
struct fading : reducer<"fading"> {
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return l * 0.5f + r; }
};
/// A contraction over an item axis, and a part that depends on the sources alone.
struct similar : message_passing<similar> {
  static constexpr auto reducer = tiga::sum(0.5);
  static constexpr auto edge(auto src, auto dst, auto edge) {
    return edge[w] * (src[x] / (1 + exp(src[x]))) * sum<D>(src[q] * dst[q]);
  }
};
/// Two outputs, a condition, degrees.
struct larger : message_passing<larger> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto src, auto dst, auto edge) {
    const auto other = where(src[x] > dst[x], src[x], dst[x] / src[degree]);
    return outputs(where(edge[on], other, -other), tanh(src[x]) - sqrt(abs(dst[x])));
  }
};

/// 180 nodes: two thirds have a few edges, 7 has 1,500, 9 has 40,000 (more than two pieces of a hub), the rest none.
inline graph<N, E> hubs() {
  const std::int64_t nodes = 180, edges = 42'000;
  std::vector<std::int32_t> source, destination;
  for (std::int64_t e = 0; e < edges; ++e) {
    const auto r = std::uint64_t(e) * 0x9E3779B97F4A7C15ull >> 33;
    source.push_back(std::int32_t(r % nodes));
    destination.push_back(e % 84 == 0 ? std::int32_t(r / nodes % 120) : e % 28 == 1 ? 7 : 9);
  }
  return graph<N, E>::from_coo(source, destination, nodes);
}

/// The kernels of a program with fields x[N, F] and w[E]; items is the size of F where its type does not say it.
template <class P, factor F, class T = float, class Run, class... S>
void weighted_kernels(const graph<N, E>& g, Run& run, S... items) {
  const auto features = numbers<T, m<N, F>>(1, g.sources(), items...);
  const auto weights = numbers<T, m<E>>(2, g.edges());
  call_kernels<P>(g, run, ndata(x = features), edge(w = weights), dt = 0.1f);
}
template <class P, factor F, class Run, class... S>
void captured_kernels(const graph<N, E>& g, Run& run, S... items) {
  const auto features = numbers<float, m<N, F>>(1, g.sources(), items...);
  const auto weights = numbers<float, m<E>>(2, g.edges());
  call_kernels<P>(g, run, ndata(x = features), edge(w = weights));
}
template <factor F, class Run, class... S>
void similar_kernels(const graph<N, E>& g, Run& run, S... items) {
  const auto features = numbers<float, m<N, F>>(3, g.sources(), items...);
  const auto weights = numbers<f16, m<E>>(4, g.edges());
  const auto points = numbers<double, m<N, D>>(5, g.sources());
  call_kernels<similar>(g, run, ndata(x = features, q = points), edge(w = weights));
}
template <factor F, class Run, class... S>
void larger_kernels(const graph<N, E>& g, Run& run, S... items) {
  const auto features = numbers<float, m<N, F>>(6, g.sources(), items...);
  auto chosen = zeros<bool, m<E>>(g.edges());
  std::int64_t k = 0;
  for (bool& c : chosen.mutable_span()) c = number_at<float>(std::uint64_t(k++)) > 0;
  call_kernels<larger>(g, run, ndata(x = features), edge(on = chosen));
  edge_kernels<larger>(g, run, ndata(x = features), edge(on = chosen));
}

}  // namespace tiga::testing

// Graphs and tensors of the message-passing tests, and the plain double loop that programs are compared with.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <tiga/graph/message_passing.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <vector>

#include "catch.hpp"

namespace passing_test {

inline constexpr tiga::axis N{"N"}, E{"E"}, S{"S"}, D{"D"}, F{"F"}, H{"H"}, K{"K", 20};
inline constexpr tiga::field<"x"> x;
inline constexpr tiga::field<"y"> y;
inline constexpr tiga::field<"w"> w;
inline constexpr tiga::field<"b"> b;
inline constexpr tiga::field<"q"> q;
inline constexpr tiga::parameter<"dt"> dt;

using square = tiga::graph<N, E>;
using bipartite = tiga::graph<S, D, E>;
template <class T, tiga::factor... A>
using array = tiga::tensor<T, tiga::m<A...>>;

struct edge_pairs {
  std::vector<std::int64_t> from, to;
  std::int64_t sources = 0, destinations = 0;
  square graph() const { return square::from_coo(from, to, sources); }
  bipartite two_sided(tiga::graph_options options = {}) const {
    return bipartite::from_coo(from, to, sources, destinations, options);
  }
  std::size_t size() const { return from.size(); }
};

/// Loops, repeated edges, rows without edges (every seventh) and a few rows that are much longer than the others.
inline edge_pairs random_pairs(std::uint32_t seed, std::int64_t sources, std::int64_t destinations, std::size_t edges) {
  std::mt19937 r(seed);
  edge_pairs p{{}, {}, sources, destinations};
  for (std::size_t e = 0; e < edges; ++e) {
    p.from.push_back(std::int64_t(r() % std::uint32_t(sources)));
    std::int64_t to = std::int64_t(r() % std::uint32_t(r() % 3 == 0 && destinations > 2 ? 2 : destinations));
    if (to % 7 == 6) --to;
    p.to.push_back(to);
  }
  return p;
}
inline edge_pairs random_pairs(std::uint32_t seed, std::int64_t nodes, std::size_t edges) {
  return random_pairs(seed, nodes, nodes, edges);
}

/// Uniform in [low, high).
template <class T, class M, class... I>
tiga::tensor<T, M> random(std::uint32_t seed, double low, double high, const I&... sizes) {
  std::mt19937 r(seed);
  auto t = tiga::zeros<T, M>(sizes...);
  for (T& v : t.mutable_span()) v = T(float(low + (high - low) * (double(r()) * 0x1p-32)));
  return t;
}

/// The reduction of `message(edge, item)` over the rows of a plain list of edges, in double and in the user's order.
template <class Message>
std::vector<double> plain_fold(tiga::reducer_kind kind, const edge_pairs& p, std::int64_t items,
                               const Message& message) {
  using tiga::reducer_kind;
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double start = kind == reducer_kind::prod  ? 1
                       : kind == reducer_kind::max ? -inf
                       : kind == reducer_kind::min ? inf
                                                   : 0;
  std::vector<double> all(std::size_t(p.destinations * items), start), degree(std::size_t(p.destinations), 0.0);
  for (std::size_t e = 0; e < p.size(); ++e) {
    degree[std::size_t(p.to[e])] += 1;
    for (std::int64_t i = 0; i < items; ++i) {
      double& into = all[std::size_t(p.to[e] * items + i)];
      const double v = message(std::int64_t(e), i);
      switch (kind) {
        case reducer_kind::prod: into *= v; break;
        case reducer_kind::max: into = v > into || std::isnan(v) ? v : into; break;
        case reducer_kind::min: into = v < into || std::isnan(v) ? v : into; break;
        default: into += v;
      }
    }
  }
  if (kind == reducer_kind::mean)
    for (std::size_t k = 0; k < all.size(); ++k) all[k] /= degree[k / std::size_t(items)];
  return all;
}

template <class T, class M>
std::vector<double> numbers(const tiga::tensor<T, M>& t) {
  std::vector<double> all;
  for (const T v : contiguous(t).span()) all.push_back(double(float(v)) == double(v) ? double(float(v)) : double(v));
  return all;
}
/// The first position that is further off than `tolerance` (relative above 1), or -1. NaN equals NaN.
inline std::int64_t first_difference(const std::vector<double>& got, const std::vector<double>& want,
                                     double tolerance) {
  if (got.size() != want.size()) return 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(want[i]) && std::isnan(got[i])) continue;
    if (got[i] == want[i]) continue;
    if (!(std::abs(got[i] - want[i]) <= tolerance * std::max(1.0, std::abs(want[i])))) return std::int64_t(i);
  }
  return -1;
}

/// The elements, bit by bit.
template <class T, class M>
std::vector<std::uint64_t> bits(const tiga::tensor<T, M>& t) {
  std::vector<std::uint64_t> all;
  for (const T v : contiguous(t).span()) {
    std::uint64_t u = 0;
    __builtin_memcpy(&u, &v, sizeof v);
    all.push_back(u);
  }
  return all;
}

/// Cotangents of the tracked leaves `of`, as tensors in a tuple, given that of `out`.
template <class T, class M, class... X>
auto pull(const tiga::tracked<T, M>& out, const tiga::tensor<T, M>& cotangent, const X&... of) {
  const tiga::tape_ptr nodes[] = {of.node()...};
  tiga::buffer results[sizeof...(X)];
  const auto packed = contiguous(cotangent);
  tiga::detail::backward(out.node(), packed.storage(), nodes, int(sizeof...(X)), results);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple{tiga::detail::gradient_tensor(of, results[I])...};
  }
  (std::index_sequence_for<X...>{});
}

/// The largest relative error of `gradient` against central differences of `loss()`, which reads `input` by reference,
/// at up to `samples` positions.
template <class M, class Loss>
double worst_difference(const tiga::tensor<double, M>& gradient, tiga::tensor<double, M>& input, const Loss& loss,
                        int samples = 24) {
  std::mt19937 r(7);
  double worst = 0;
  const auto g = contiguous(gradient);
  const std::int64_t count = input.size();
  for (int s = 0; s < samples && count > 0; ++s) {
    const std::size_t at = count <= samples ? std::size_t(s % count) : r() % std::size_t(count);
    const double old = input.span()[at], step = 1e-6;
    input.mutable_span()[at] = old + step;
    const double above = loss();
    input.mutable_span()[at] = old - step;
    const double below = loss();
    input.mutable_span()[at] = old;
    const double wanted = (above - below) / (2 * step);
    const double error = std::abs(wanted - g.span()[at]) / (1e-3 + std::abs(wanted));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}
/// sum(a * b) in double.
template <class T, class M>
double inner(const tiga::tensor<T, M>& a, const tiga::tensor<T, M>& with) {
  double s = 0;
  for (std::size_t i = 0; i < a.span().size(); ++i) s += double(a.span()[i]) * double(with.span()[i]);
  return s;
}

/// Calls f for 1, 2, 3 and 8 threads on every instruction set of this machine.
template <class F>
void on_all_machines(const F& f) {
  for (const auto isa : {tiga::runtime::isa::baseline, tiga::runtime::isa::avx2, tiga::runtime::isa::avx512}) {
    try {
      tiga::runtime::force_isa(isa);
    } catch (const tiga::error&) {
      continue;
    }
    for (const int threads : {1, 2, 3, 8}) {
      INFO(tiga::runtime::isa_name(isa) << ", " << threads << " threads");
      tiga::runtime::set_threads(threads);
      f();
    }
  }
  tiga::runtime::reset_isa();
  tiga::runtime::set_threads(0);
}

}  // namespace passing_test

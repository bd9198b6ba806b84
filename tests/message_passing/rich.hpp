// A program that uses most of what programs can do, over every reducer, in f64: compiled once a reducer.
#pragma once
#include "helpers.hpp"

namespace passing_test {

struct rich_arrays {
  array<double, N, F> x;  // read from both sides
  array<double, N> y;     // without item axes
  array<double, E> w;
  array<double, E, F> b;
  array<double, N, K> q;  // contracted, sum<K>(src[q] * dst[q])
  tiga::tensor<double, tiga::m<>> dt;
};
struct rich_result {
  array<double, N, F> value;
  rich_arrays gradient;  // of sum(value * cotangent)
};
rich_result rich_sum(const square&, const rich_arrays&, const array<double, N, F>& cotangent);
rich_result rich_mean(const square&, const rich_arrays&, const array<double, N, F>& cotangent);
rich_result rich_max(const square&, const rich_arrays&, const array<double, N, F>& cotangent);
rich_result rich_min(const square&, const rich_arrays&, const array<double, N, F>& cotangent);
rich_result rich_prod(const square&, const rich_arrays&, const array<double, N, F>& cotangent);

// The message in plain double.
inline double rich_message(const rich_arrays& a, const edge_pairs& p, std::int64_t e, std::int64_t i) {
  const std::int64_t from = p.from[std::size_t(e)], to = p.to[std::size_t(e)];
  double score = 0;
  for (int k = 0; k < 20; ++k) score += a.q(from, k) * a.q(to, k);
  return a.w(e) * a.x(from, i) / (1 + a.x(from, i) * a.x(from, i)) + score * a.b(e, i) + a.y(to) * a.y(from);
}

template <tiga::reducer_kind R>
struct rich_program : tiga::message_passing<rich_program<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto dst, auto edge) {
    return edge[w] * src[x] / (1 + src[x] * src[x]) + tiga::sum<K>(src[q] * dst[q]) * edge[b] + dst[y] * src[y];
  }
  static constexpr auto node(auto dst, auto aggregate) {
    const auto a = where(abs(aggregate) < 1e30, aggregate, 0);  // rows without edges
    return (1 - dt) * dst[x] + dt * a * a;
  }
};
template <tiga::reducer_kind R>
rich_result run_rich(const square& g, const rich_arrays& a, const array<double, N, F>& cotangent) {
  const auto tx = track(a.x);
  const auto ty = track(a.y);
  const auto tw = track(a.w);
  const auto tb = track(a.b);
  const auto tq = track(a.q);
  const auto tdt = track(a.dt);
  const auto out = rich_program<R>{}(g, ndata(x = tx, y = ty, q = tq), edge(w = tw, b = tb), dt = tdt);
  auto [dx, dy, dw, db, dq, ddt] = pull(out, cotangent, tx, ty, tw, tb, tq, tdt);
  return {out.value(), {dx, dy, dw, db, dq, ddt}};
}

}  // namespace passing_test

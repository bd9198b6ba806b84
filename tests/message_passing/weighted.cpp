#include "weighted.hpp"

namespace passing_test {
namespace {

template <tiga::reducer_kind R>
struct program_of : tiga::message_passing<program_of<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * src[x]; }
};

template <tiga::reducer_kind R>
weighted_result run(const square& g, const array<float, N, F>& features, const array<float, E>& weights,
                    const array<float, N, F>* cotangent) {
  const auto tracked_x = track(features);
  const auto tracked_w = track(weights);
  const auto out = program_of<R>{}(g, src(x = tracked_x), edge(w = tracked_w));
  const auto seed = cotangent ? *cotangent : tiga::ones<float, tiga::m<N, F>>(features.extent(0), features.extent(1));
  auto [dx, dw] = pull(out, seed, tracked_x, tracked_w);
  return {out.value(), dx, dw};
}

}  // namespace

weighted_result weighted(tiga::reducer_kind kind, const square& g, const array<float, N, F>& features,
                         const array<float, E>& weights, const array<float, N, F>* cotangent) {
  using tiga::reducer_kind;
  switch (kind) {
    case reducer_kind::sum: return run<reducer_kind::sum>(g, features, weights, cotangent);
    case reducer_kind::mean: return run<reducer_kind::mean>(g, features, weights, cotangent);
    case reducer_kind::max: return run<reducer_kind::max>(g, features, weights, cotangent);
    case reducer_kind::min: return run<reducer_kind::min>(g, features, weights, cotangent);
    default: return run<reducer_kind::prod>(g, features, weights, cotangent);
  }
}

}  // namespace passing_test

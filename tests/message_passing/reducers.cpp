// Every reducer against a double loop, over many sizes of the feature axis, forward and backward.
#include "weighted.hpp"

using namespace passing_test;
using tiga::reducer_kind;

namespace {

// d sum(out * c) / dx and dw by the formulas, in double.
struct plain_gradients {
  std::vector<double> dx, dw;
};
plain_gradients plain_gradient(reducer_kind kind, const edge_pairs& p, const array<float, N, F>& features,
                               const array<float, E>& weights, const array<float, N, F>& cotangent) {
  const std::int64_t items = features.extent(1);
  const auto message = [&](std::int64_t e, std::int64_t i) {
    return double(weights(e) * features(p.from[std::size_t(e)], i));
  };
  const std::vector<double> best = plain_fold(kind, p, items, message);
  std::vector<double> degree(std::size_t(p.destinations), 0.0);
  for (const auto d : p.to) degree[std::size_t(d)] += 1;
  std::vector<double> ties(best.size(), 0.0);
  for (std::size_t e = 0; e < p.size(); ++e)
    for (std::int64_t i = 0; i < items; ++i)
      ties[std::size_t(p.to[e] * items + i)] +=
          message(std::int64_t(e), i) == best[std::size_t(p.to[e] * items + i)] ? 1 : 0;
  plain_gradients g{std::vector<double>(std::size_t(features.size()), 0.0), std::vector<double>(p.size(), 0.0)};
  for (std::size_t e = 0; e < p.size(); ++e)
    for (std::int64_t i = 0; i < items; ++i) {
      const std::size_t at = std::size_t(p.to[e] * items + i);
      double c = double(cotangent(p.to[e], i));
      if (kind == reducer_kind::mean) c /= degree[std::size_t(p.to[e])];
      if (kind == reducer_kind::max || kind == reducer_kind::min)
        c = message(std::int64_t(e), i) == best[at] ? c / ties[at] : 0;
      if (kind == reducer_kind::prod)
        for (std::size_t o = 0; o < p.size(); ++o)
          if (o != e && p.to[o] == p.to[e]) c *= message(std::int64_t(o), i);
      g.dx[std::size_t(p.from[e] * items + i)] += c * double(weights(e));
      g.dw[e] += c * double(features(p.from[e], i));
    }
  return g;
}

}  // namespace

TEST_CASE("reducers agree with a double loop for feature axes of any run-time size") {
  const edge_pairs p = random_pairs(3, 23, 140);
  const auto g = p.graph();
  for (const int size : {1, 2, 3, 5, 7, 8, 16, 17, 31, 40, 64, 130}) {
    const auto features = random<float, tiga::m<N, F>>(11, -1.5, 1.5, 23, size);
    const auto weights = random<float, tiga::m<E>>(12, 0.5, 1.5, 140);
    const auto cotangent = random<float, tiga::m<N, F>>(13, -1, 1, 23, size);
    const auto message = [&](std::int64_t e, std::int64_t i) {
      return double(weights(e) * features(p.from[std::size_t(e)], i));
    };
    for (const reducer_kind kind : all_reducers) {
      INFO(reduction_name(kind) << ", F = " << size);
      const auto got = weighted(kind, g, features, weights, &cotangent);
      CHECK(first_difference(numbers(got.value), plain_fold(kind, p, size, message), 3e-5) == -1);
      const auto wanted = plain_gradient(kind, p, features, weights, cotangent);
      CHECK(first_difference(numbers(got.dx), wanted.dx, 1e-4) == -1);
      CHECK(first_difference(numbers(got.dw), wanted.dw, 1e-4) == -1);
    }
  }
}

TEST_CASE("rows of every length up to a few blocks of 32 edges") {
  edge_pairs p{{}, {}, 140, 140};
  for (std::int64_t d = 0; d < 140; ++d)
    for (std::int64_t k = 0; k < d; ++k) {
      p.from.push_back((d * 31 + k * 17) % 140);
      p.to.push_back(d);
    }
  const auto features = random<float, tiga::m<N, F>>(5, 0.9, 1.1, 140, 3);
  const auto weights = tiga::ones<float, tiga::m<E>>(std::int64_t(p.size()));
  const auto message = [&](std::int64_t e, std::int64_t i) { return double(features(p.from[std::size_t(e)], i)); };
  for (const reducer_kind kind : all_reducers) {
    INFO(reduction_name(kind));
    const auto got = weighted(kind, p.graph(), features, weights);
    CHECK(first_difference(numbers(got.value), plain_fold(kind, p, 3, message), 1e-5) == -1);
  }
}

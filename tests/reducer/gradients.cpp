// Gradients of every form beside central differences in f64.
#include <tiga/tiga.hpp>

#include "by_hand.hpp"

using namespace reducer_test;

namespace {

inline constexpr parameter<"scale"> scale;
// all kinds of inputs in one message; a score that is a contraction
template <class Reducer>
struct rich : message_passing<rich<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto dst, auto edge) { return edge[w] * src[x] + scale * dst[y]; }
};
template <class Reducer>
struct rich_pairs : message_passing<rich_pairs<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto dst, auto edge) {
    return reducer(edge[w] + sum<F>(src[x] * dst[y]) * scale, src[x] + dst[y]);
  }
};
template <class Reducer>
struct with_node : message_passing<with_node<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto dst, auto edge) { return edge[w] * src[x] + dst[y]; }
  static constexpr auto node(auto dst, auto aggregate) { return dst[y] * aggregate[_0] + scale * aggregate[_1]; }
};

template <class P>
void check(const char* name, const P& program) {
  INFO(name);
  // every row has edges: an empty row's value may be infinite
  edge_pairs p = random_pairs(21, 12, 70);
  for (std::int64_t k = 0; k < 12; ++k) p.from.push_back((k * 5) % 12), p.to.push_back(k);
  const auto g = p.graph();
  for (const int size : {1, 5}) {
    INFO("F = " << size);
    const auto a = random<double, m<N, F>>(1, -1, 1, 12, size), c = random<double, m<N, F>>(2, -1, 1, 12, size);
    const auto weights = random<double, m<E>>(3, 0.2, 1, std::int64_t(p.size()));
    const auto cotangent = random<double, m<N, F>>(4, -1, 1, 12, size);
    const auto report = check_gradient(
        [&](const auto& xs, const auto& ys, const auto& ws, const auto& factor) {
          return sum(program(g, src(x = xs), dst(y = ys), edge(w = ws), scale = factor) * cotangent);
        },
        {.step = 1e-5, .relative = 2e-5}, a, c, weights, tensor<double, m<>>(0.7));
    CHECK(report.ok);
    if (!report.ok) WARN(report.text());
  }
}

}  // namespace

TEST_CASE("proved forms") {
  check("sum", rich<sum_by_hand>{});
  check("mean", rich<mean_by_hand>{});
  check("product", rich<product_by_hand>{});
  check("max", rich<extremum_by_hand<true>>{});
  check("min", rich<decltype(min())>{});
  check("variance", rich<variance_by_hand>{});
  check("var", rich<decltype(var())>{});
  check("stddev", rich<decltype(stddev())>{});
  check("logsumexp", rich<decltype(logsumexp())>{});
}
TEST_CASE("weights and scores") {
  check("online softmax", rich_pairs<decltype(online_softmax())>{});
  check("softmax by hand", rich_pairs<softmax_by_hand>{});
  check("selection", rich_pairs<best_by_key>{});
}
TEST_CASE("what runs as it is written") {
  check("fading", rich<fading>{});
  check("log of sums of exp", rich<plain_logsum>{});
}
TEST_CASE("several results, into a node update") {
  check("all_of", with_node<decltype(all_of(sum(), var()))>{});
  check("all_of with a maximum", with_node<decltype(all_of(mean(), max()))>{});
}
TEST_CASE("a state of several components that runs as it is written") {
  const edge_pairs p = random_pairs(22, 9, 60);
  const auto g = p.graph();
  const auto of = random<double, m<N, F>>(1, -1, 1, 9, 4);
  const auto slopes = random<double, m<E>>(2, -1, 1, 60);
  const auto report = check_gradient(
      [&](const auto& xs, const auto& ws) {
        const auto [by, plus] = reduces_pairs<affine>{}(g, src(x = xs), edge(w = ws));
        return sum(plus * plus) + sum(by * by);
      },
      {.step = 1e-5, .relative = 2e-5}, of, slopes);
  CHECK(report.ok);
  if (!report.ok) WARN(report.text());
}
TEST_CASE("gradients have the same bits for any number of threads") {
  const edge_pairs p = random_pairs(23, 60, 4000);
  const auto g = p.graph();
  const auto features = random<float, m<N, F>>(1, -1, 1, 60, 7);
  const auto weights = random<float, m<E>>(3, 0.2, 1, 4000);
  const auto run = [&](const auto& program) {
    std::vector<std::uint64_t> first;
    for (const int threads : {1, 2, 3, 8}) {
      runtime::set_threads(threads);
      const auto tx = track(features);
      const auto tw = track(weights);
      const auto out = program(g, src(x = tx), edge(w = tw));
      auto [dx, dw] = grad(sum(out), tx, tw);
      auto all = bits(dx);
      for (const auto word : bits(dw)) all.push_back(word);
      if (first.empty()) first = all;
      CHECK(first == all);
    }
    runtime::set_threads(0);
  };
  run(reduces_pairs<softmax_by_hand>{});
  run(reduces_pairs<best_by_key>{});
  run(program(var(), [](auto s, auto, auto e) { return s[x] * e[w]; }));
  run(program(fading{}, [](auto s, auto, auto e) { return s[x] * e[w]; }));
}

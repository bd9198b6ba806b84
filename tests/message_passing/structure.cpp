// Graphs of all shapes, the ways to write a program, and what a call returns.
#include <optional>
#include <tiga/graph/degrees.hpp>
#include <tiga/tensor/views.hpp>

#include "weighted.hpp"

using namespace passing_test;

namespace {

using list = std::vector<double>;

struct mixes : tiga::message_passing<mixes> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto dst, auto edge) { return edge[w] * src[x] + dst[y]; }
};
struct from_hundred : tiga::message_passing<from_hundred> {
  static constexpr auto reducer = tiga::sum(100);
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
struct several : tiga::message_passing<several> {
  static constexpr auto reducer = tiga::mean();
  static constexpr auto edge(auto src, auto dst, auto edge) { return outputs(src[x] * edge[w], dst[y] * src[y]); }
  static constexpr auto node(auto dst, auto aggregate) {
    return outputs(aggregate[tiga::_0] * dst[y], aggregate[tiga::_1] + 1, dst[x]);
  }
};
struct per_degree : tiga::message_passing<per_degree> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x] / src[tiga::degree]; }
  static constexpr auto node(auto dst, auto aggregate) { return aggregate / max(dst[tiga::degree], 1); }
};
struct normalizes : tiga::message_passing<normalizes> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * src[x]; }
  static constexpr auto node(auto dst, auto aggregate) {
    return aggregate / sqrt(1 + tiga::sum<F>(aggregate * aggregate)) + dst[x];
  }
};
struct attends : tiga::message_passing<attends> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto dst, auto) {
    return tiga::sum<F>(src[b] * dst[b]) / sqrt(1.0 * tiga::extent<F>);
  }
};

}  // namespace

TEST_CASE("two node axes, ids of 32 and 64 bits: one double loop") {
  const edge_pairs p = random_pairs(51, 17, 29, 150);
  const auto at_sources = random<double, tiga::m<S, F>>(1, -1, 1, 17, 6);
  const auto at_destinations = random<double, tiga::m<D, F>>(2, -1, 1, 29, 6);
  const auto weights = random<double, tiga::m<E>>(3, -1, 1, 150);
  const auto wanted = plain_fold(tiga::reducer_kind::sum, p, 6, [&](std::int64_t e, std::int64_t i) {
    return weights(e) * at_sources(p.from[std::size_t(e)], i) + at_destinations(p.to[std::size_t(e)], i);
  });
  const auto cotangent = random<double, tiga::m<D, F>>(4, -1, 1, 29, 6);
  std::optional<std::vector<std::uint64_t>> first;
  for (const bool wide : {false, true}) {
    const auto g = p.two_sided({.wide_ids = wide});
    const auto tx = track(at_sources);
    const auto ty = track(at_destinations);
    const auto tw = track(weights);
    const auto out = mixes{}(g, src(x = tx), dst(y = ty), edge(w = tw));
    CHECK(first_difference(numbers(out.value()), wanted, 1e-13) == -1);
    auto [dx, dy, dw] = pull(out, cotangent, tx, ty, tw);
    std::vector<std::uint64_t> all = bits(dx);
    for (const auto& more : {bits(dy), bits(dw), bits(out.value())}) all.insert(all.end(), more.begin(), more.end());
    if (!first) first = all;
    CHECK(*first == all);
    // the message is linear in each field
    CHECK(inner(dx, at_sources) + inner(dy, at_destinations) == Approx(inner(out.value(), cotangent)));
    list by_edge;
    for (std::size_t e = 0; e < p.size(); ++e) {
      double s = 0;
      for (std::int64_t i = 0; i < 6; ++i) s += at_sources(p.from[e], i) * cotangent(p.to[e], i);
      by_edge.push_back(s);
    }
    CHECK(first_difference(numbers(dw), by_edge, 1e-12) == -1);
  }
}

TEST_CASE("every row's fold starts from the identity, once") {
  edge_pairs p{{0, 1}, {0, 0}, 3, 3};
  for (int k = 0; k < 100'000; ++k) {
    p.from.push_back(2);
    p.to.push_back(2);
  }
  const array<std::int32_t, N> values = tiga::from({1, 10, 2});
  for (const int threads : {1, 8}) {
    tiga::runtime::set_threads(threads);
    CHECK(numbers(from_hundred{}(p.graph(), src(x = values))) == list{111, 100, 200'100});
  }
  tiga::runtime::set_threads(0);
}

TEST_CASE("several messages and several results, their gradients add up") {
  const edge_pairs p = random_pairs(52, 12, 60);
  const auto g = p.graph();
  auto features = random<double, tiga::m<N, F>>(1, -1, 1, 12, 5);
  auto scalars = random<double, tiga::m<N>>(2, -1, 1, 12);
  const auto weights = random<double, tiga::m<E>>(3, -1, 1, 60);
  const auto run = [&](const auto& a, const auto& c) { return several{}(g, ndata(x = a, y = c), edge(w = weights)); };
  auto wanted = plain_fold(tiga::reducer_kind::mean, p, 5, [&](std::int64_t e, std::int64_t i) {
    return weights(e) * features(p.from[std::size_t(e)], i);
  });
  for (std::size_t k = 0; k < wanted.size(); ++k) wanted[k] *= scalars.span()[k / 5];
  const auto tx = track(features);
  const auto ty = track(scalars);
  const auto [first, second, third] = run(tx, ty);
  CHECK(first_difference(numbers(first.value()), wanted, 1e-12) == -1);
  CHECK(numbers(third.value()) == numbers(features));
  CHECK(second.value().rank == 1);
  for (std::int64_t d = 0; d < 12; ++d) CHECK(std::isnan(second.value()(d)) == (g.in_edges().degree(d) == 0));
  // rows without edges are NaN; their cotangents are 0
  auto c0 = random<double, tiga::m<N, F>>(4, -1, 1, 12, 5);
  auto c1 = random<double, tiga::m<N>>(5, -1, 1, 12);
  for (std::int64_t d = 0; d < 12; ++d)
    if (g.in_edges().degree(d) == 0) {
      c1.mutable_span()[std::size_t(d)] = 0;
      for (std::int64_t i = 0; i < 5; ++i) c0.mutable_span()[std::size_t(d * 5 + i)] = 0;
    }
  const auto part = [](const auto& t, const auto& c) {
    double s = 0;
    for (std::size_t k = 0; k < c.span().size(); ++k) s += c.span()[k] == 0 ? 0 : t.span()[k] * c.span()[k];
    return s;
  };
  const auto loss = [&] {
    const auto [a, c, unused] = run(track(features), track(scalars));
    static_cast<void>(unused);
    return part(a.value(), c0) + part(c.value(), c1);
  };
  auto [dx0, dy0] = pull(first, c0, tx, ty);
  auto [dx1, dy1] = pull(second, c1, tx, ty);
  auto dx = dx0;
  auto dy = dy0;
  for (std::size_t k = 0; k < dx.span().size(); ++k) dx.mutable_span()[k] += dx1.span()[k];
  for (std::size_t k = 0; k < dy.span().size(); ++k) dy.mutable_span()[k] += dy1.span()[k];
  CHECK(worst_difference(dx, features, loss, 60) < 1e-5);
  CHECK(worst_difference(dy, scalars, loss) < 1e-5);
}

TEST_CASE("degrees are fields of both sides") {
  const edge_pairs p = random_pairs(53, 20, 90);
  const auto g = p.graph();
  const auto features = random<double, tiga::m<N, F>>(1, -1, 1, 20, 3);
  const auto in = in_degrees<double>(g);
  const auto out = out_degrees<double>(g);
  auto wanted = plain_fold(tiga::reducer_kind::sum, p, 3, [&](std::int64_t e, std::int64_t i) {
    return features(p.from[std::size_t(e)], i) / out(p.from[std::size_t(e)]);
  });
  for (std::size_t k = 0; k < wanted.size(); ++k) wanted[k] /= std::max(1.0, in.span()[k / 3]);
  CHECK(first_difference(numbers(per_degree{}(g, src(x = features))), wanted, 1e-12) == -1);
}

TEST_CASE("contractions: run-time axes, several axes, over the whole or a part") {
  const edge_pairs p = random_pairs(54, 9, 40);
  const auto g = p.graph();
  for (const int size : {1, 15, 16, 33}) {
    const auto features = random<double, tiga::m<N, F>>(1, -1, 1, 9, size);
    const auto wanted = plain_fold(tiga::reducer_kind::sum, p, 1, [&](std::int64_t e, std::int64_t) {
      double s = 0;
      for (std::int64_t i = 0; i < size; ++i)
        s += features(p.from[std::size_t(e)], i) * features(p.to[std::size_t(e)], i);
      return s / std::sqrt(double(size));
    });
    CHECK(first_difference(numbers(attends{}(g, ndata(b = features))), wanted, 1e-12) == -1);
  }
  auto heads = random<double, tiga::m<N, H, F>>(2, -1, 1, 9, 3, 18);
  const auto by_head = [&] {
    const auto t = track(heads);
    return std::pair{
        apply_edges([](auto src, auto dst, auto) { return tiga::sum<F>(src[b] * dst[b]); }, g, ndata(b = t)), t};
  };
  const auto [scores, t] = by_head();
  CHECK((scores.value().extent(0) == 40 && scores.value().extent(1) == 3));
  list wanted;
  for (std::size_t e = 0; e < p.size(); ++e)
    for (std::int64_t h = 0; h < 3; ++h) {
      double s = 0;
      for (std::int64_t i = 0; i < 18; ++i) s += heads(p.from[e], h, i) * heads(p.to[e], h, i);
      wanted.push_back(s);
    }
  CHECK(first_difference(numbers(scores.value()), wanted, 1e-12) == -1);
  const auto cotangent = random<double, tiga::m<E, H>>(3, -1, 1, 40, 3);
  const auto d = std::get<0>(pull(scores, cotangent, t));
  CHECK(worst_difference(d, heads, [&] { return inner(by_head().first.value(), cotangent); }) < 1e-5);
}

TEST_CASE("a node update may sum the aggregate over its items") {
  const edge_pairs p = random_pairs(56, 15, 80);
  const auto g = p.graph();
  auto features = random<double, tiga::m<N, F>>(1, -1, 1, 15, 21);
  auto weights = random<double, tiga::m<E>>(2, -1, 1, 80);
  auto wanted = plain_fold(tiga::reducer_kind::sum, p, 21, [&](std::int64_t e, std::int64_t i) {
    return weights(e) * features(p.from[std::size_t(e)], i);
  });
  for (std::size_t d = 0; d < 15; ++d) {
    double s = 1;
    for (std::size_t i = 0; i < 21; ++i) s += wanted[d * 21 + i] * wanted[d * 21 + i];
    for (std::size_t i = 0; i < 21; ++i)
      wanted[d * 21 + i] = wanted[d * 21 + i] / std::sqrt(s) + features.span()[d * 21 + i];
  }
  CHECK(first_difference(numbers(normalizes{}(g, ndata(x = features), edge(w = weights))), wanted, 1e-12) == -1);
  const auto run = [&] {
    const auto tx = track(features);
    const auto tw = track(weights);
    return std::tuple{normalizes{}(g, ndata(x = tx), edge(w = tw)), tx, tw};
  };
  const auto [out, tx, tw] = run();
  CHECK(first_difference(numbers(out.value()), wanted, 1e-12) == -1);
  const auto cotangent = random<double, tiga::m<N, F>>(3, -1, 1, 15, 21);
  auto [dx, dw] = pull(out, cotangent, tx, tw);
  const auto loss = [&] { return inner(std::get<0>(run()).value(), cotangent); };
  CHECK(worst_difference(dx, features, loss) < 1e-5);
  CHECK(worst_difference(dw, weights, loss) < 1e-5);
  // a part of the items: one sum a head
  const array<float, N, H, F> heads = tiga::from({{{1.f, 2.f}, {3.f, 4.f}}, {{5.f, 6.f}, {7.f, 8.f}}});
  const auto by_head = tiga::program(
      tiga::sum(), [](auto src, auto, auto) { return src[b]; },
      [](auto, auto aggregate) { return tiga::sum<F>(aggregate); });
  CHECK(numbers(by_head(square::from_coo({0, 1, 1}, {0, 0, 1}), src(b = heads))) == list{14, 22, 11, 15});
}

TEST_CASE("programs are also captureless lambdas, with and without a node update") {
  const edge_pairs p{{0, 1, 2, 0}, {0, 0, 0, 1}, 3, 3};
  const auto g = p.graph();
  const array<float, N> values = tiga::from({1.f, 2.f, 4.f});
  const array<float, E> weights = tiga::from({1.f, 10.f, 100.f, 1000.f});
  const auto sums = tiga::program(tiga::sum(), [](auto src, auto, auto edge) { return edge[w] * src[x]; });
  CHECK(numbers(sums(g, src(x = values), edge(w = weights))) == list{421, 1000, 0});
  const auto updated = tiga::program(
      tiga::max(), [](auto src, auto, auto) { return src[x]; },
      [](auto dst, auto aggregate) { return dst[x] + dt * aggregate; });
  CHECK(numbers(updated(g, ndata(x = values), dt = 2))[0] == 9);
  const auto from_ten = tiga::program(tiga::sum(10.0), [](auto src, auto, auto) { return src[x]; });
  CHECK(numbers(from_ten(g, src(x = values))) == list{17, 11, 10});
  // a program keeps what it was made of, not the temporaries of the line that made it (FB-62 c)
  const auto held = [] { return tiga::program(tiga::sum(), [](auto src, auto, auto) { return 0.5 * src[x]; }); }();
  const auto bound = src(x = tiga::full<float, tiga::m<N>>(2.f, 3));
  CHECK(numbers(held(g, bound)) == list{3, 1, 0});
}

TEST_CASE("apply_edges: results in the user's edge order, gradients to both ends") {
  const edge_pairs p = random_pairs(55, 14, 70);
  const auto g = p.graph();
  auto features = random<double, tiga::m<N, F>>(1, -1, 1, 14, 4);
  auto scalars = random<double, tiga::m<E>>(2, 0.5, 1, 70);
  const auto run = [&] {
    const auto tx = track(features);
    const auto tw = track(scalars);
    const auto out =
        apply_edges([](auto src, auto dst, auto edge) { return (src[x] - dst[x]) * (src[x] - dst[x]) / edge[w]; }, g,
                    ndata(x = tx), edge(w = tw));
    return std::tuple{out, tx, tw};
  };
  const auto [out, tx, tw] = run();
  for (std::size_t e = 0; e < p.size(); ++e)
    for (std::int64_t i = 0; i < 4; ++i) {
      const double difference = features(p.from[e], i) - features(p.to[e], i);
      CHECK(out.value()(e, i) == difference * difference / scalars(e));
    }
  const auto cotangent = random<double, tiga::m<E, F>>(3, -1, 1, 70, 4);
  auto [dx, dw] = pull(out, cotangent, tx, tw);
  const auto loss = [&] { return inner(std::get<0>(run()).value(), cotangent); };
  CHECK(worst_difference(dx, features, loss, 56) < 1e-5);
  CHECK(worst_difference(dw, scalars, loss, 70) < 1e-5);
}

TEST_CASE("several results, one of them without items, over an empty feature axis") {
  const edge_pairs p{{0, 1, 2, 0}, {1, 2, 0, 2}, 3, 3};
  const array<float, N> scalars = tiga::from({1.f, 2.f, 3.f});
  const auto sums = tiga::program(tiga::sum(), [](auto src, auto, auto) { return outputs(src[y], src[x]); });
  for (int run = 0; run < 3; ++run) {  // fresh memory need not be zero
    const auto dirty = tiga::full<float, tiga::m<N>>(7.f, 3);
    const auto [a, c] = sums(p.graph(), src(y = scalars, x = tiga::zeros<float, tiga::m<N, F>>(3, 0)));
    CHECK(numbers(a) == list{3, 1, 3});
    CHECK(c.size() == 0);
  }
}

TEST_CASE("views are fields like any other tensor") {
  const auto g = square::from_coo({0, 1, 2}, {1, 2, 0}, 3);
  const array<float, F, N> lying = tiga::from({{1.f, 2.f, 3.f}, {4.f, 5.f, 6.f}});
  const auto copies = tiga::program(tiga::sum(), [](auto src, auto, auto) { return src[x]; });
  CHECK(numbers(copies(g, src(x = tiga::permute<N, F>(lying)))) == list{3, 6, 1, 4, 2, 5});
}

TEST_CASE("sizes that only the call knows are checked with both names and numbers") {
  const auto g = square::from_coo({0}, {1}, 3);
  const auto adds = tiga::program(tiga::sum(), [](auto src, auto dst, auto) { return src[x] + dst[y]; });
  using tiga_test::ContainsSubstring;
  CHECK_THROWS_WITH(
      adds(g, src(x = tiga::ones<float, tiga::m<N, F>>(3, 4)), dst(y = tiga::ones<float, tiga::m<N, F>>(3, 5))),
      ContainsSubstring("axis F") && ContainsSubstring("5") && ContainsSubstring("4") && ContainsSubstring("dst[y]") &&
          ContainsSubstring("x"));
}

TEST_CASE("no tensor over edges and features is made, forward or backward") {
  const edge_pairs p = random_pairs(51, 500, 30000);
  constexpr std::int64_t size = 64;
  const auto g = p.graph();
  const auto features = random<float, tiga::m<N, F>>(1, 0.9, 1.1, p.sources, size);
  const auto weights = random<float, tiga::m<E>>(2, 0.9, 1.1, std::int64_t(p.size()));
  for (const tiga::reducer_kind kind : all_reducers) {
    INFO(reduction_name(kind));
    weighted(kind, g, features, weights);  // what is kept with the graph is made now
    const std::size_t before = tiga::runtime::memory().live;
    tiga::runtime::reset_peak();
    weighted(kind, g, features, weights);
    const std::size_t extra = tiga::runtime::memory().peak - before;
    const std::size_t nodes = std::size_t(p.sources * size) * 4, edges = p.size() * 4;
    CHECK(extra < 12 * nodes + 4 * edges);  // of which one array over edges and features would be 60
  }
}

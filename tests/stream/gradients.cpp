// Gradients through layouts, stages and reductions, beside finite differences, and the examples of their definition.
#include <tiga/autograd/check_gradient.hpp>
#include <tiga/autograd/reduce.hpp>
#include <tiga/stream/stream.hpp>
#include <tiga/tensor/activation.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/random.hpp>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis W{"W", 2}, R{"R", 4}, S{"S", 2}, V{"V", 4}, P{"P", 3}, X{"X", 4}, N{"N", 4}, K{"K", 2};
using none = m<>;
const auto x = normal<double, m<W, R, S, V, P>>(11);

/// The loss of a pass over the tensor laid out, against differences; M is the layout of the result's tensor.
template <class M>
void check(auto pass) {
  const auto weights = normal<double, M>(5);
  const auto report = check_gradient(
      [&](const auto& t) {
        const auto in = to_stream<none, none, m<W, R>, m<S, V>, m<P>>(t);
        return sum(pass(in.vector_init()).vector_final().template to_tensor<M>() * weights);
      },
      x);
  INFO(report.text());
  CHECK(report.ok);
}
template <class Op>
void check_all(const Op& op) {
  using kept = m<W, S, V, P>;
  check<kept>([&](const auto& p) { return p.template reduce<R>(op); });
  check<m<W, S, V, P>>([&](const auto& p) { return p.template reduce<R>(op).template promote<V>(); });
  check<m<W, X, S, V, P>>([&](const auto& p) { return p.template reduce<R>(op).template broadcast<X>(); });
  check<m<W, S, V, P, K>>(
      [&](const auto& p) { return p.template inter_slice_reduce<m<W, K, V % 2>, m<S, V / 2>>(op); });
  check<m<W, S, V, P>>(
      [&](const auto& p) { return p.template inter_slice_reduce<m<W, dummy(2), V % 2>, m<S, V / 2>>(op); });
  check<m<W, R, S, V, P>>([&](const auto& p) { return p.template all_reduce<R>(op); });
  check<m<W, R, S, P>>([&](const auto& p) { return p.template intra_slice_reduce<V>(op); });
  check<m<W, R, S, V>>([&](const auto& p) { return p.template intra_slice_reduce<P>(op); });
}
/// The gradient of the only result of a reduction over four numbers.
template <class Op>
std::vector<float> column(const std::vector<float>& values, const Op& op) {
  const tensor<float, m<N>> given = from(values);
  const auto t = track(given);
  const auto y = to_stream<none, none, m<N>, none, none>(t).vector_init().template reduce<N>(op).vector_final();
  const auto g = grad(y.template to_tensor<m<>>(), t);
  return {g.span().begin(), g.span().end()};
}

}  // namespace

TEST_CASE("Gradients of sums, extrema and products through every kind of place", "[stream]") {
  check_all(ops::add);
  check_all(ops::max);
  check_all(ops::min);
  check_all(ops::mul);
}

TEST_CASE("Ties share, products are right with zeros, copies add up", "[stream]") {
  CHECK(column({2, 0, 3, 4}, ops::mul) == std::vector<float>{0, 24, 0, 0});
  CHECK(column({0, 0, 3, 4}, ops::mul) == std::vector<float>{0, 0, 0, 0});
  CHECK(column({1e-30f, 1e30f, 1e30f, 1e-30f}, ops::mul)[0] == Approx(1e30f));
  CHECK(column({3, 5, 5, 1}, ops::max) == std::vector<float>{0, 0.5f, 0.5f, 0});
  CHECK(column({3, 1, 5, 1}, ops::min) == std::vector<float>{0, 0.5f, 0, 0.5f});
  CHECK(column({1, 2, 3, 4}, ops::add) == std::vector<float>{1, 1, 1, 1});
  const tensor<float, m<N>> given = from({1, 2, 3, 4});
  const auto t = track(given);
  const auto y =
      to_stream<none, none, m<N>, none, none>(t).vector_init().reduce<N>(ops::add).broadcast<X>().vector_final();
  const auto g = grad(sum(y.to_tensor<m<X>>()), t);
  for (const float v : g.span()) CHECK(v == 4.0f);
}

TEST_CASE("Gradients through stages, other streams and scalars", "[stream]") {
  const auto report = check_gradient(
      [&](const auto& t, const auto& u, const auto& scale) {
        const auto a = to_stream<none, none, m<W, R>, m<S, V>, m<P>>(t);
        const auto b = to_stream<none, none, m<W, R>, m<S, V>, m<P>>(u);
        const auto y = a.vector_init()
                           .map([&](auto v) { return exp(v * 0.3) * scale; })
                           .map(b, [](auto v, auto w) { return v * w * w; })
                           .template reduce<R>(ops::add)
                           .template promote<V>()
                           .map([&](auto v) { return v * v + scale; })
                           .vector_final();
        return sum(y.template to_tensor<m<W, S, V, P>>());
      },
      x, normal<double, m<W, R, S, V, P>>(12), tensor<double, m<>>(1.5));
  INFO(report.text());
  CHECK(report.ok);
}

TEST_CASE("Holes have no gradient and do no harm", "[stream]") {
  static constexpr axis A{"A", 5};
  const auto t = normal<double, m<W, A>>(4);
  const auto report = check_gradient(
      [](const auto& u) {
        const auto in = to_stream<none, none, m<W, pad(A, 8) / 4>, m<pad(A, 8) % 4>, none>(u, 1e300);
        const auto y = in.vector_init()
                           .map([](auto v) { return v * v * v; })
                           .template inter_slice_reduce<m<W, dummy(2)>, m<pad(A, 8) % 4>>(ops::mul)
                           .vector_final();
        return sum(y.template to_tensor<m<W, pad(A, 8) % 4>>());
      },
      t);
  INFO(report.text());
  CHECK(report.ok);
}

TEST_CASE("A layout with copies gives an element the sum over its places", "[stream]") {
  const auto report = check_gradient(
      [](const auto& u) {
        const auto in = to_stream<none, none, m<copies(3), N>, none, m<K>>(u);
        const auto y = in.vector_init().map([](auto v) { return v * v; }).template reduce<N>(ops::add).vector_final();
        return sum(y.template to_tensor<m<K>>());
      },
      normal<double, m<N, K>>(9));
  INFO(report.text());
  CHECK(report.ok);
}

TEST_CASE("Packets and labels carry gradients; a tracked stream is a leaf of its own", "[stream]") {
  using in = stream<double, none, none, m<W, R>, m<S, V>, m<P>>;
  const auto leaf = track(in(x));
  const auto y = leaf.vector_init()
                     .pad_packet<m<pad(P, 4)>>()
                     .map([](auto v) { return v * v; })
                     .trim_packet<m<P>>()
                     .split_packet<m<S, V / 2>, m<V % 2, P>>()
                     .vector_final();
  const auto g = grad(sum(y.to_tensor<m<W, R, S, V, P>>()), leaf);
  STATIC_REQUIRE(std::is_same_v<decltype(g), const in>);
  for (std::size_t i = 0; i < std::size_t(in::size); ++i) CHECK(g.span()[i] == Approx(2 * x.span()[i]));
}

TEST_CASE("A tracked scalar in a pass over a plain stream", "[stream]") {
  const auto report = check_gradient(
      [](const auto& scale) {
        const stream<double, none, none, m<W, R>, m<S, V>, m<P>> in(x);
        const auto y = in.vector_init()
                           .map([&](auto v) { return v * scale; })
                           .template reduce<R>(ops::add)
                           .map([&](auto v) { return exp(v * scale); })
                           .vector_final();
        return sum(y.template to_tensor<m<W, S, V, P>>());
      },
      tensor<double, m<>>(0.4));
  INFO(report.text());
  CHECK(report.ok);
}

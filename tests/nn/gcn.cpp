// A layer of a graph network: the fused program beside the same thing with dense matrices, values and gradients, and a
// training whose curve has the same bits on every number of threads.
#include <tiga/autograd/contract.hpp>
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/value_and_grad.hpp>
#include <tiga/autograd/views.hpp>
#include <tiga/graph/degrees.hpp>
#include <tiga/graph/edges.hpp>
#include <tiga/graph/message_passing.hpp>
#include <tiga/nn/nn.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/md_view.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, E{"E"}, M{"M"}, F{"F", 6}, H{"H", 4};
constexpr field<"x"> x;
constexpr field<"w"> w;
constexpr field<"w1"> w1;
constexpr field<"b1"> b1;

struct weighted_sum : message_passing<weighted_sum> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * src[x]; }
};
const auto g =
    add_missing_self_loops(graph<N, E>::from_coo({0, 1, 2, 3, 4, 0, 2, 5, 5}, {1, 2, 3, 4, 0, 2, 0, 1, 3}, 7));

template <class T, class L>
std::vector<T> elements(const tensor<T, L>& t) {
  const auto packed = contiguous(t);
  return {packed.data(), packed.data() + packed.size()};
}

}  // namespace

TEST_CASE("a fused layer equals its dense counterpart") {
  const auto norm = cast<double>(symmetric_normalization(g));
  const tensor<double, m<E>> weights = norm;
  auto adjacency = zeros<double, m<N, M>>(7, 7);
  const auto sources = edge_sources(g);
  const auto destinations = edge_destinations(g);
  {
    const auto a = mutable_view(adjacency);
    for (std::int64_t e = 0; e < g.edges(); ++e) a(destinations(e).value, sources(e).value) += weights(e);
  }
  const auto features = uniform<double, m<N, F>>(1, 7, -1.0, 1.0);
  const auto p = nn::parameters(w1 = uniform<double, m<F, H>>(2, -1.0, 1.0), b1 = uniform<double, m<H>>(3));
  const auto fused = [&](const auto& q) {
    const auto near = weighted_sum{}(g, src(x = linear(features, q[w1])), edge(w = weights));
    return sum(relu(add_bias(near, q[b1])) * relu(add_bias(near, q[b1])));
  };
  const auto dense = [&](const auto& q) {
    // the same nodes under another name, as columns
    const auto columns =
        permute<M, F>(tensor<double, m<M, F>>(features.storage(), features.data(), {{7, 6}}, {{6, 1}}));
    const auto near = contract<M>(adjacency, linear(columns, q[w1]));
    return sum(relu(add_bias(near, q[b1])) * relu(add_bias(near, q[b1])));
  };
  const auto [value, gradient] = value_and_grad(fused, p);
  const auto [dense_value, dense_gradient] = value_and_grad(dense, p);
  CHECK(value.item() == Approx(dense_value.item()));
  for (int f = 0; f < 6; ++f)
    for (int h = 0; h < 4; ++h) CHECK(gradient[w1](f, h) == Approx(dense_gradient[w1](f, h)).margin(1e-12));
  for (int h = 0; h < 4; ++h) CHECK(gradient[b1](h) == Approx(dense_gradient[b1](h)).margin(1e-12));
}

TEST_CASE("the curve of a training has the same bits on every number of threads") {
  const auto features = uniform<float, m<N, F>>(1, 7, -1.0, 1.0);
  const auto weights = symmetric_normalization(g);
  const auto labels = uniform<id<H>, m<N>>(4, 7, 0, 4);
  std::vector<std::vector<float>> curves;
  for (const int threads : {1, 2, 3, 8}) {
    runtime::set_threads(threads);
    auto p = nn::parameters(w1 = nn::glorot_uniform<float, m<F, H>>(2), b1 = zeros<float, m<H>>());
    nn::adam optimizer({.learning_rate = 0.05});
    curves.emplace_back();
    for (int step = 0; step < 30; ++step) {
      const auto [value, gradient] = value_and_grad(
          [&](const auto& q) {
            const auto near =
                weighted_sum{}(g, src(x = dropout(features, 0.3, std::uint64_t(step))), edge(w = weights));
            return cross_entropy(linear(near, q[w1], q[b1]), labels);
          },
          p);
      curves.back().push_back(value.item());
      optimizer.step(p, gradient);
    }
  }
  runtime::set_threads(0);
  for (const auto& curve : curves) CHECK(curve == curves[0]);
  CHECK(curves[0].back() < curves[0].front());
}

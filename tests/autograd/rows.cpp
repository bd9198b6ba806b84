// Gradients of softmax and its kin, moments, running sums, top-k, concat, stack and gather beside finite differences.
#include <limits>
#include <tiga/autograd/check_gradient.hpp>
#include <tiga/autograd/join.hpp>
#include <tiga/autograd/moments.hpp>
#include <tiga/autograd/order.hpp>
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/softmax.hpp>
#include <tiga/autograd/views.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/random.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F"}, B{"B", 3}, K{"K", 2}, Both{"Both"}, G{"G"};
const auto x = uniform<double, m<N, F, B>>(1, 4, 5, -1.0, 1.0);
const auto weights = uniform<double, m<N, F, B>>(2, 4, 5, -1.0, 1.0);

void right(auto&& f, const auto&... at) {
  const auto report = check_gradient(f, at...);
  INFO(report.text());
  CHECK(report.ok);
}
template <class T, class M>
std::vector<T> elements(const tensor<T, M>& t) {
  const auto packed = contiguous(t);
  return {packed.data(), packed.data() + packed.size()};
}

}  // namespace

TEST_CASE("of softmax and its kin over any axes") {
  right([](const auto& a) { return sum(weights * softmax<F>(a)); }, x);
  right([](const auto& a) { return sum(weights * softmax<N, B>(a)); }, x);
  right([](const auto& a) { return sum(weights * log_softmax<F>(a)); }, x);
  right([](const auto& a) { return sum(weights * log_softmax<B, N>(a)); }, x);
  right([](const auto& a) { return sum(tanh(logsumexp<F>(a))); }, x);
  right([](const auto& a) { return sum(tanh(logsumexp<N, B>(2.0 * a))); }, x);
  right([](const auto& a) { return logsumexp(transpose(a)); }, x);
}

TEST_CASE("of scores that are not finite, nothing but what is asked") {
  auto masked = uniform<double, m<N, F>>(1, 2, 3);
  masked.mutable_span()[1] = -std::numeric_limits<double>::infinity();
  const auto a = track(masked);
  const auto g = grad(sum(logsumexp<F>(a)), a);
  CHECK(g(0, 1) == 0);
  CHECK(g(0, 0) + g(0, 2) == Approx(1));
  const auto none = track(full<double, m<F>>(-std::numeric_limits<double>::infinity(), 2));
  CHECK(elements(grad(logsumexp(none), none)) == std::vector<double>{0, 0});
}

TEST_CASE("of moments") {
  right([](const auto& a) { return sum(tanh(var<F>(a))); }, x);
  right([](const auto& a) { return sum(tanh(stddev<N, B>(a))); }, x);
  right([](const auto& a) { return sum(tanh(l2_norm<F>(a))); }, x);
  right([](const auto& a) { return l2_norm(2.0 * a); }, x);
  right([](const auto& a) { return sum(weights * layer_norm<F>(a)); }, x);
  right([](const auto& a) { return sum(weights * layer_norm<B, N>(a, 0.1)); }, x);
  const auto zero = track(zeros<double, m<F>>(3));
  CHECK(elements(grad(l2_norm(zero), zero)) == std::vector<double>{0, 0, 0});
  CHECK(elements(grad(stddev(zero), zero)) == std::vector<double>{0, 0, 0});
}

TEST_CASE("of running sums and the greatest elements") {
  right([](const auto& a) { return sum(weights * cumsum<F>(a)); }, x);
  right([](const auto& a) { return sum(weights * cumsum<N>(2.0 * a)); }, x);
  right([](const auto& a) { return sum(tanh(top_k<F, K>(a).first)); }, x);
  right([](const auto& a) { return sum(tanh(top_k<N, G>(a, 3).first)); }, x);
}

TEST_CASE("of joined and gathered tensors") {
  const auto y = uniform<double, m<N, F, B>>(3, 2, 5, -1.0, 1.0);
  right([](const auto& a, const auto& b) { return sum(tanh(concat<N>(a, b)) * tanh(concat<N>(b, a))); }, x, y);
  const auto narrow = uniform<double, m<N, K, B>>(3, 4, -1.0, 1.0);
  right([](const auto& a, const auto& b) { return sum(tanh(concat<Both>(a, b, a))); }, x, narrow);
  right([](const auto& b) { return sum(tanh(concat<Both>(x, 2.0 * b))); }, narrow);
  right([](const auto& a) { return sum(tanh(stack<K>(a, weights))); }, x);
  const auto rows = uniform<id<N>, m<G>>(4, 9, 0, 4);
  right([&](const auto& a) { return sum(tanh(gather(a, rows))); }, x);
  const auto middle = uniform<id<F, std::int64_t>, m<G, K>>(4, 3, 0, 5);
  right([&](const auto& a) { return sum(tanh(gather(2.0 * a, middle))); }, x);
}

TEST_CASE("the gradient of a gather is folded in one order") {
  const auto table = track(uniform<float, m<N, B>>(1, 7));
  const auto ids = uniform<id<N>, m<G>>(2, 100'001, 0, 7);
  const auto cotangents = uniform<float, m<G, B>>(3, 100'001);
  const auto once = elements(grad(sum(gather(table, ids) * cotangents), table));
  for (const int threads : {1, 3, 8}) {
    runtime::set_threads(threads);
    CHECK(elements(grad(sum(gather(table, ids) * cotangents), table)) == once);
  }
  runtime::set_threads(0);
  for (std::int64_t r = 0; r < 7; ++r) {
    double wanted = 0;
    for (std::int64_t i = 0; i < 100'001; ++i) wanted += ids(i).value == r ? double(cotangents(i, 1)) : 0;
    CHECK(double(once[std::size_t(3 * r + 1)]) == Approx(wanted).epsilon(1e-6));
  }
}

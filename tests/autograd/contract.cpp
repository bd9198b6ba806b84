// Gradients of contractions beside finite differences.
#include <tiga/autograd/check_gradient.hpp>
#include <tiga/autograd/contract.hpp>
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/views.hpp>
#include <tiga/tensor/random.hpp>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F", 5}, H{"H"}, B{"B"}, G{"G", 3};

void right(auto&& f, const auto&... x) {
  const auto report = check_gradient(f, x...);
  INFO(report.text());
  CHECK(report.ok);
}

}  // namespace

TEST_CASE("of a matrix product, in both orders") {
  const auto x = uniform<double, m<N, F>>(1, 4, -1.0, 1.0);
  const auto w = uniform<double, m<F, H>>(2, 3, -1.0, 1.0);
  right([](const auto& a, const auto& b) { return sum(tanh(contract<F>(a, b))); }, x, w);
  right([](const auto& a, const auto& b) { return sum(tanh(contract<F>(b, a))); }, x, w);
  right([](const auto& a, const auto& b) { return sum(tanh(contract<F>(transpose(a), transpose(b)))); }, x, w);
  right([&](const auto& b) { return sum(tanh(contract<F>(x, b))); }, w);
  right([&](const auto& a) { return sum(tanh(contract<F>(2.0 * a, w))); }, x);
}

TEST_CASE("of several axes, batches and vectors") {
  const auto x = uniform<double, m<N, B, F, G>>(1, 2, 3, -1.0, 1.0);
  const auto w = uniform<double, m<G, B, H, F>>(2, 3, 2, -1.0, 1.0);
  right([](const auto& a, const auto& b) { return sum(tanh(contract<F, G>(a, b))); }, x, w);
  right([](const auto& a, const auto& b) { return sum(tanh(contract<G>(a, b))); }, x, w);
  right([](const auto& a, const auto& b) { return sum(tanh(contract<G, B, F>(b, a))); }, x, w);
  const auto v = uniform<double, m<F>>(3, -1.0, 1.0);
  right([](const auto& a, const auto& b) { return sum(tanh(contract<F>(a, b))); }, x, v);
  right([](const auto& a) { return contract<F>(a, a); }, v);
}

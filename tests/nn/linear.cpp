// Linear layers and biases.
#include <tiga/autograd/check_gradient.hpp>
#include <tiga/autograd/reduce.hpp>
#include <tiga/nn/linear.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/random.hpp>

#include "catch.hpp"

using namespace tiga;

namespace {
constexpr axis N{"N"}, F{"F", 5}, H{"H"}, G{"G", 3};
}

TEST_CASE("a linear layer contracts what both have and adds the bias") {
  const auto x = uniform<double, m<N, F>>(1, 4, -1.0, 1.0);
  const auto w = uniform<double, m<F, H>>(2, 3, -1.0, 1.0);
  const auto b = uniform<double, m<H>>(3, 3, -1.0, 1.0);
  const auto y = linear(x, w, b);
  static_assert(std::is_same_v<decltype(y), const tensor<double, m<N, H>>>);
  for (int n = 0; n < 4; ++n)
    for (int h = 0; h < 3; ++h) {
      double wanted = b(h);
      for (int f = 0; f < 5; ++f) wanted += x(n, f) * w(f, h);
      CHECK(y(n, h) == Approx(wanted));
    }
  const auto report =
      check_gradient([](const auto& p, const auto& q, const auto& r) { return sum(tanh(linear(p, q, r))); }, x, w, b);
  INFO(report.text());
  CHECK(report.ok);
  CHECK(check_gradient([&](const auto& r) { return sum(tanh(linear(x, w, r))); }, b).ok);
  CHECK(check_gradient([&](const auto& q) { return sum(tanh(linear(2.0 * x, q, b))); }, w).ok);
}

TEST_CASE("a bias over several axes, and one over all") {
  const auto x = uniform<double, m<N, F, G>>(1, 4, -1.0, 1.0);
  const auto b = uniform<double, m<F, G>>(2);
  const auto y = add_bias(x, b);
  CHECK(y(2, 3, 1) == x(2, 3, 1) + b(3, 1));
  CHECK(x(2, 3, 1) == uniform<double, m<N, F, G>>(1, 4, -1.0, 1.0)(2, 3, 1));
  CHECK(check_gradient([](const auto& p, const auto& q) { return sum(tanh(add_bias(p, q))); }, x, b).ok);
  CHECK(check_gradient([](const auto& p, const auto& q) { return sum(tanh(add_bias(p, q))); }, b, b).ok);
  const auto h = uniform<double, m<N, H>>(1, 4, 2);
  CHECK_THROWS_WITH(add_bias(h, uniform<double, m<H>>(1, 3)),
                    "add_bias: the bias has 3 elements along an axis where the tensor has 2");
}

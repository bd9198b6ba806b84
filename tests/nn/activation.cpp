// Activation functions: values beside the C library's, gradients beside finite differences, and no NaN at the ends.
#include <cmath>
#include <limits>
#include <tiga/autograd/check_gradient.hpp>
#include <tiga/autograd/reduce.hpp>
#include <tiga/tensor/activation.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/random.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"};
using vector = tensor<double, m<N>>;

const double nan = std::numeric_limits<double>::quiet_NaN();
const vector points = uniform<double, m<N>>(3, 50, -4.0, 4.0);

void compare(auto f, auto wanted) {
  const vector y = f(points);
  for (std::size_t i = 0; i < 50; ++i) CHECK(y.span()[i] == Approx(wanted(points.span()[i])).epsilon(1e-12));
  const auto report = check_gradient([&](const auto& x) { return sum(f(x) * f(x)); }, points);
  INFO(report.text());
  CHECK(report.ok);
  // far out: finite or as the function goes, and a gradient that is no NaN
  for (const double far : {-1e4, 1e4, -800., 800., 0.}) {
    const auto x = track(full<double, m<N>>(far, 1));
    const auto g = grad(sum(f(x)), x);
    INFO(far);
    CHECK(std::isfinite(g.span()[0]));
    const vector value = f(x.value());
    CHECK(value.span()[0] == Approx(wanted(far)).margin(1e-12));
  }
  const vector lost = f(full<double, m<N>>(nan, 1));
  CHECK(std::isnan(lost.span()[0]));
}
double logistic(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

TEST_CASE("relu") {
  compare([](const auto& x) { return relu(x); }, [](double x) { return std::max(x, 0.); });
  const auto x = track(zeros<double, m<N>>(1));
  CHECK(grad(sum(relu(x)), x).span()[0] == 0);
}
TEST_CASE("leaky_relu") {
  compare([](const auto& x) { return leaky_relu(x, 0.2); }, [](double x) { return x > 0 ? x : 0.2 * x; });
  compare([](const auto& x) { return leaky_relu(x); }, [](double x) { return x > 0 ? x : 0.01 * x; });
}
TEST_CASE("elu") {
  compare([](const auto& x) { return elu(x); }, [](double x) { return x > 0 ? x : std::expm1(x); });
}
TEST_CASE("sigmoid") {
  compare([](const auto& x) { return sigmoid(x); }, logistic);
  const auto x = track(zeros<double, m<N>>(1));
  CHECK(grad(sum(sigmoid(x)), x).span()[0] == 0.25);
}
TEST_CASE("silu") {
  compare([](const auto& x) { return silu(x); }, [](double x) { return x * logistic(x); });
}
TEST_CASE("softplus") {
  compare([](const auto& x) { return softplus(x); },
          [](double x) { return std::max(x, 0.) + std::log1p(std::exp(-std::abs(x))); });
  const auto x = track(zeros<double, m<N>>(1));
  CHECK(grad(sum(softplus(x)), x).span()[0] == 0.5);
}
TEST_CASE("gelu") {
  compare([](const auto& x) { return gelu(x); },
          [](double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); });
}

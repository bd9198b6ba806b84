// Losses beside the formula, masked and not, with scores that overflow a naive softmax.
#include <cmath>
#include <limits>
#include <string>
#include <tiga/autograd/check_gradient.hpp>
#include <tiga/nn/loss.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/random.hpp>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, B{"B"}, C{"C", 7};

const auto scores = uniform<double, m<N, C>>(3, 12, -3.0, 3.0);
const auto labels = uniform<id<C>, m<N>>(4, 12, 0, 7);
const auto some = uniform<bool, m<N>>(5, 12);

double expected(const tensor<double, m<N, C>>& x, auto counts) {
  double total = 0;
  int counted = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    if (!counts(i)) continue;
    double s = 0, top = -1e300;
    for (int c = 0; c < 7; ++c) top = std::max(top, x(i, c));
    for (int c = 0; c < 7; ++c) s += std::exp(x(i, c) - top);
    total += std::log(s) + top - x(i, labels(i));
    ++counted;
  }
  return total / counted;
}
std::string message(auto&& f) {
  try {
    f();
  } catch (const error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("cross-entropy is the mean of -log softmax at the label") {
  CHECK(cross_entropy(scores, labels).item() == Approx(expected(scores, [](auto) { return true; })).epsilon(1e-12));
  CHECK(cross_entropy(scores, labels, some).item() ==
        Approx(expected(scores, [](auto i) { return some(i); })).epsilon(1e-12));
  CHECK(cross_entropy(tensor<double, m<N, C>>(1000.0 * scores), labels).item() ==
        Approx(expected(1000.0 * scores, [](auto) { return true; })).epsilon(1e-12));
  CHECK(cross_entropy(transpose(scores), labels).item() == cross_entropy(scores, labels).item());
  CHECK(cross_entropy(1.0 * scores, labels).item() == cross_entropy(scores, labels).item());
  CHECK(double(cross_entropy(tensor<float, m<N, C>>(cast<float>(scores)), labels).item()) ==
        Approx(expected(scores, [](auto) { return true; })).epsilon(1e-6));
  CHECK(double(float(cross_entropy(tensor<bf16, m<N, C>>(cast<bf16>(scores)), labels).item())) ==
        Approx(expected(scores, [](auto) { return true; })).epsilon(2e-2));
}

TEST_CASE("its gradient is softmax minus one at the label, and nothing where the mask is false") {
  const auto masked = [](const auto& x) { return cross_entropy(x, labels, some); };
  const auto report = check_gradient(masked, scores);
  INFO(report.text());
  CHECK(report.ok);
  CHECK(check_gradient([](const auto& x) { return cross_entropy(transpose(x), labels); }, scores).ok);
  const auto [value, g] = value_and_grad(masked, scores);
  for (int i = 0; i < 12; ++i)
    for (int c = 0; c < 7; ++c)
      if (!some(i)) CHECK(g(i, c) == 0);
}

TEST_CASE("of a batch of rows with several axes") {
  const auto batch = uniform<double, m<B, N, C>>(3, 2, 3, -3.0, 3.0);
  const auto at = uniform<id<C, std::int64_t>, m<B, N>>(4, 2, 3, 0, 7);
  double total = 0;
  for (int b = 0; b < 2; ++b) total += cross_entropy(pick<B>(batch, b), pick<B>(at, b)).item();
  CHECK(cross_entropy(batch, at).item() == Approx(total / 2));
}

TEST_CASE("labels outside the classes are refused, unless they do not count") {
  auto bad = labels;
  bad.mutable_span()[4] = id<C>(7);
  CHECK(message([&] { cross_entropy(scores, bad); }) ==
        "cross_entropy: the label 7 of row 4 is no position of axis C, which has 7");
  auto none = zeros<bool, m<N>>(12);
  CHECK(std::isnan(cross_entropy(scores, bad, none).item()));
  const auto x = track(scores);
  const auto g = grad(cross_entropy(x, bad, none), x);
  for (const double of_one : g.span()) CHECK(of_one == 0);
  CHECK(message([&] { cross_entropy(scores, zeros<id<C>, m<N>>(11)); }) ==
        "axis N has 12 rows in the scores and 11 in the labels");
}

TEST_CASE("the same bits on every number of threads") {
  const auto x = uniform<float, m<N, C>>(3, 5000, -3.0, 3.0);
  const auto at = uniform<id<C>, m<N>>(4, 5000, 0, 7);
  const float once = cross_entropy(x, at).item();
  for (const int threads : {1, 3, 8}) {
    runtime::set_threads(threads);
    CHECK(cross_entropy(x, at).item() == once);
  }
  runtime::set_threads(0);
}

TEST_CASE("accuracy counts rows whose greatest score is the label's") {
  const tensor<float, m<N, C>> x = eye<float, m<N, C>>(4);
  const tensor<id<C>, m<N>> at = from({id<C>(0), id<C>(1), id<C>(3), id<C>(3)});
  CHECK(accuracy(x, at, ones<bool, m<N>>(4)) == 0.75);
  const tensor<bool, m<N>> last = from({false, false, true, true});
  CHECK(accuracy(x, at, last) == 0.5);
}

TEST_CASE("mean squared error") {
  const auto y = uniform<double, m<N, C>>(9, 12);
  CHECK(mean_squared_error(scores, y).item() == Approx(mean((scores - y) * (scores - y)).item()));
  CHECK(check_gradient([](const auto& a, const auto& b) { return mean_squared_error(a, b); }, scores, y).ok);
}

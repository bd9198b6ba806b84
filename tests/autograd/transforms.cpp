// value_and_grad, no_grad, checkpoint, finite_checks and check_gradient.
#include <string>
#include <tiga/autograd/check_gradient.hpp>
#include <tiga/autograd/checkpoint.hpp>
#include <tiga/autograd/finite_checks.hpp>
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/value_and_grad.hpp>
#include <tiga/autograd/views.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/random.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F", 5};
using matrix = tensor<double, m<N, F>>;

const matrix x = uniform<double, m<N, F>>(3, 4, 0.5, 1.5);
const matrix y = uniform<double, m<N, F>>(4, 4, 0.5, 1.5);

template <class T, class M>
std::vector<T> elements(const tensor<T, M>& t) {
  const auto packed = contiguous(t);
  return {packed.data(), packed.data() + packed.size()};
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

TEST_CASE("the value and the gradient of a function") {
  const auto f = [](const auto& a) { return sum(a * a); };
  const auto [value, gradient] = value_and_grad(f, x);
  static_assert(std::is_same_v<decltype(value), const tensor<double, m<>>>);
  static_assert(std::is_same_v<decltype(gradient), const matrix>);
  CHECK(value.item() == sum(x * x).item());
  CHECK(elements(gradient) == elements(matrix(2.0 * x)));
}

TEST_CASE("several arguments give a tuple, and what is captured is constant") {
  const matrix weight = y;
  const auto [value, gradients] =
      value_and_grad([&](const auto& a, const auto& b) { return sum(weight * a) + 2.0 * sum(a * b); }, x, y);
  const auto& [of_a, of_b] = gradients;
  CHECK(elements(of_a) == elements(matrix(weight + 2.0 * y)));
  CHECK(elements(of_b) == elements(matrix(2.0 * x)));
}

TEST_CASE("what else a function knows comes along") {
  const auto [both, gradient] = value_and_grad(
      [](const auto& a) {
        const auto s = sum(a);
        return std::pair{s * s, detach(eval(s)).item()};
      },
      x);
  const auto& [value, total] = both;
  CHECK(total == sum(x).item());
  CHECK(value.item() == total * total);
  CHECK(elements(gradient) == elements(full<double, m<N, F>>(2 * total, 4)));
}

TEST_CASE("a scope without gradients records nothing") {
  const auto tracked_x = track(x);
  const auto plain = no_grad([](const auto& a, const auto& b) { return sum(a * b); }, tracked_x, y);
  static_assert(std::is_same_v<decltype(plain), const tensor<double, m<>>>);
  CHECK(plain.item() == sum(x * y).item());
}

TEST_CASE("a checkpoint gives the bits of the function itself") {
  int calls = 0;
  const auto f = [&calls](const auto& a, const auto& b) {
    ++calls;
    return exp(a) * tanh(a * b);
  };
  const auto a = track(x), b = track(y);
  const auto kept = grad(sum(f(a, b)), a, b);
  calls = 0;
  const auto value = checkpoint(f, a, b);
  CHECK(calls == 1);
  const auto again = grad(sum(value), a, b);
  CHECK(calls == 2);
  CHECK(elements(std::get<0>(kept)) == elements(std::get<0>(again)));
  CHECK(elements(std::get<1>(kept)) == elements(std::get<1>(again)));
  CHECK(elements(value.value()) == elements(matrix(f(x, y))));
  // one input constant, one asked for
  CHECK(elements(grad(sum(checkpoint(f, x, b)), b)) == elements(std::get<1>(kept)));
  CHECK(elements(grad(sum(checkpoint(f, a, b)), a)) == elements(std::get<0>(kept)));
  static_assert(std::is_same_v<decltype(checkpoint(f, x, y)), matrix>);
}

TEST_CASE("a backward pass that owns its history releases it as it goes") {
  const tensor<double, m<N>> long_one = ones<double, m<N>>(1 << 16);
  const std::size_t bytes = sizeof(double) << 16;
  constexpr int depth = 20;
  const auto chain = [](const auto& a) {
    auto t = tracked(detach(a), a.node());
    for (int i = 0; i < depth; ++i) t = tracked<double, m<N>>(exp(0.001 * t));
    return sum(t);
  };
  const auto peak_of = [&](auto&& run) {
    const std::size_t before = runtime::memory().live;
    runtime::reset_peak();
    run();
    return (runtime::memory().peak - before) / bytes;
  };
  const auto checkpointed = [&](const auto& a) {
    auto t = tracked(detach(a), a.node());
    for (int i = 0; i < depth; ++i) t = checkpoint([](const auto& u) { return eval(exp(0.001 * u)); }, t);
    return sum(t);
  };
  const std::size_t owned = peak_of([&] { value_and_grad(chain, long_one); });
  // the values of the forward pass, and no cotangents beside them that have been used
  CHECK(owned <= depth + 5);
  CHECK(peak_of([&] { value_and_grad(checkpointed, long_one); }) <= depth + 6);
  const auto whole = [&](const auto& a) {
    return sum(checkpoint(
        [](const auto& u) {
          auto t = eval(exp(0.001 * u));
          for (int i = 1; i < depth; ++i) t = eval(exp(0.001 * t));
          return t;
        },
        a));
  };
  // forward keeps one value; the chain exists once, during the backward pass
  const auto forward_only = [&] {
    const auto leaf = track(long_one);
    const auto loss = whole(leaf);
    CHECK((runtime::memory().live) / bytes <= 4);
    CHECK(double(loss.item()) > 0);
  };
  forward_only();
}

TEST_CASE("the first value that is not finite is named") {
  const auto run = [](double low) {
    matrix bad = x;
    bad.mutable_span()[7] = low;
    const auto a = track(bad);
    return grad(sum(log(a)), a);
  };
  CHECK_NOTHROW(run(0));
  const finite_checks watch;
  CHECK_NOTHROW(run(0.5));
  CHECK(message([&] { run(0); }) ==
        "finite_checks: an elementwise expression that ends in log gave -inf at element 7 of 20 (f64)");
  CHECK(message([&] { run(-1); }) ==
        "finite_checks: an elementwise expression that ends in log gave nan at element 7 of 20 (f64)");
}

TEST_CASE("a gradient that is not finite is named where the value is") {
  matrix zero = x;
  zero.mutable_span()[3] = 0;
  const auto a = track(zero);
  const finite_checks watch;
  CHECK(message([&] { grad(sum(sqrt(a)), a); }) ==
        "finite_checks: the gradient of an elementwise expression that ends in sqrt gave inf at element 3 of 20 (f64)");
}

TEST_CASE("finite differences agree with a right gradient") {
  const auto report =
      check_gradient([](const auto& a, const auto& b) { return sum(exp(a) * b / (1.0 + a * a)); }, x, y);
  INFO(report.text());
  CHECK(report.ok);
  CHECK(report.worst > 0);  // not even a correct one is exact
}

TEST_CASE("and find a wrong one") {
  // the second factor's share is cut off
  const auto report = check_gradient([](const auto& a) { return sum(a * detach(a)); }, x);
  CHECK_FALSE(report.ok);
  CHECK(report.argument == 0);
  CHECK(report.tape == Approx(x.span()[std::size_t(report.at)]));
  CHECK(report.differences == Approx(2 * x.span()[std::size_t(report.at)]));
  CHECK(report.text().find("argument 0, element ") == 0);
  const auto second = check_gradient([](const auto& a, const auto& b) { return sum(a) + sum(b * detach(b)); },
                                     gradient_options{.positions = 3}, x, y);
  CHECK_FALSE(second.ok);
  CHECK(second.argument == 1);
}

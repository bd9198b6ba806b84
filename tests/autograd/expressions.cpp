// Elementwise arithmetic and its gradient, against finite differences in f64.
#include <cmath>
#include <cstring>
#include <tiga/autograd/reduce.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/random.hpp>
#include <tiga/tensor/views.hpp>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F", 5}, R{"R"};
using matrix = tensor<double, m<N, F>>;

// The largest difference between `exact` and central differences of `loss` at `at`, relative to the larger of 1 and it.
template <class Loss, class M>
double worst_difference(const Loss& loss, tensor<double, M> at, const tensor<double, M>& exact) {
  double worst = 0;
  for (std::size_t i = 0; i < std::size_t(at.size()); ++i) {
    const double h = 1e-6, here = at.mutable_span()[i];
    at.mutable_span()[i] = here + h;
    const double above = loss(at);
    at.mutable_span()[i] = here - h;
    const double below = loss(at);
    at.mutable_span()[i] = here;
    const double difference = (above - below) / (2 * h);
    worst = std::max(worst, std::abs(difference - exact.data()[i]) / std::max(1.0, std::abs(difference)));
  }
  return worst;
}
template <class Function>
void check_gradient(const Function& f, const matrix& at) {
  const auto tracked_at = track(at);
  const matrix exact = grad(sum(f(tracked_at)), tracked_at);
  CHECK(worst_difference([&](const matrix& t) { return sum(f(t)).item(); }, at, exact) < 1e-6);
}

tensor<float, m<N>> one_to_four() { return from(std::vector<float>{1, 2, 3, 4}); }
auto half_more_times_itself() {
  const auto local = one_to_four();
  const double half = 0.5;
  return (local + half) * local;
}

}  // namespace

TEST_CASE("an expression owns what it needs (FB-62)") {
  const auto kept = one_to_four() * 2 + one_to_four();
  const tensor<float, m<N>> a = kept, b = half_more_times_itself();
  const float expected_a[] = {3, 6, 9, 12}, expected_b[] = {1.5f, 5, 10.5f, 18};
  CHECK(std::memcmp(a.data(), expected_a, sizeof expected_a) == 0);
  CHECK(std::memcmp(b.data(), expected_b, sizeof expected_b) == 0);
}

TEST_CASE("gradients of elementwise functions agree with finite differences") {
  const auto at = uniform<double, m<N, F>>(7, 4, 0.3, 1.7);
  check_gradient([](const auto& t) { return exp(t) * log(t) + sqrt(t) / t - abs(1 - t); }, at);
  check_gradient([](const auto& t) { return tanh(t) + pow(t, 1.3) * sin(t) - pow(2.0, t) * cos(t); }, at);
  check_gradient([](const auto& t) { return where(t > 1.0, t * t, max(t, 0.7) - min(t * 2, 1.1)); }, at);
}

TEST_CASE("scalars broadcast and get the sum of what they touched") {
  const auto at = uniform<double, m<N, F>>(8, 3, -1.0, 1.0);
  const auto x = track(at);
  const auto s = track(tensor<double, m<>>(0.7));
  const auto [ds, dx] = grad(sum(s * x * x + x / s), s, x);
  double expected = 0;
  for (std::int64_t i = 0; i < at.size(); ++i) expected += at.data()[i] * at.data()[i] - at.data()[i] / 0.49;
  CHECK(ds.item() == Approx(expected));
  CHECK(dx(1, 2) == Approx(2 * 0.7 * at(1, 2) + 1 / 0.7));
}

TEST_CASE("views give what their copies give") {
  const auto at = uniform<double, m<F, N>>(9, 6);
  const auto turned = transpose(at);  // [N, F], not contiguous
  const auto row = uniform<double, m<F>>(10);
  const matrix lazy = turned * 3 + broadcast<N>(row, 6),
               packed = contiguous(turned) * 3 + contiguous(broadcast<N>(row, 6));
  CHECK(std::memcmp(lazy.data(), packed.data(), std::size_t(lazy.size()) * sizeof(double)) == 0);
  CHECK(lazy(4, 2) == at(2, 4) * 3 + row(2));
}

TEST_CASE("gradients of reductions, over all axes and over one") {
  const auto at = uniform<double, m<N, F>>(11, 6, -1.0, 1.0);
  check_gradient([](const auto& t) { return mean<F>(t) * prod<F>(t) + max<F>(t) * min<F>(t) + sum<F>(t); }, at);
  check_gradient([](const auto& t) { return sum<N>(t) * prod<N>(t * 2) - max<N>(t); }, at);
  const auto x = track(at);
  CHECK(grad(mean(x), x)(3, 1) == Approx(1.0 / 30));
}

TEST_CASE("ties share, products with zeros are exact, unreached inputs get zeros") {
  const auto t = track(tensor<double, m<N>>(from(std::vector<double>{3, 1, 3, 0})));
  const auto best = grad(max(t), t);
  CHECK(best(0) == 0.5);
  CHECK(best(1) == 0);
  CHECK(best(2) == 0.5);
  const auto product = grad(prod(t), t);
  CHECK(product(0) == 0);
  CHECK(product(3) == 9);
  const auto other = track(one_to_four());
  const auto [used, unused] = grad(sum(t), t, other);
  CHECK(used(0) == 1);
  CHECK(unused(0) == 0);
  const auto tiny = track(tensor<float, m<N>>(from(std::vector<float>{1e-40f, 3, 5})));
  CHECK(grad(prod(tiny), tiny)(0) == 15);
}

TEST_CASE("a second gradient works, and long chains do not exhaust the stack") {
  const auto x = track(one_to_four());
  auto y = x * 1.0f;
  auto chain = tracked<float, m<N>>(eval(y));
  for (int i = 0; i < 100000; ++i) chain = eval(chain + 1.0f);
  const auto loss = sum(chain);
  CHECK(grad(loss, x)(2) == 1);
  CHECK(grad(loss, x)(2) == 1);
}

TEST_CASE("extents that do not meet are named with both numbers") {
  const auto a = uniform<double, m<N>>(1, 4), b = uniform<double, m<N>>(1, 5);
  CHECK_THROWS_WITH(eval(a + b),
                    Catch::Matchers::Contains("N") && Catch::Matchers::Contains("4") && Catch::Matchers::Contains("5"));
}

TEST_CASE("the same bits on any number of threads") {
  const auto x = uniform<float, m<R>>(3, 300001);
  runtime::set_threads(1);
  const tensor<float, m<R>> alone = exp(x) / (1 + x * x);
  for (const int threads : {2, 3, 8}) {
    runtime::set_threads(threads);
    const tensor<float, m<R>> together = exp(x) / (1 + x * x);
    CHECK(std::memcmp(alone.data(), together.data(), std::size_t(alone.size()) * sizeof(float)) == 0);
  }
  runtime::set_threads(0);
}

TEST_CASE("functions of scalars broadcast: one number's gradient is the sum over all positions") {
  const auto at = uniform<double, m<N, F>>(11, 4, 0.1, 1.0);
  const auto x = track(at);
  const auto s = track(tensor<double, m<>>(0.3));
  double total = 0;
  for (std::int64_t i = 0; i < at.size(); ++i) total += at.data()[i];
  CHECK(grad(sum((1 - s) * x), s).item() == Approx(-total));
  CHECK(grad(sum(x * -s), s).item() == Approx(-total));
  const auto [ds, dx] = grad(sum(exp(2 * s) * x + s / (1 + s)), s, x);
  CHECK(ds.item() == Approx(2 * std::exp(0.6) * total + 20 / 1.69));
  CHECK(dx(2, 3) == Approx(std::exp(0.6)));
  const auto row = track(slice<N, R>(at, 0, 1));
  CHECK(grad(sum((1 - s) * row), s).item() == Approx(-sum(row.value()).item()));
  CHECK(grad(s * s * 3.0 + s, s).item() == Approx(2.8));
}

TEST_CASE("x to the power of zero has no slope, at zero neither") {
  const auto x = track(tensor<double, m<N>>(from(std::vector<double>{0, 2})));
  const auto p = track(tensor<double, m<>>(0.0));
  const auto slope = grad(sum(pow(x, p)), x);
  CHECK((slope(0) == 0 && slope(1) == 0));
}

TEST_CASE("conditions meet true and false") {
  const auto x = from(std::vector<double>{-1, 2});
  const tensor<double, m<N>> t = x;
  const tensor<bool, m<N>> positive = t > 0.0, same = positive == true, other = positive == false;
  CHECK((!same(0) && same(1) && other(0) && !other(1)));
  const tensor<double, m<N>> chosen = where(!(positive && true), t, t * 0.0);
  CHECK((chosen(0) == -1 && chosen(1) == 0));
}

TEST_CASE("whole numbers beside integer tensors have to fit, as literals in programs have to") {
  const auto bytes = full<std::uint8_t, m<N>>(200, 3);
  CHECK_THROWS_WITH(eval(bytes > -1), "elementwise: the number -1 does not fit in u8");
  CHECK_THROWS_WITH(eval(max(bytes, -1)), "elementwise: the number -1 does not fit in u8");
  CHECK_THROWS_WITH(eval(bytes + 300), "elementwise: the number 300 does not fit in u8");
  CHECK_THROWS_WITH(eval(where(bytes > 3, bytes, 256)), "elementwise: the number 256 does not fit in u8");
  CHECK(eval(bytes + 100).span()[0] == std::uint8_t(300));  // the sum wraps, as integers do
  CHECK(eval(bytes == 255).span()[0] == false);
  const auto wide = full<std::uint64_t, m<N>>(7, 3);
  CHECK(eval(max(wide, std::uint64_t(-1))).span()[0] == std::uint64_t(-1));
  CHECK_THROWS_WITH(eval(max(wide, -1)), "elementwise: the number -1 does not fit in u64");
  const auto whole = full<std::int64_t, m<N>>(7, 3);
  CHECK_THROWS_WITH(eval(max(whole, std::uint64_t(-1))),
                    "elementwise: the number 18446744073709551615 does not fit in i64");
  CHECK(eval(cast<float>(bytes) + 300).span()[0] == 500.f);
  CHECK_THROWS_WITH(eval((bytes > 3) * 5000000000), "elementwise: numbers from 0 to 5000000000 do not fit in i32");
  CHECK_THROWS_WITH(eval(cast<float>(bytes) * std::uint64_t(-1)),
                    "elementwise: the number 18446744073709551615 does not fit in i64");
}

TEST_CASE("assigning operators make a new value for one owner") {
  matrix x = uniform<double, m<N, F>>(1, 4);
  const matrix before = x;
  x += 2;
  x *= before;
  x -= 1.0 * before;
  x /= 4;
  for (std::size_t i = 0; i < 20; ++i) {
    const double b = before.span()[i];
    CHECK(x.span()[i] == ((b + 2) * b - b) / 4);
  }
  CHECK(before.span()[3] == uniform<double, m<N, F>>(1, 4).span()[3]);
}

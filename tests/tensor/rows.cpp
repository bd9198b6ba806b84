// Softmax and its kin, moments, running sums, top-k, concat, stack and gather, beside naive loops.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/expression.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/join.hpp>
#include <tiga/tensor/moments.hpp>
#include <tiga/tensor/order.hpp>
#include <tiga/tensor/random.hpp>
#include <tiga/tensor/softmax.hpp>
#include <tiga/tensor/views.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F"}, B{"B", 3}, K{"K", 2}, Both{"Both"}, G{"G"};
const double inf = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();

template <class T, class M>
std::vector<T> elements(const tensor<T, M>& t) {
  const auto packed = contiguous(t);
  return {packed.data(), packed.data() + packed.size()};
}
template <class T>
tensor<T, m<F>> row(std::vector<double> values) {
  auto t = tensor<T, m<F>>::uninitialized({{std::int64_t(values.size())}});
  std::transform(values.begin(), values.end(), t.mutable_span().begin(), [](double v) { return T(v); });
  return t;
}
void on_every_isa(auto&& f) {
  for (const runtime::isa i : {runtime::isa::baseline, runtime::isa::avx2, runtime::isa::avx512}) {
    try {
      runtime::force_isa(i);
    } catch (const error&) {
      continue;  // not on this machine
    }
    f();
  }
  runtime::reset_isa();
}

}  // namespace

TEST_CASE("softmax, its logarithm and logsumexp, of rows of every length") {
  for (const std::int64_t n : {1, 2, 15, 16, 17, 33, 100}) {
    const auto x = uniform<double, m<N, F>>(std::uint64_t(n), 3, n, -30.0, 30.0);
    const auto y = softmax<F>(x), l = log_softmax<F>(x);
    const auto s = logsumexp<F>(x);
    static_assert(std::is_same_v<decltype(s), const tensor<double, m<N>>>);
    for (std::int64_t r = 0; r < 3; ++r) {
      double top = -inf, total = 0;
      for (std::int64_t i = 0; i < n; ++i) top = std::max(top, x(r, i));
      for (std::int64_t i = 0; i < n; ++i) total += std::exp(x(r, i) - top);
      CHECK(s(r) == Approx(top + std::log(total)).epsilon(1e-13));
      for (std::int64_t i = 0; i < n; ++i) {
        CHECK(y(r, i) == Approx(std::exp(x(r, i) - top) / total).epsilon(1e-13));
        CHECK(l(r, i) == Approx(x(r, i) - top - std::log(total)).epsilon(1e-13).margin(1e-14));
      }
    }
    const auto narrow = softmax<F>(tensor<float, m<N, F>>(cast<float>(x)));
    const auto half = softmax<F>(tensor<bf16, m<N, F>>(cast<bf16>(x)));
    for (std::int64_t i = 0; i < n; ++i) {
      CHECK(double(narrow(1, i)) == Approx(y(1, i)).epsilon(1e-5).margin(1e-30));
      CHECK(double(float(half(1, i))) == Approx(y(1, i)).epsilon(0.3).margin(1e-2));
    }
  }
}

TEST_CASE("over other axes, several and all, of views") {
  const auto x = uniform<double, m<N, B, F>>(1, 4, 5, -2.0, 2.0);
  const auto turned = permute<F, N, B>(x);
  const auto y = softmax<N, F>(x);
  const auto z = softmax<N, F>(turned);
  double worst = 0;
  for (int n = 0; n < 4; ++n)
    for (int b = 0; b < 3; ++b)
      for (int f = 0; f < 5; ++f) worst = std::max(worst, std::abs(y(n, b, f) - z(f, n, b)));
  CHECK(worst < 1e-15);
  for (int b = 0; b < 3; ++b) {
    double total = 0;
    for (int n = 0; n < 4; ++n)
      for (int f = 0; f < 5; ++f) total += y(n, b, f);
    CHECK(total == Approx(1));
  }
  CHECK(logsumexp(x).item() == Approx(std::log([&] {
          double total = 0;
          for (const double v : elements(x)) total += std::exp(v);
          return total;
        }())));
  CHECK(elements(softmax<F>(broadcast<N>(row<double>({1, 2}), 2)))[0] == Approx(1 / (1 + std::exp(1))));
}

TEST_CASE("scores that are huge, infinite or no numbers") {
  CHECK(elements(softmax(row<float>({1e30, 1e30}))) == std::vector<float>{0.5f, 0.5f});
  CHECK(elements(softmax(row<float>({-inf, 3}))) == std::vector<float>{0, 1});
  for (const float v : elements(softmax(row<float>({-inf, -inf})))) CHECK(std::isnan(v));
  for (const float v : elements(softmax(row<float>({no_number, 1})))) CHECK(std::isnan(v));
  CHECK(logsumexp(row<double>({-inf, -inf})).item() == -inf);
  CHECK(logsumexp(row<double>({inf, 1})).item() == inf);
  CHECK(std::isnan(logsumexp(row<double>({inf, no_number})).item()));
  CHECK(std::isnan(logsumexp(row<double>({-inf, no_number})).item()));
  CHECK(logsumexp(row<double>({})).item() == -inf);
  CHECK(logsumexp(row<double>({1000, 1000})).item() == Approx(1000 + std::log(2)));
  CHECK(softmax(row<double>({})).size() == 0);
  CHECK(elements(log_softmax(row<double>({-inf, 3}))) == std::vector<double>{-inf, 0});
}

TEST_CASE("softmax and moments have the same bits everywhere") {
  const auto x = uniform<float, m<N, F>>(1, 300, 517, -20.0, 20.0);
  const auto soft = elements(softmax<F>(x)), log_soft = elements(log_softmax<F>(x)), sums = elements(logsumexp<F>(x)),
             normal = elements(layer_norm<F>(x)), spread = elements(var<F>(x));
  on_every_isa([&] {
    CHECK(elements(softmax<F>(x)) == soft);
    CHECK(elements(log_softmax<F>(x)) == log_soft);
    CHECK(elements(logsumexp<F>(x)) == sums);
  });
  for (const int threads : {1, 2, 3, 8}) {
    runtime::set_threads(threads);
    CHECK(elements(softmax<F>(x)) == soft);
    CHECK(elements(logsumexp<F>(x)) == sums);
    CHECK(elements(layer_norm<F>(x)) == normal);
    CHECK(elements(var<F>(x)) == spread);
  }
  runtime::set_threads(0);
}

TEST_CASE("variance, deviation, norm and layer normalisation") {
  CHECK(var(row<float>({10001, 10002, 10003, 10004})).item() == 1.25f);
  CHECK(stddev(row<double>({1, 3})).item() == 1);
  CHECK(l2_norm(row<double>({3, 4})).item() == 5);
  CHECK(l2_norm(row<double>({3e200, 4e200})).item() == Approx(5e200));
  CHECK(l2_norm(row<double>({3e-200, 4e-200})).item() == Approx(5e-200));
  CHECK(l2_norm(row<float>({3e30, 4e30})).item() == Approx(5e30));
  CHECK(l2_norm(row<double>({0, 0})).item() == 0);
  CHECK(l2_norm(row<double>({inf, 1})).item() == inf);
  CHECK(std::isnan(l2_norm(row<double>({inf, no_number})).item()));
  CHECK(l2_norm(row<double>({})).item() == 0);
  CHECK(std::isnan(var(row<double>({})).item()));
  const auto x = uniform<double, m<F, N>>(1, 7, 4, -1.0, 3.0);
  const auto y = layer_norm<F>(x, 0.01);
  const auto spread = var<F>(x);
  static_assert(std::is_same_v<decltype(spread), const tensor<double, m<N>>>);
  for (int n = 0; n < 4; ++n) {
    double mean = 0, variance = 0;
    for (int f = 0; f < 7; ++f) mean += x(f, n) / 7;
    for (int f = 0; f < 7; ++f) variance += (x(f, n) - mean) * (x(f, n) - mean) / 7;
    CHECK(spread(n) == Approx(variance));
    for (int f = 0; f < 7; ++f) CHECK(y(f, n) == Approx((x(f, n) - mean) / std::sqrt(variance + 0.01)));
  }
  CHECK(float(var(row<f16>({1, 2, 3, 4})).item()) == 1.25f);
}

TEST_CASE("running sums") {
  const auto x = uniform<double, m<N, F>>(1, 3, 5);
  const auto along = cumsum<F>(x), down = cumsum<N>(x);
  double total = 0;
  for (int f = 0; f < 5; ++f) CHECK(along(1, f) == (total += x(1, f)));
  total = 0;
  for (int n = 0; n < 3; ++n) CHECK(down(n, 4) == (total += x(n, 4)));
  CHECK(elements(cumsum<F>(row<std::uint8_t>({200, 100, 1}))) == std::vector<std::uint8_t>{200, 44, 45});
  CHECK(elements(cumsum<F>(row<float>({1, inf, -inf})))[1] == float(inf));
  const auto many = cumsum<F>(full<float, m<F>>(0.1f, 1'000'000));
  CHECK(double(many(999'999)) == Approx(double(0.1f) * 1e6).epsilon(1e-7));
  CHECK(cumsum<F>(row<double>({})).size() == 0);
}

TEST_CASE("the greatest elements, the first of equals first, NaN before all") {
  const auto [values, where] = top_k<F, K>(row<double>({1, 5, 5, -inf, 2}));
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(where)>, tensor<id<F, std::int64_t>, m<K>>>);
  CHECK(elements(values) == std::vector<double>{5, 5});
  CHECK((where(0).value == 1 && where(1).value == 2));
  const auto lost = top_k<F, G>(row<float>({1, float(no_number), inf, float(no_number)}), 4);
  CHECK((lost.second(0).value == 1 && lost.second(1).value == 3 && lost.second(2).value == 2));
  const auto x = uniform<std::int32_t, m<F, N>>(1, 6, 3, -9, 9);
  const auto best = top_k<F, K>(x);
  for (int n = 0; n < 3; ++n) {
    std::vector<std::int32_t> column;
    for (int f = 0; f < 6; ++f) column.push_back(x(f, n));
    std::sort(column.rbegin(), column.rend());
    CHECK((best.first(0, n) == column[0] && best.first(1, n) == column[1]));
    CHECK(x(best.second(1, n).value, n) == column[1]);
  }
  CHECK_THROWS_WITH((top_k<F, G>(row<float>({1, 2}), 3)), "top_k: 3 of the 2 positions of axis F");
}

TEST_CASE("tensors one behind the other, and above each other") {
  const auto x = uniform<float, m<N, F>>(1, 2, 3), y = uniform<float, m<N, F>>(2, 4, 3);
  const auto rows = concat<N>(x, y);
  static_assert(std::is_same_v<decltype(rows), const tensor<float, m<N, F>>>);
  CHECK(rows.extent(0) == 6);
  CHECK((rows(1, 2) == x(1, 2) && rows(2, 0) == y(0, 0)));
  const auto z = uniform<float, m<N, B>>(3, 2);
  const auto wide = concat<Both>(x, z, transpose(transpose(x)));
  static_assert(std::is_same_v<decltype(wide), const tensor<float, m<N, Both>>>);
  CHECK((wide.extent(1) == 9 && wide(1, 1) == x(1, 1) && wide(1, 4) == z(1, 1) && wide(0, 8) == x(0, 2)));
  const auto pair = stack<K>(x, tensor<float, m<N, F>>(2.f * x));
  static_assert(std::is_same_v<decltype(pair), const tensor<float, m<K, N, F>>>);
  CHECK((pair(0, 1, 2) == x(1, 2) && pair(1, 1, 2) == 2 * x(1, 2)));
  CHECK(concat<N>(x, zeros<float, m<N, F>>(0, 3)).extent(0) == 2);
  CHECK_THROWS_WITH(concat<N>(x, zeros<float, m<N, F>>(1, 4)), "axis F has 3 rows in operand 0 and 4 in operand 1");
}

TEST_CASE("rows of a table by ids") {
  const auto x = uniform<float, m<N, F>>(1, 5, 3);
  const tensor<id<N>, m<G, B>> at = uniform<id<N>, m<G, B>>(2, 4, 0, 5);
  const auto y = gather(x, at);
  static_assert(std::is_same_v<decltype(y), const tensor<float, m<G, B, F>>>);
  for (int g = 0; g < 4; ++g)
    for (int b = 0; b < 3; ++b)
      for (int f = 0; f < 3; ++f) CHECK(y(g, b, f) == x(at(g, b), f));
  const auto columns = gather(x, uniform<id<F, std::int64_t>, m<K>>(3, 0, 3));
  static_assert(std::is_same_v<decltype(columns), const tensor<float, m<N, K>>>);
  CHECK(columns.extent(0) == 5);
  auto bad = zeros<id<N>, m<G>>(3);
  bad.mutable_span()[1] = id<N>(5);
  bad.mutable_span()[2] = id<N>(-1);
  CHECK_THROWS_WITH(gather(x, bad), "gather: the id 5 at position 1 is outside axis N, which has 5");
  CHECK(gather(x, zeros<id<N>, m<G>>(0)).size() == 0);
}

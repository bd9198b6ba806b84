// Contractions beside naive loops, over every kind of view.
#include <cmath>
#include <limits>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/contract.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/random.hpp>
#include <tiga/tensor/reduce.hpp>
#include <tiga/tensor/views.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F", 5}, H{"H"}, B{"B"}, G{"G", 3}, K{"K"};

template <class T, class M>
std::vector<T> elements(const tensor<T, M>& t) {
  const auto packed = contiguous(t);
  return {packed.data(), packed.data() + packed.size()};
}
// y[n, h] = sum over f of x[n, f] * w[f, h]
template <class T>
void check_matrix(const tensor<T, m<N, F>>& x, const tensor<T, m<F, H>>& w, double tolerance) {
  const auto y = contract<F>(x, w);
  static_assert(std::is_same_v<decltype(y), const tensor<T, m<N, H>>>);
  REQUIRE((y.extent(0) == x.extent(0) && y.extent(1) == w.extent(1)));
  for (std::int64_t i = 0; i < y.extent(0); ++i)
    for (std::int64_t j = 0; j < y.extent(1); ++j) {
      double wanted = 0;
      for (int f = 0; f < 5; ++f) wanted += double(x(i, f)) * double(w(f, j));
      CHECK(double(y(i, j)) == Approx(wanted).epsilon(tolerance).margin(tolerance));
    }
}

}  // namespace

TEST_CASE("a matrix product, of every floating type") {
  for (const std::int64_t n : {1, 2, 7, 65})
    for (const std::int64_t h : {1, 3, 70}) {
      check_matrix(uniform<double, m<N, F>>(1, n, -1.0, 1.0), uniform<double, m<F, H>>(2, h, -1.0, 1.0), 1e-14);
      check_matrix(uniform<float, m<N, F>>(1, n, -1.0, 1.0), uniform<float, m<F, H>>(2, h, -1.0, 1.0), 1e-6);
      check_matrix(uniform<f16, m<N, F>>(1, n, -1.0, 1.0), uniform<f16, m<F, H>>(2, h, -1.0, 1.0), 1e-3);
      check_matrix(uniform<bf16, m<N, F>>(1, n, -1.0, 1.0), uniform<bf16, m<F, H>>(2, h, -1.0, 1.0), 1e-2);
    }
}

TEST_CASE("the order of the axes does not matter to the numbers") {
  const auto x = uniform<double, m<N, F>>(1, 6, -1.0, 1.0);
  const auto w = uniform<double, m<F, H>>(2, 4, -1.0, 1.0);
  const auto y = elements(contract<F>(x, w));
  CHECK(elements(contract<F>(contiguous(transpose(x)), w)) == y);
  CHECK(elements(contract<F>(transpose(contiguous(transpose(x))), w)) == y);
  CHECK(elements(contract<F>(x, contiguous(transpose(w)))) == y);
  const auto turned = contract<F>(w, x);
  static_assert(std::is_same_v<decltype(turned), const tensor<double, m<H, N>>>);
  CHECK(elements(transpose(turned)) == y);
}

TEST_CASE("strided, repeated and empty operands") {
  const auto x = uniform<double, m<N, F>>(1, 9, -1.0, 1.0);
  const auto w = uniform<double, m<F, H>>(2, 8, -1.0, 1.0);
  const auto some = slice<N, K>(x, 1, 9, 3);
  CHECK(elements(contract<F>(some, w)) == elements(contract<F>(contiguous(some), w)));
  const auto columns = slice<H, K>(w, 0, 8, 3);
  CHECK(elements(contract<F>(x, columns)) == elements(contract<F>(x, contiguous(columns))));
  const auto repeated = broadcast<F>(uniform<double, m<H>>(3, 4));
  CHECK(elements(contract<F>(x, repeated)) == elements(contract<F>(x, contiguous(repeated))));
  const auto rows = broadcast<N>(uniform<double, m<F>>(3), 4);
  CHECK(elements(contract<F>(rows, w)) == elements(contract<F>(contiguous(rows), w)));
  CHECK(contract<F>(zeros<double, m<N, F>>(0), w).size() == 0);
  CHECK(elements(contract<H>(zeros<double, m<N, H>>(2, 0), zeros<double, m<H, G>>(0))) == std::vector<double>(6, 0.0));
}

TEST_CASE("several axes, vectors, and everything at once") {
  const auto x = uniform<double, m<N, F, G>>(1, 4, -1.0, 1.0);
  const auto w = uniform<double, m<G, H, F>>(2, 3, -1.0, 1.0);
  const auto y = contract<F, G>(x, w);
  static_assert(std::is_same_v<decltype(y), const tensor<double, m<N, H>>>);
  for (int n = 0; n < 4; ++n)
    for (int h = 0; h < 3; ++h) {
      double wanted = 0;
      for (int f = 0; f < 5; ++f)
        for (int g = 0; g < 3; ++g) wanted += x(n, f, g) * w(g, h, f);
      CHECK(y(n, h) == Approx(wanted));
    }
  const auto v = uniform<double, m<F>>(5, -1.0, 1.0);
  const auto xv = contract<F>(x, v);
  static_assert(std::is_same_v<decltype(xv), const tensor<double, m<N, G>>>);
  CHECK(xv(2, 1) == Approx(sum(eval(pick<G>(pick<N>(x, 2), 1) * v)).item()));
  CHECK(dot(x, x).item() == Approx(sum(eval(x * x)).item()));
}

TEST_CASE("axes that both have and nobody names are a batch") {
  const auto x = uniform<double, m<N, B, F>>(1, 4, 3, -1.0, 1.0);
  const auto w = uniform<double, m<B, F, H>>(2, 3, 2, -1.0, 1.0);
  const auto y = contract<F>(x, w);
  static_assert(std::is_same_v<decltype(y), const tensor<double, m<N, B, H>>>);
  for (int n = 0; n < 4; ++n)
    for (int b = 0; b < 3; ++b)
      for (int h = 0; h < 2; ++h) {
        double wanted = 0;
        for (int f = 0; f < 5; ++f) wanted += x(n, b, f) * w(b, f, h);
        CHECK(y(n, b, h) == Approx(wanted));
      }
}

TEST_CASE("integers wrap") {
  const auto x = full<std::uint8_t, m<N, F>>(200, 2);
  const auto w = full<std::uint8_t, m<F, H>>(3, 2);
  CHECK(contract<F>(x, w)(1, 1) == std::uint8_t(200 * 3 * 5));
  const auto big = full<std::int64_t, m<N, F>>(std::int64_t(1) << 62, 1);
  // 5 * -3 * 2^62 is 2^62 - 2^66
  CHECK(contract<F>(big, full<std::int64_t, m<F, H>>(-3, 1))(0, 0) == std::int64_t(1) << 62);
  const auto s = uniform<std::int16_t, m<N, F>>(1, 3, -9, 9);
  const auto t = uniform<std::int16_t, m<F, H>>(2, 3, -9, 9);
  int wanted = 0;
  for (int f = 0; f < 5; ++f) wanted += s(2, f) * t(f, 1);
  CHECK(contract<F>(s, t)(2, 1) == wanted);
}

TEST_CASE("not-a-numbers and infinities are not skipped") {
  auto x = zeros<float, m<N, F>>(2);
  auto w = zeros<float, m<F, H>>(2);
  w.mutable_span()[0] = std::numeric_limits<float>::infinity();
  CHECK(std::isnan(contract<F>(x, w)(0, 0)));
  CHECK(contract<F>(x, w)(0, 1) == 0);
}

TEST_CASE("the same bits on every number of threads, also of deep products") {
  const auto x = uniform<float, m<N, H>>(1, 700, 300, -1.0, 1.0);
  const auto w = uniform<float, m<H, K>>(2, 300, 600, -1.0, 1.0);
  const auto deep = uniform<float, m<N, F>>(3, 100'003, -1.0, 1.0);
  const auto beside = uniform<float, m<N, G>>(4, 100'003, -1.0, 1.0);
  runtime::set_threads(1);
  const auto once = elements(contract<H>(x, w)), sums = elements(contract<N>(deep, beside));
  for (const int threads : {2, 3, 8}) {
    runtime::set_threads(threads);
    CHECK(elements(contract<H>(x, w)) == once);
    CHECK(elements(contract<N>(deep, beside)) == sums);
  }
  runtime::set_threads(0);
  for (int f = 0; f < 5; ++f)
    for (int g = 0; g < 3; ++g) {
      double wanted = 0, size = 0;
      for (int n = 0; n < 100'003; ++n) {
        wanted += double(deep(n, f)) * double(beside(n, g));
        size += std::abs(double(deep(n, f)) * double(beside(n, g)));
      }
      CHECK(std::abs(double(sums[std::size_t(3 * f + g)]) - wanted) < 1e-6 * size);
    }
}

TEST_CASE("deep and wide products, of which a part is packed at a time") {
  // whole numbers, so that any order of adding gives the same
  const auto small = [](const auto& t) { return cast<double>(cast<std::int64_t>(t * 7.0)); };
  for (const auto& [rows, depth] : {std::pair<std::int64_t, std::int64_t>{1100, 8200}, {60, 16'400}}) {
    const tensor<double, m<N, H>> x = small(uniform<double, m<N, H>>(5, rows, depth, -1.0, 1.0));
    const tensor<double, m<H, K>> w = small(uniform<double, m<H, K>>(6, depth, 1000, -1.0, 1.0));
    const auto y = contract<H>(x, w);
    for (std::int64_t i = 0; i < rows; i += 59)
      for (std::int64_t j = 0; j < 1000; j += 37) {
        double wanted = 0;
        for (std::int64_t h = 0; h < depth; ++h) wanted += x(i, h) * w(h, j);
        CHECK(y(i, j) == wanted);
      }
  }
}

TEST_CASE("the same bits on every instruction set") {
  const auto x = uniform<float, m<N, H>>(1, 67, 700, -1.0, 1.0);
  const auto w = uniform<float, m<H, K>>(2, 700, 45, -1.0, 1.0);
  const auto once = elements(contract<H>(x, w)), turned = elements(contract<H>(transpose(w), contiguous(transpose(x))));
  const auto xd = uniform<double, m<N, H>>(1, 23, 300, -1.0, 1.0);
  const auto wd = uniform<double, m<H, K>>(2, 300, 45, -1.0, 1.0);
  const auto doubles = elements(contract<H>(xd, wd));
  for (std::size_t n = 0; n < 67; ++n)
    for (std::size_t k = 0; k < 45; ++k) CHECK(once[45 * n + k] == turned[67 * k + n]);
  for (const runtime::isa i : {runtime::isa::baseline, runtime::isa::avx2, runtime::isa::avx512}) {
    try {
      runtime::force_isa(i);
    } catch (const error&) {
      continue;  // not on this machine
    }
    CHECK(elements(contract<H>(x, w)) == once);
    CHECK(elements(contract<H>(xd, wd)) == doubles);
  }
  runtime::reset_isa();
}

TEST_CASE("run-time extents must meet") {
  CHECK_THROWS_WITH((contract<H>(zeros<float, m<N, H>>(2, 3), zeros<float, m<H, F>>(4))),
                    "axis H has 3 rows in the first operand and 4 in the second");
}

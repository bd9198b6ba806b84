// Random tensors: the generator's known answers, the same numbers for any number of threads, the distributions.
#include <cmath>
#include <cstring>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/random.hpp>

#include "catch.hpp"

using namespace tiga;
using tiga_test::ContainsSubstring;

namespace {
inline constexpr axis N{"N"}, F{"F", 3};

template <class T, class M>
bool same_bits(const tensor<T, M>& a, const tensor<T, M>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(T)) == 0;
}
}  // namespace

TEST_CASE("Philox4x32-10: the known answer of its authors") {
  // Counter 0, key 0 gives 6627e8d5 e169c58d bc57ac4c 9b00dbd8: two halves of 64 bits, the low word first.
  const auto d = uniform<double, m<N>>(0, 2);
  CHECK(d(0) == double(0xe169c58d6627e8d5u >> 11) * 0x1p-53);
  CHECK(d(1) == double(0x9b00dbd8bc57ac4cu >> 11) * 0x1p-53);
  const auto u = uniform<std::uint32_t, m<N>>(0, 2, std::int64_t(0), std::int64_t(1) << 32);
  CHECK(u(0) == 0xe169c58du);
  CHECK(u(1) == 0x9b00dbd8u);
}

TEST_CASE("the same numbers for any number of threads") {
  runtime::set_threads(1);
  const auto u = uniform<float, m<N, F>>(7, 100001, -2.0, 3.0);
  const auto z = normal<double, m<N>>(7, 100001);
  const auto i = uniform<std::int16_t, m<N>>(7, 100001, -5, 6);
  for (const int threads : {2, 3, 8}) {
    runtime::set_threads(threads);
    CHECK(same_bits(u, uniform<float, m<N, F>>(7, 100001, -2.0, 3.0)));
    CHECK(same_bits(z, normal<double, m<N>>(7, 100001)));
    CHECK(same_bits(i, uniform<std::int16_t, m<N>>(7, 100001, -5, 6)));
  }
  runtime::set_threads(0);
  CHECK_FALSE(same_bits(u, uniform<float, m<N, F>>(8, 100001, -2.0, 3.0)));
  // A shorter tensor is the beginning of a longer one.
  CHECK(uniform<float, m<N, F>>(7, 5, -2.0, 3.0)(4, 2) == u(4, 2));
}

TEST_CASE("uniform numbers stay in their range and fill it") {
  double total = 0;
  const auto u = uniform<float, m<N>>(1, 100000, 2.0, 4.0);
  for (const float x : u.span()) {
    if (!(x >= 2.0f && x < 4.0f)) FAIL(x);
    total += double(x);
  }
  CHECK(std::abs(total / 100000 - 3.0) < 0.01);
  const auto h = uniform<bf16, m<N>>(1, 100000);
  for (const bf16 x : h.span())
    if (!(x >= 0.0f && x < 1.0f)) FAIL(float(x));
  int seen[11]{};
  const auto i = uniform<std::int8_t, m<N>>(2, 11000, -5, 6);
  for (const auto x : i.span()) {
    REQUIRE((x >= -5 && x < 6));
    ++seen[x + 5];
  }
  for (const int count : seen) CHECK(std::abs(count - 1000) < 150);
  int yes = 0;
  const auto b = uniform<bool, m<N>>(3, 1000);
  for (const bool x : b.span()) yes += x;
  CHECK(std::abs(yes - 500) < 100);
  CHECK(uniform<id<N>, m<F>>(4, 0, 10)(2).value < 10);
}

TEST_CASE("normal numbers have the moments of the distribution") {
  const int n = 200000;
  const auto z = normal<float, m<N>>(5, n, 1.0, 2.0);
  double first = 0, second = 0, fourth = 0;
  for (const float x : z.span()) {
    const double d = (double(x) - 1.0) / 2.0;
    first += d;
    second += d * d;
    fourth += d * d * d * d;
  }
  CHECK(std::abs(first / n) < 0.01);
  CHECK(std::abs(second / n - 1.0) < 0.02);
  CHECK(std::abs(fourth / n - 3.0) < 0.1);
  // Box and Muller by the C library: radius and angle come from the two uniform numbers of the same block.
  const auto u = uniform<double, m<N>>(9, 1000);
  const auto w = normal<double, m<N>>(9, 1000);
  for (int i = 0; i < 1000; i += 2) {
    const double radius = std::sqrt(-2 * std::log(1 - u(i))), angle = 2 * std::acos(-1.0) * u(i + 1);
    REQUIRE(std::abs(w(i) - radius * std::cos(angle)) < 1e-13);
    REQUIRE(std::abs(w(i + 1) - radius * std::sin(angle)) < 1e-13);
  }
}

TEST_CASE("impossible ranges") {
  CHECK_THROWS_WITH((uniform<float, m<N>>(1, 5, 1.0, 1.0)), ContainsSubstring("is not below"));
  CHECK_THROWS_WITH((uniform<std::int8_t, m<N>>(1, 5, 0, 200)), "uniform: i8 does not hold [0, 200)");
  CHECK_THROWS_WITH((uniform<std::uint16_t, m<N>>(1, 5, -1, 20)), ContainsSubstring("u16"));
  CHECK_THROWS_AS((uniform<bool, m<N>>(1, 5, 0, 3)), tiga::error);
  CHECK_NOTHROW(uniform<std::int8_t, m<N>>(1, 5, -128, 128));
}

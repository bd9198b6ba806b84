// The typed face of reductions: meanings, empty rows, special values, FB-60.
#include <cmath>
#include <cstring>
#include <limits>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/random.hpp>
#include <tiga/tensor/reduce.hpp>
#include <tiga/tensor/views.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {
inline constexpr axis N{"N"}, E{"E"}, F{"F", 3}, R{"R", 2};
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN(),
                infinite = std::numeric_limits<float>::infinity();

template <class T>
std::vector<T> values(const tensor<T, m<N>>& t) {
  return {t.span().begin(), t.span().end()};
}

struct thread_count {
  explicit thread_count(int n) { runtime::set_threads(n); }
  ~thread_count() { runtime::set_threads(0); }
};
}  // namespace

TEST_CASE("all axes, one axis, several axes") {
  const auto t = arange<std::int32_t, m<N, F, R>>(4);  // 0 .. 23
  CHECK(sum(t).item() == 276);
  static_assert(std::is_same_v<decltype(sum<N, R>(t)), tensor<std::int32_t, m<F>>>);
  CHECK(sum<F>(t)(1, 0) == 6 + 8 + 10);
  CHECK(sum<N>(t)(2, 1) == 5 + 11 + 17 + 23);
  CHECK(sum<N, R>(t)(0) == 0 + 1 + 6 + 7 + 12 + 13 + 18 + 19);
  CHECK(sum<R, N>(t)(0) == sum<N, R>(t)(0));
  CHECK(sum<N, F, R>(t).item() == 276);
  CHECK(max<F>(t)(3, 1) == 23);
  CHECK(min<N, F>(t)(1) == 1);
  CHECK(prod<R>(t)(1, 0) == 6 * 7);
  CHECK(mean(t).item() == 11.5);
  static_assert(std::is_same_v<decltype(mean(t)), tensor<double, m<>>>);
  CHECK(sum(tensor<float, m<>>(2.0f)).item() == 2.0f);
}

TEST_CASE("element types of results") {
  static_assert(std::is_same_v<decltype(sum(tensor<std::int8_t, m<N>>()))::value_type, std::int8_t>);
  static_assert(std::is_same_v<decltype(mean(tensor<std::int16_t, m<N>>()))::value_type, float>);
  static_assert(std::is_same_v<decltype(mean(tensor<f16, m<N>>()))::value_type, f16>);
  static_assert(std::is_same_v<decltype(sum(tensor<bool, m<N>>()))::value_type, std::int64_t>);
  static_assert(std::is_same_v<decltype(max(tensor<id<E>, m<N>>()))::value_type, id<E>>);
  static_assert(std::is_same_v<decltype(argmax<F>(tensor<float, m<N, F>>())), tensor<id<F, std::int64_t>, m<N>>>);
  static_assert(std::is_same_v<decltype(argmax(tensor<float, m<N, F>>())), tensor<std::int64_t, m<>>>);
}

TEST_CASE("nothing to reduce") {
  const tensor<float, m<N, F>> none;
  CHECK(sum(none).item() == 0.0f);
  CHECK(prod(none).item() == 1.0f);
  CHECK(std::isnan(mean(none).item()));
  CHECK(max(none).item() == -infinite);
  CHECK(min(none).item() == infinite);
  CHECK(!any(none).item());
  CHECK(all(none).item());
  CHECK(argmax(none).item() == -1);
  CHECK(sum<N>(none)(2) == 0.0f);
  CHECK(max<N>(none)(0) == -infinite);
  CHECK(argmin<N>(none)(1).value == -1);
  CHECK(sum<F>(none).size() == 0);
  const tensor<std::int32_t, m<N>> integers;
  CHECK(max(integers).item() == std::numeric_limits<std::int32_t>::min());
  CHECK(min(integers).item() == std::numeric_limits<std::int32_t>::max());
  CHECK(std::isnan(mean(integers).item()));
  const tensor<std::uint8_t, m<N>> bytes;
  CHECK((max(bytes).item() == 0 && min(bytes).item() == 255));
  const tensor<bool, m<N>> flags;
  CHECK((!max(flags).item() && min(flags).item()));
  CHECK(float(max(tensor<f16, m<N>>()).item()) == -infinite);
}

TEST_CASE("NaN wins in max and min wherever it sits, +0 is above -0") {
  for (int size : {1, 2, 3, 16, 17, 40, 5000})
    for (int at : {0, 1, 15, 16, size / 2, size - 1}) {
      if (at >= size) continue;
      std::vector<float> v(std::size_t(size), 1.0f);
      v[std::size_t(at)] = not_a_number;
      const auto t = from_vector<float, m<N>>(v);
      CHECK(std::isnan(max(t).item()));
      CHECK(std::isnan(min(t).item()));
      CHECK(argmax(t).item().value == at);
      CHECK(argmin(t).item().value == at);
    }
  for (const bool first : {false, true}) {
    const tensor<double, m<N>> z = from({first ? 0.0 : -0.0, first ? -0.0 : 0.0});
    CHECK(!std::signbit(max(z).item()));
    CHECK(std::signbit(min(z).item()));
  }
  const tensor<float, m<N>> negative = from({-0.0f, -0.0f});
  CHECK(!std::signbit(sum(negative).item()));  // the first operand is +0
}

TEST_CASE("argmax takes the first of equals, per row and over all") {
  const tensor<float, m<N, F>> t = from<float>({{1, 3, 3}, {5, 5, 2}, {-infinite, -infinite, -infinite}});
  const auto a = argmax<F>(t);
  CHECK((a(0).value == 1 && a(1).value == 0 && a(2).value == 0));
  CHECK(argmax(t).item() == 3);
  CHECK(argmax(transpose(t)).item() == 1);
  CHECK(argmin<N>(t)(0).value == 2);
  const auto big = full<std::int64_t, m<N>>(std::int64_t(-3), 20000);
  CHECK(argmax(big).item().value == 0);
}

TEST_CASE("integers wrap, booleans count") {
  const auto bytes = full<std::int8_t, m<N>>(std::int8_t(100), 5);
  CHECK(sum(bytes).item() == std::int8_t(500 - 512));
  CHECK(prod(bytes).item() == std::int8_t(std::uint64_t(10000000000) % 256));
  CHECK(mean(bytes).item() == 100.0f);
  const auto wide = full<std::int64_t, m<N>>(std::numeric_limits<std::int64_t>::max(), 2);
  CHECK(sum(wide).item() == -2);
  const auto shorts = full<std::uint16_t, m<N>>(std::uint16_t(65535), 3);
  CHECK(prod(shorts).item() == 65535);
  const tensor<bool, m<N>> flags = from({true, false, true});
  CHECK(sum(flags).item() == 2);
  CHECK(mean(flags).item() == Approx(2.0 / 3));
  CHECK(any(flags).item());
  CHECK(!all(flags).item());
  const tensor<std::int32_t, m<N>> high = from({0, 256});  // a truth is not its lowest byte
  CHECK(any(high).item());
  CHECK(any(from_vector<float, m<N>>(std::vector{0.0f, not_a_number})).item());
  CHECK(!any(from_vector<f16, m<N>>(std::vector{0.0f, -0.0f})).item());
}

TEST_CASE("FB-06 on tensors: 16-bit floats are added in float") {
  CHECK(float(sum(full<bf16, m<N>>(bf16(1), 1000)).item()) == 1000.0f);
  CHECK(float(sum(full<bf16, m<N>>(bf16(3), 600)).item()) == 1800.0f);
  CHECK(float(sum(full<f16, m<N>>(f16(1), 5000)).item()) == 5000.0f);
  CHECK(float(mean(full<bf16, m<N>>(bf16(3), 600)).item()) == 3.0f);
  CHECK(float(mean(full<f16, m<N>>(f16(1), 5000)).item()) == 1.0f);
}

TEST_CASE("FB-60: the same bits for any number of threads") {
  std::vector<float> v;
  std::uint64_t s = 1;
  for (int k = 0; k < 99999; ++k) {
    s = (1103515245 * s + 12345) % (std::uint64_t(1) << 31);
    v.push_back(float(double(s) / 2147483648.0));
  }
  const auto t = from_vector<float, m<N>>(v);
  const auto table = from_vector<float, m<N, F>>(v);
  const float total = sum(t).item();
  CHECK(std::abs(double(total) - 50155.616689) <= 1e-5 * 50155.616689);
  const auto columns = sum<N>(table);
  const auto rows = sum<F>(table);
  for (const int n : {1, 2, 3, 8}) {
    const thread_count threads(n);
    for (int run = 0; run < 20; ++run) {
      const float again = sum(t).item();
      REQUIRE(std::memcmp(&again, &total, sizeof total) == 0);
    }
    REQUIRE(std::memcmp(sum<N>(table).data(), columns.data(), sizeof(float) * 3) == 0);
    REQUIRE(std::memcmp(sum<F>(table).data(), rows.data(), sizeof(float) * 33333) == 0);
  }
}

TEST_CASE("a sum of a million floats") {
  const auto t = uniform<float, m<N>>(3, 1000000);
  double exact = 0;
  for (const float x : t.span()) exact += double(x);
  CHECK(std::abs(double(sum(t).item()) - exact) <= 1e-6 * exact);
  CHECK(std::abs(double(mean(t).item()) - exact / 1e6) <= 1e-6);
  const auto tenth = full<float, m<N>>(0.1f, 1000000);
  CHECK(std::abs(double(sum(tenth).item()) - 1e6 * double(0.1f)) <= 1e-5 * 1e5);
}

TEST_CASE("views and their copies agree") {
  const auto t = uniform<float, m<N, E, F>>(5, 37, 129, -1.0, 1.0);
  const auto check = [](const auto& v) {
    const auto c = contiguous(v);
    CHECK(sum(v).item() == sum(c).item());
    CHECK(max(v).item() == max(c).item());
    CHECK(argmin(v).item() == argmin(c).item());
    CHECK(values(sum<E, F>(v)) == values(sum<E, F>(c)));
    CHECK(values(prod<F, E>(v)) == values(prod<F, E>(c)));
    CHECK(values(min<E, F>(v)) == values(min<E, F>(c)));
  };
  check(permute<F, E, N>(t));
  check(permute<E, N, F>(t));
  check(slice<E, E>(t, 3, 100, 7));
  check(permute<E, F, N>(slice<N, N>(t, 1, 30, 2)));
  check(broadcast<F>(pick<F>(t, 1)));
}

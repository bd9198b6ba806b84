// Element types: integers wrap, conditions are numbers, half types are storage, literals are weak.
#include <type_traits>

#include "helpers.hpp"

using namespace passing_test;

namespace {

template <class Result, class Wanted>
constexpr bool element_is = std::is_same_v<typename Result::value_type, Wanted>;

template <tiga::reducer_kind R>
struct scaled : tiga::message_passing<scaled<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * src[x]; }
};
// As `scaled`, without any reduction of its own: for messages of every dtype.
struct copies : tiga::message_passing<copies> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
struct largest : tiga::message_passing<largest> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
struct averages : tiga::message_passing<averages> {
  static constexpr auto reducer = tiga::mean();
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};

const edge_pairs small{{0, 1, 2, 0}, {0, 0, 0, 1}, 3, 3};

}  // namespace

TEST_CASE("integer sums, products and extremes wrap like the machine's integers") {
  const auto g = small.graph();
  constexpr std::int32_t big = std::numeric_limits<std::int32_t>::max();
  const array<std::int32_t, N> values = tiga::from({big, 5, -7});
  const array<std::int32_t, E> weights = tiga::from({2, 3, -1, 1});
  const auto sums = scaled<tiga::reducer_kind::sum>{}(g, src(x = values), edge(w = weights));
  static_assert(element_is<decltype(sums), std::int32_t>, "integers stay integers");
  CHECK((sums(0) == -2 + 15 + 7 && sums(1) == big && sums(2) == 0));
  const auto products = scaled<tiga::reducer_kind::prod>{}(g, src(x = values), edge(w = weights));
  CHECK((products(0) == -2 * 15 * 7 && products(2) == 1));
  const auto most = scaled<tiga::reducer_kind::max>{}(g, src(x = values), edge(w = weights));
  CHECK((most(0) == 15 && most(2) == std::numeric_limits<std::int32_t>::min()));
}

TEST_CASE("small integers wrap in their own type, over a feature axis too") {
  const auto g = small.graph();
  const array<std::uint8_t, N, F> bytes = tiga::from({{200, 1, 2}, {100, 3, 4}, {57, 5, 250}});
  const auto sums = copies{}(g, src(x = bytes));
  static_assert(element_is<decltype(sums), std::uint8_t>, "u8 sums are u8");
  CHECK((sums(0, 0) == 101 && sums(0, 1) == 9 && sums(0, 2) == 0 && sums(1, 0) == 200));
  const array<std::int64_t, N> wide = tiga::from({std::int64_t(1) << 62, std::int64_t(1) << 62, std::int64_t(3)});
  CHECK(copies{}(g, src(x = wide))(0) == std::numeric_limits<std::int64_t>::min() + 3);
}

TEST_CASE("the mean of integers is a floating number") {
  const auto g = small.graph();
  const array<std::int32_t, N> values = tiga::from({1, 2, 2});
  const auto means = averages{}(g, src(x = values));
  static_assert(element_is<decltype(means), double>, "i32 does not fit in f32");
  CHECK((means(0) == 5. / 3 && means(1) == 1 && std::isnan(means(2))));
  const array<std::uint8_t, N> bytes = tiga::from({255, 255, 254});
  const auto small_means = averages{}(g, src(x = bytes));
  static_assert(element_is<decltype(small_means), float>, "u8 fits in f32");
  CHECK(small_means(0) == 764.f / 3);
}

TEST_CASE("conditions: counted by a sum, stored by apply_edges, chosen by where") {
  const auto g = small.graph();
  const array<bool, N> flags = tiga::from({true, false, true});
  const array<float, N, F> values = tiga::from({{1.f, 5.f}, {2.f, 6.f}, {3.f, 7.f}});
  const auto counts = copies{}(g, src(x = flags));
  static_assert(element_is<decltype(counts), std::int32_t>, "a sum of conditions counts");
  CHECK((counts(0) == 2 && counts(1) == 1 && counts(2) == 0));
  const auto above =
      apply_edges([](auto src, auto, auto) { return src[y] > 2 && src[x]; }, g, src(x = flags, y = values));
  static_assert(element_is<decltype(above), bool>, "comparisons are conditions");
  CHECK(numbers(above) == std::vector<double>{0, 1, 0, 0, 1, 1, 0, 1});
  // false < true, as for numbers
  const auto order =
      apply_edges([](auto src, auto dst, auto) { return (src[y] > 6) < (dst[y] > 4); }, g, ndata(y = values));
  CHECK(numbers(order) == std::vector<double>{0, 1, 0, 1, 0, 0, 0, 1});
  const auto reversed_order =
      apply_edges([](auto src, auto dst, auto) { return (src[y] < 2) >= (dst[y] > 5); }, g, ndata(y = values));
  CHECK(numbers(reversed_order) == std::vector<double>{1, 1, 1, 1, 1, 1, 1, 0});
  const auto chosen =
      apply_edges([](auto src, auto, auto) { return where(src[x], src[y], -1); }, g, src(x = flags, y = values));
  static_assert(element_is<decltype(chosen), float>, "the literal takes the type of the field");
  CHECK(numbers(chosen) == std::vector<double>{1, 5, -1, -1, 3, 7, 1, 5});
}

TEST_CASE("dtypes that meet: literals are weak, integers give way to floats, larger floats win") {
  const auto g = small.graph();
  const array<float, N> single = tiga::from({0.5f, 1.f, 2.f});
  const array<double, N> twice = tiga::from({0.25, 1., 2.});
  const array<std::int32_t, N> whole = tiga::from({1, 2, 3});
  const auto a = apply_edges([](auto src, auto, auto) { return 0.1 * src[x]; }, g, src(x = single));
  static_assert(element_is<decltype(a), float>, "0.1 * f32 is f32");
  CHECK(a(0) == 0.1f * 0.5f);
  const auto c = apply_edges([](auto src, auto, auto) { return 0.1f * src[x]; }, g, src(x = twice));
  static_assert(element_is<decltype(c), double>, "0.1f * f64 is f64");
  CHECK(c(0) == double(0.1f) * 0.25);
  const auto d = apply_edges([](auto src, auto, auto) { return src[x] * 0.5f; }, g, src(x = whole));
  static_assert(element_is<decltype(d), float>, "i32 * 0.5f is f32");
  CHECK(d(2) == 1.5f);
  const auto f = apply_edges([](auto src, auto, auto) { return outputs(src[x] + src[y], src[w] / 2, src[w] * 3); }, g,
                             src(x = single, y = twice, w = whole));
  static_assert(element_is<std::tuple_element_t<0, decltype(f)>, double>, "f32 + f64 is f64");
  static_assert(element_is<std::tuple_element_t<1, decltype(f)>, float>, "division is true division");
  static_assert(element_is<std::tuple_element_t<2, decltype(f)>, std::int32_t>, "integers stay");
  CHECK((std::get<0>(f)(2) == 4 && std::get<1>(f)(0) == 0.5f && std::get<2>(f)(1) == 6));
}

TEST_CASE("f16 and bf16 are storage: sums run in f32 and are rounded once") {
  edge_pairs p{{}, {}, 2, 2};
  for (int k = 0; k < 3000; ++k) {  // in f16 the sum would stand still at 2048
    p.from.push_back(0);
    p.to.push_back(1);
  }
  const auto g = p.graph();
  const array<tiga::f16, N> half = tiga::from({tiga::f16(1.f), tiga::f16(2.f)});
  const auto sums = copies{}(g, src(x = half));
  static_assert(element_is<decltype(sums), tiga::f16>, "f16 in, f16 out");
  CHECK(float(sums(1)) == 3000.f);
  const array<tiga::bf16, N> brain = tiga::from({tiga::bf16(1.f), tiga::bf16(2.f)});
  CHECK(float(copies{}(g, src(x = brain))(1)) == float(tiga::bf16(3000.f)));
}

TEST_CASE("the maximum of half-precision fields hands its gradient on") {
  const auto g = small.graph();
  const array<tiga::f16, N> values = tiga::from({tiga::f16(3.f), tiga::f16(1.f), tiga::f16(3.f)});
  const auto tx = track(values);
  const auto out = largest{}(g, src(x = tx));
  const auto dx = std::get<0>(pull(out, tiga::full<tiga::f16, tiga::m<N>>(tiga::f16(1.f), 3), tx));
  CHECK(numbers(dx) == std::vector<double>{1.5, 0, 0.5});
}

TEST_CASE("a product of many bf16 factors keeps its gradient") {
  edge_pairs p{{}, {}, 600, 600};
  std::vector<tiga::bf16> values;
  for (std::int64_t k = 0; k < 600; ++k) {
    p.from.push_back(k);
    p.to.push_back(0);
    values.push_back(tiga::bf16(k % 2 == 0 || k == 599 ? 4.f : 0.25f));
  }
  const array<tiga::bf16, N> field = tiga::from(values);
  const auto tx = track(field);
  const auto tw = track(tiga::full<tiga::bf16, tiga::m<E>>(tiga::bf16(1.f), 600));
  const auto out = scaled<tiga::reducer_kind::prod>{}(p.graph(), src(x = tx), edge(w = tw));
  CHECK(float(out.value()(0)) == 16.f);
  auto seed = tiga::zeros<tiga::bf16, tiga::m<N>>(600);
  seed.mutable_span()[0] = tiga::bf16(1.f);
  const auto dx = std::get<0>(pull(out, seed, tx));
  CHECK(float(dx(0)) == 4.f);
  CHECK(float(dx(1)) == 64.f);
}

TEST_CASE("whole numbers in programs keep all their digits") {
  const auto g = square::from_coo({0}, {0}, 1);
  constexpr std::int64_t large = 9007199254740993;  // 2^53 + 1
  const tiga::tensor<std::int64_t, tiga::m<N>> values = tiga::full<std::int64_t, tiga::m<N>>(large, 1);
  const auto less = tiga::program(tiga::sum(), [](auto src, auto, auto) { return src[x] - 9007199254740993LL; });
  CHECK(less(g, tiga::src(x = values))(0) == 0);
  const auto shifted =
      tiga::program(tiga::sum(), [](auto src, auto, auto) { return src[x] - (dt + 9007199254740993LL); });
  CHECK(shifted(g, tiga::src(x = values), dt = 0)(0) == 0);
  const auto sentinel =
      tiga::program(tiga::max(), [](auto src, auto, auto) { return where(src[x] < 0, src[x], 9223372036854775807LL); });
  CHECK(sentinel(g, tiga::src(x = values))(0) == INT64_MAX);
}

namespace {
struct just_the_number : tiga::message_passing<just_the_number> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto, auto, auto) { return dt + 0; }
};
struct times_the_number : tiga::message_passing<times_the_number> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x] * dt; }
};
}  // namespace

TEST_CASE("whole parameters fit in the integer type that they become, or are refused") {
  const auto g = passing_test::square::from_coo({0, 1}, {1, 0}, 2);
  const auto bytes_of_one = tiga::ones<std::int8_t, tiga::m<N>>(2);
  CHECK(times_the_number{}(g, src(x = bytes_of_one), dt = 127)(0) == 127);
  CHECK_THROWS_WITH(times_the_number{}(g, src(x = bytes_of_one), dt = 128),
                    "parameter dt: the number 128 does not fit in i8");
  CHECK(double(times_the_number{}(g, src(x = tiga::ones<float, tiga::m<N>>(2)), dt = 1 << 20)(0)) == 1 << 20);
  CHECK(just_the_number{}(g, src(x = bytes_of_one), dt = 5)(0) == 5);
  CHECK_THROWS_WITH(just_the_number{}(g, src(x = bytes_of_one), dt = std::int64_t(1) << 40),
                    "computed from dt: the number 1099511627776 does not fit in i32");
}

namespace {
struct below_zero : tiga::message_passing<below_zero> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x] + (0 - dt); }
};
struct after_the_number : tiga::message_passing<after_the_number> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto, auto, auto) { return dt + 1; }
};
struct where_positive : tiga::message_passing<where_positive> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return (src[x] > 0) * dt; }
};
struct times_the_size : tiga::message_passing<times_the_size> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto) { return src[x] * tiga::extent<F>; }
};
struct from_three_hundred : tiga::message_passing<from_three_hundred> {
  static constexpr auto reducer = tiga::sum(300);
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
struct beyond : tiga::message_passing<beyond> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto src, auto, auto) { return max(src[x], 18446744073709551615u); }
};
struct product : tiga::message_passing<product> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto src, auto, auto) { return src[x] * (dt * 4); }
};
}  // namespace

TEST_CASE("what is computed of whole numbers has to fit too") {
  const auto g = passing_test::square::from_coo({0, 1}, {1, 0}, 2);
  const auto bytes = tiga::ones<std::uint8_t, tiga::m<N>>(2);
  CHECK(below_zero{}(g, src(x = bytes), dt = -2)(0) == 3);
  CHECK_THROWS_WITH(below_zero{}(g, src(x = bytes), dt = 2), "computed from dt: the number -2 does not fit in u8");
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  CHECK(after_the_number{}(g, src(x = bytes), dt = most - 1)(0) == most);
  CHECK_THROWS_WITH(after_the_number{}(g, src(x = bytes), dt = most),
                    "computed from dt: the number 2147483648 does not fit in i32");
  CHECK(where_positive{}(g, src(x = bytes), dt = most)(0) == most);
  CHECK_THROWS_WITH(where_positive{}(g, src(x = bytes), dt = 3000000000),
                    "computed from dt: numbers from 0 to 3000000000 do not fit in i32");
  const auto fields = [](std::int64_t size) { return tiga::ones<std::uint8_t, tiga::m<N, F>>(2, size); };
  CHECK(times_the_size{}(g, src(x = fields(255)))(0, 0) == 255);
  CHECK_THROWS_WITH(times_the_size{}(g, src(x = fields(256))), "extent<F>: the number 256 does not fit in u8");
  CHECK(from_three_hundred{}(g, src(x = tiga::ones<std::int16_t, tiga::m<N>>(2)))(0) == 301);
  CHECK_THROWS_WITH(from_three_hundred{}(g, src(x = bytes)), "the reducer sum: the number 300 does not fit in u8");
  // in 64 bits, before it meets a float
  const auto floats = tiga::ones<float, tiga::m<N>>(2);
  CHECK(product{}(g, src(x = floats), dt = std::int64_t(1) << 60)(0) == 0x1p62f);
  CHECK_THROWS_WITH(product{}(g, src(x = floats), dt = std::int64_t(1) << 61),
                    "computed from dt: the number 9223372036854775808 does not fit in i64");
  // beyond 2^63: u64 has it, and floats its value
  CHECK(beyond{}(g, src(x = tiga::ones<std::uint64_t, tiga::m<N>>(2)))(0) == 18446744073709551615u);
  CHECK(beyond{}(g, src(x = floats))(0) == 0x1p64f);
  CHECK_THROWS_WITH(times_the_number{}(g, src(x = floats), dt = 18446744073709551615u),
                    "parameter dt: the number 18446744073709551615 does not fit in i64");
}

// Tensors as values: extents, sharing, detaching, positions.
#include <array>
#include <list>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/md_view.hpp>
#include <tiga/tensor/views.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;
using tiga_test::ContainsSubstring;

namespace {
inline constexpr axis N{"N"}, E{"E"}, F{"F", 3}, A{"A", 512}, R{"R", 4};
using matrix = tensor<float, m<N, F>>;

static_assert(matrix::rank == 2 && std::is_same_v<matrix::mapping, m<N, F>>);
static_assert(!std::is_same_v<id<N>, id<E>> && std::is_trivially_copyable_v<id<N>>);
static_assert(!std::is_convertible_v<int, id<N>> && std::is_constructible_v<id<N>, int>);
static_assert(dtype_of<id<N, std::int64_t>> == dtype::i64 && dtype_of<bf16> == dtype::bf16);
static_assert(!element_type<std::string> && !element_type<long double>);
}  // namespace

TEST_CASE("a default tensor has no rows, or zeros where all extents are declared") {
  const matrix empty;
  CHECK(empty.extent(0) == 0);
  CHECK(empty.extent(1) == 3);
  CHECK(empty.size() == 0);
  CHECK(empty.span().empty());
  const tensor<std::int32_t, m<F, R>> zero;
  CHECK(zero.size() == 12);
  for (const auto v : zero.span()) CHECK(v == 0);
  CHECK(tensor<double, m<>>().item() == 0.0);
  CHECK(double(tensor<double, m<>>(2.5)) == 2.5);
  const tensor<float, m<A / 8, R>> split;
  CHECK(split.extent(0) == 64);
}

TEST_CASE("extents are checked where they arrive") {
  CHECK_NOTHROW(matrix::uninitialized({5, 3}));
  CHECK_THROWS_WITH(matrix::uninitialized({5, 4}), ContainsSubstring("axis F of [N, F] has 3 positions by its type") &&
                                                       ContainsSubstring("4 in the given extents"));
  CHECK_THROWS_WITH(matrix::uninitialized({-1, 3}), ContainsSubstring("axis N") && ContainsSubstring("-1"));
  using wide = tensor<std::uint8_t, m<N, E>>;
  const std::int64_t huge = std::int64_t(1) << 40;
  CHECK_THROWS_WITH(wide::uninitialized({huge, huge}), ContainsSubstring("more than 2^63 elements"));
  CHECK_NOTHROW(wide::uninitialized({huge, 0}));
}

TEST_CASE("when tensors meet, both names and both numbers are said") {
  CHECK_NOTHROW(detail::meet(N, 4, "x", 4, "y"));
  CHECK_THROWS_WITH(detail::meet(N, 5, "x", 4, "y"), "axis N has 5 rows in x and 4 in y");
  const extents<2> x{5, 3}, y{4, 3};
  CHECK_THROWS_AS(detail::meet(m<N, F>::factors, 2, x.n, "x", y.n, "y"), tiga::error);
}

TEST_CASE("copies share until one of them is written") {
  matrix a = from({{1, 2, 3}, {4, 5, 6}});
  const matrix b = a;
  CHECK(a.data() == b.data());
  a.mutable_span()[0] = 10;
  CHECK(a(0, 0) == 10.0f);
  CHECK(b(0, 0) == 1.0f);
  const float* before = a.data();
  a.mutable_span()[1] = 20;  // the only owner: in place
  CHECK(a.data() == before);
  matrix moved = std::move(a);
  CHECK(moved.mutable_span().data() == before);
}

TEST_CASE("writing a view leaves its origin alone") {
  const matrix a = from({{1, 2, 3}, {4, 5, 6}});
  auto t = transpose(a);
  t.mutable_span()[0] = -1;
  CHECK(t.is_contiguous());
  CHECK(t(0, 0) == -1.0f);
  CHECK(t(2, 1) == 6.0f);
  CHECK(a(0, 0) == 1.0f);
  auto p = pick<N>(a, 1);
  p.mutable_span()[2] = 60;
  CHECK(p(2) == 60.0f);
  CHECK(a(1, 2) == 6.0f);
}

TEST_CASE("positions are checked, ids are positions") {
  const matrix a = from({{1, 2, 3}, {4, 5, 6}});
  CHECK(a(id<N>(1), 2) == 6.0f);
  CHECK_THROWS_WITH(a(2, 0), "position 2 of axis N is outside [0, 2)");
  CHECK_THROWS_WITH(a(0, -1), "position -1 of axis F is outside [0, 3)");
}

TEST_CASE("an mdspan-like window") {
  matrix a = from({{1, 2, 3}, {4, 5, 6}});
  auto w = mutable_view(a);
  for (std::int64_t i = 0; i < w.extent(0); ++i)
    for (std::int64_t j = 0; j < w.extent(1); ++j) w(i, j) *= 2;
  const auto r = view(a);
  CHECK(r(1, 2) == 12.0f);
  CHECK(r.size() == 6);
  CHECK(r.stride(0) == 3);
  const auto t = transpose(a);
  CHECK(view(t)(2, 1) == 12.0f);
}

TEST_CASE("FB-64: the memory that a strided layout spans") {
  CHECK(memory_span<2>({2, 3}, {5, 1}) == 8);
  CHECK(memory_span<2>({2, 3}, {1, 10}) == 22);
  CHECK(memory_span<2>({0, 3}, {3, 1}) == 0);
  CHECK(memory_span<0>({}, {}) == 1);
  CHECK(memory_span<3>({65535, 65535, 0}, {0, 0, 0}) == 0);
  const std::int64_t big = std::int64_t(1) << 62;
  CHECK(memory_span<3>({big, big, 0}, {big, big, 1}) == 0);
  CHECK_THROWS_AS((memory_span<2>({big, 4}, {4, 1})), tiga::error);
  const auto t = tensor<float, m<N, E, F>>::uninitialized({65535, 0, 3});
  CHECK(t.size() == 0);
  CHECK(t.span().begin() == t.span().end());
  CHECK(contiguous(transpose(t)).size() == 0);
}

TEST_CASE("tensors from lists, vectors, arrays and ranges") {
  const tensor<std::int32_t, m<N>> a = from({1, 2, 3});
  CHECK(a.extent(0) == 3);
  const std::vector<double> v{1, 2, 3, 4, 5, 6};
  const matrix b = from(v);  // N follows from the number of elements
  CHECK(b.extent(0) == 2);
  CHECK(b(1, 0) == 4.0f);
  const tensor<double, m<N, E>> c = from(std::span<const double>(v), 3, 2);
  CHECK(c(2, 1) == 6.0);
  const int array[] = {1, 0, 1};
  const tensor<bool, m<F>> d = from(array);
  CHECK((d(0) && !d(1) && d(2)));
  const std::vector<bool> flags{true, false};
  const tensor<bool, m<N>> e = from(flags);
  CHECK((e(0) && !e(1)));
  const auto f = from_range<f16, m<N>>(std::list<float>{0.5f, 0.25f});
  CHECK(float(f(1)) == 0.25f);
  const tensor<id<N>, m<E>> g = from({0, 2, 1});
  CHECK(g(1).value == 2);
  const tensor<float, m<N, F, R>> h = from({{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}});
  CHECK(h(0, 2, 3) == 12.0f);
  const auto i = from_vector<std::uint64_t, m<N>>(std::vector<std::uint64_t>{~std::uint64_t(0)});
  CHECK(i(0) == ~std::uint64_t(0));
  CHECK(from_span<double, m<N>>(std::span(v)).size() == 6);
}

TEST_CASE("numbers that do not fit say so") {
  const std::vector<float> v{1, 2, 3, 4, 5};
  CHECK_THROWS_WITH((from_vector<float, m<N, F>>(v)), ContainsSubstring("5 elements for [N, F]"));
  CHECK_THROWS_WITH((from_vector<float, m<N, F>>(v, 2)), ContainsSubstring("5 elements for [N, F]"));
  CHECK_THROWS_WITH((from_vector<float, m<N, E>>(v)), ContainsSubstring("takes 2 run-time sizes, not 0"));
  CHECK_THROWS_WITH((from_vector<float, m<N>>(v, -5)), ContainsSubstring("-5"));
  CHECK_THROWS_WITH((from_vector<std::int8_t, m<N>>(std::vector{1, 300})),
                    "from: element 1 is 300, which i8 cannot hold");
  CHECK_THROWS_WITH((from_vector<std::uint32_t, m<N>>(std::vector{-1})), ContainsSubstring("u32 cannot hold"));
  CHECK_THROWS_AS(matrix(from({{1, 2, 3}, {4, 5}})), tiga::error);
  CHECK_THROWS_AS(matrix(from({{1, 2}, {4, 5}})), tiga::error);
}

TEST_CASE("factories") {
  CHECK(zeros<float, m<N, F>>(2)(1, 2) == 0.0f);
  CHECK(ones<f16, m<F>>()(2).bits == f16(1.0f).bits);
  const auto big = full<double, m<N>>(0.1, 1000001);
  CHECK(big(1000000) == 0.1);
  CHECK(big(0) == 0.1);
  const auto a = arange<std::int32_t, m<N, F>>(2);
  CHECK(a(1, 2) == 5);
  CHECK(arange<id<N>, m<N>>(4)(3) == id<N>(3));
  const auto e = eye<float, m<N, F>>(2);
  CHECK((e(0, 0) == 1.0f && e(1, 1) == 1.0f && e(0, 1) == 0.0f && e(1, 2) == 0.0f));
  CHECK(zeros<float, m<>>().item() == 0.0f);
}

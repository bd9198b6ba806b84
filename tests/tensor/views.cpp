// Views are the same elements under another layout.
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/views.hpp>

#include "catch.hpp"

using namespace tiga;
using tiga_test::ContainsSubstring;

namespace {
inline constexpr axis N{"N"}, G{"G"}, F{"F", 3}, R{"R", 2}, S{"S", 6}, X{"X", 1}, Y{"Y", 4};

template <class A, class B>
bool same_elements(const A& a, const B& b) {
  const auto x = contiguous(a);
  const auto y = contiguous(b);
  return std::equal(x.span().begin(), x.span().end(), y.span().begin(), y.span().end());
}
}  // namespace

TEST_CASE("FB-63: a tensor assigned its own transpose") {
  tensor<int, m<X, Y>> x = from({{3, 1, 4, 1}});
  const tensor<int, m<Y, X>> xt = transpose(x);
  CHECK(same_elements(xt, tensor<int, m<Y, X>>(from({{3}, {1}, {4}, {1}}))));
  // x = transpose(x) does not compile: tests/compile_fail/tensor/transposed_into_itself.cpp

  tensor<int, m<R, F>> y = from({{1, 2, 3}, {4, 5, 6}});
  const auto yt = permute<F, R>(y);
  CHECK(same_elements(yt, tensor<int, m<F, R>>(from({{1, 4}, {2, 5}, {3, 6}}))));

  // Where the type stays: a view of a view of itself, then written.
  y = permute<R, F>(permute<F, R>(y));
  y.mutable_span()[0] = 7;
  CHECK(y(0, 0) == 7);
  CHECK(yt(0, 0) == 1);
}

TEST_CASE("permute reads through the strides") {
  const auto t = arange<int, m<N, F, R>>(4);
  const auto p = permute<R, N, F>(t);
  static_assert(std::is_same_v<decltype(p)::mapping, m<R, N, F>>);
  CHECK(p.data() == t.data());
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k) CHECK(p(k, i, j) == t(i, j, k));
  CHECK(same_elements(permute<N, F, R>(p), t));
}

TEST_CASE("packed copies of any layout") {
  // Sizes around the tiles of the copy, in every order of three axes.
  for (const int n : {1, 2, 31, 32, 33, 70}) {
    const auto t = arange<std::int64_t, m<N, G, F>>(n, n + 3);
    const auto check = [&](const auto& v, auto at) {
      const auto c = contiguous(v);
      REQUIRE(c.is_contiguous());
      std::int64_t i = 0;
      for (std::int64_t a = 0; a < v.extent(0); ++a)
        for (std::int64_t b = 0; b < v.extent(1); ++b)
          for (std::int64_t d = 0; d < v.extent(2); ++d)
            if (c.span()[std::size_t(i++)] != at(a, b, d)) FAIL(n << ": " << a << " " << b << " " << d);
    };
    check(permute<F, G, N>(t), [&](auto a, auto b, auto d) { return t(d, b, a); });
    check(permute<G, N, F>(t), [&](auto a, auto b, auto d) { return t(b, a, d); });
    check(permute<F, N, G>(t), [&](auto a, auto b, auto d) { return t(b, d, a); });
    check(permute<N, F, G>(t), [&](auto a, auto b, auto d) { return t(a, d, b); });
  }
  const auto bytes = arange<std::uint8_t, m<N, G>>(100, 90);
  const auto half = arange<std::uint16_t, m<N, G>>(100, 90);
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 90; ++j) {
      if (contiguous(transpose(bytes))(j, i) != bytes(i, j)) FAIL(i << " " << j);
      if (i % 50 == 0 && contiguous(transpose(half))(j, i) != half(i, j)) FAIL(i << " " << j);
    }
}

TEST_CASE("static slices carry their size") {
  const auto t = arange<int, m<N, S>>(2);
  const auto a = slice<S, 1, 4>(t);
  static_assert(std::is_same_v<decltype(a)::mapping, m<N, resize(S, 3)>>);
  CHECK(same_elements(a, tensor<int, m<N, F>>(from({{1, 2, 3}, {7, 8, 9}}))));
  const auto b = slice<S, 0, 6, 4>(t);
  static_assert(std::is_same_v<decltype(b)::mapping, m<N, resize(S, 2)>>);
  CHECK(same_elements(b, tensor<int, m<N, R>>(from({{0, 4}, {6, 10}}))));
  CHECK(std::is_same_v<decltype(slice<S, 0, 6>(t))::mapping, m<N, S>>);
}

TEST_CASE("run-time slices name their result") {
  const auto t = arange<int, m<N, R>>(5);
  const auto a = slice<N, G>(t, 1, 5, 2);
  static_assert(std::is_same_v<decltype(a)::mapping, m<G, R>>);
  CHECK(same_elements(a, tensor<int, m<G, R>>(from({{2, 3}, {6, 7}}))));
  CHECK(slice<N, G>(t, 5, 5).size() == 0);
  CHECK(slice<N, N>(t, 2, 3).extent(0) == 1);
  CHECK(slice<N, F>(t, 0, 3)(2, 1) == 5);  // F has a size, and it is that
  CHECK_THROWS_WITH((slice<N, F>(t, 0, 4)), ContainsSubstring("axis F") && ContainsSubstring("4"));
  CHECK_THROWS_WITH((slice<N, G>(t, 2, 6)), "slice: [2, 6) of axis N is outside [0, 5)");
  CHECK_THROWS_WITH((slice<N, G>(t, 3, 2)), ContainsSubstring("[3, 2)"));
  CHECK_THROWS_WITH((slice<N, G>(t, -1, 2)), ContainsSubstring("[-1, 2)"));
  CHECK_THROWS_WITH((slice<N, G>(t, 0, 2, 0)), ContainsSubstring("step 0"));
}

TEST_CASE("broadcast repeats, pick selects") {
  const tensor<int, m<R>> t = from({7, 8});
  const auto b = broadcast<F>(t);
  static_assert(std::is_same_v<decltype(b)::mapping, m<F, R>>);
  CHECK(b.stride(0) == 0);
  CHECK(same_elements(b, tensor<int, m<F, R>>(from({{7, 8}, {7, 8}, {7, 8}}))));
  const auto c = permute<R, N>(broadcast<N>(t, 4));
  CHECK(same_elements(c, tensor<int, m<R, Y>>(from({{7, 7, 7, 7}, {8, 8, 8, 8}}))));
  CHECK(broadcast<N>(t, 0).size() == 0);
  CHECK_THROWS_AS(broadcast<N>(t, -1), tiga::error);
  CHECK_THROWS_AS(broadcast<F>(t, 4), tiga::error);

  const auto p = pick<R>(c, 1);
  static_assert(std::is_same_v<decltype(p)::mapping, m<N>>);
  CHECK(p(3) == 8);
  CHECK(pick<N>(p, id<N>(2)).item() == 8);
  CHECK_THROWS_WITH(pick<R>(c, 2), "position 2 of axis R is outside [0, 2)");
}

TEST_CASE("a view keeps the storage alive") {
  const auto v = [] {
    const auto t = full<double, m<N, R>>(2.5, 1000);
    return slice<N, G>(transpose(transpose(t)), 10, 20);
  }();
  const auto churn = full<double, m<N, R>>(-1.0, 1000);
  for (int i = 0; i < 10; ++i) CHECK(v(i, 1) == 2.5);
  CHECK(churn(0, 0) == -1.0);
}

TEST_CASE("span of a view that is not contiguous") {
  const auto t = arange<int, m<N, R>>(5);
  CHECK_THROWS_WITH(transpose(t).span(), ContainsSubstring("[R, N]") && ContainsSubstring("contiguous"));
  CHECK(slice<N, G>(t, 1, 3).span().size() == 4);
}

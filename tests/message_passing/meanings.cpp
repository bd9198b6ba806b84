// What the reducers mean at the edges: empty rows, no edges, no nodes, NaN, ties, zeros in products.
#include <tiga/graph/degrees.hpp>

#include "weighted.hpp"

using namespace passing_test;
using tiga::reducer_kind;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();

float empty_value(reducer_kind kind) {
  switch (kind) {
    case reducer_kind::mean: return quiet_nan;
    case reducer_kind::max: return -inf;
    case reducer_kind::min: return inf;
    case reducer_kind::prod: return 1;
    default: return 0;
  }
}
// The values of one feature, gathered over edges of weight 1.
weighted_result gather(reducer_kind kind, const edge_pairs& p, const std::vector<float>& values) {
  const array<float, N, F> features = tiga::from(values, std::int64_t(values.size()), 1);
  return weighted(kind, p.graph(), features, tiga::ones<float, tiga::m<E>>(std::int64_t(p.size())));
}
using list = std::vector<double>;
bool same(const list& a, const list& wanted) { return first_difference(a, wanted, 0) == -1; }

}  // namespace

TEST_CASE("two nodes without edges: the empty value of each reducer, gradients 0 in the right shape (FB-24 a)") {
  const auto g = square::from_coo(std::vector<int>{}, std::vector<int>{}, 2);
  const auto features = random<float, tiga::m<N, F>>(1, -1, 1, 2, 4);
  for (const reducer_kind kind : all_reducers) {
    INFO(reduction_name(kind));
    const auto got = weighted(kind, g, features, tiga::zeros<float, tiga::m<E>>(0));
    CHECK(same(numbers(got.value), list(8, double(empty_value(kind)))));
    CHECK((got.dx.extent(0) == 2 && got.dx.extent(1) == 4));
    CHECK(same(numbers(got.dx), list(8, 0.0)));
    CHECK(got.dw.size() == 0);
  }
}

TEST_CASE("no nodes and no edges: results and gradients of shape 0 x 4 (FB-24 b)") {
  const auto g = square::from_coo(std::vector<int>{}, std::vector<int>{}, 0);
  for (const reducer_kind kind : all_reducers) {
    const auto got = weighted(kind, g, tiga::zeros<float, tiga::m<N, F>>(0, 4), tiga::zeros<float, tiga::m<E>>(0));
    CHECK((got.value.extent(0) == 0 && got.value.extent(1) == 4));
    CHECK((got.dx.extent(0) == 0 && got.dx.extent(1) == 4));
  }
}

TEST_CASE("a feature axis of size 0") {
  const edge_pairs p = random_pairs(6, 10, 30);
  for (const reducer_kind kind : all_reducers) {
    const auto got =
        weighted(kind, p.graph(), tiga::zeros<float, tiga::m<N, F>>(10, 0), tiga::ones<float, tiga::m<E>>(30));
    CHECK((got.value.size() == 0 && got.dx.size() == 0));
    CHECK(same(numbers(got.dw), list(30, 0.0)));
  }
}

TEST_CASE("empty rows beside full ones do not poison a gradient") {
  const edge_pairs p{{0, 1}, {2, 2}, 4, 4};
  for (const reducer_kind kind : all_reducers) {
    INFO(reduction_name(kind));
    const auto got = gather(kind, p, {2, 3, 5, 7});
    CHECK(first_difference(list{double(got.value(0, 0))}, list{double(empty_value(kind))}, 0) == -1);
    for (const double d : numbers(got.dx)) CHECK(std::isfinite(d));
    for (const double d : numbers(got.dw)) CHECK(std::isfinite(d));
    CHECK((got.dx(2, 0) == 0 && got.dx(3, 0) == 0));
  }
}

TEST_CASE("NaN wins in max and min wherever it sits, and gets the gradient") {
  const edge_pairs p{{0, 1, 2}, {0, 0, 0}, 3, 3};
  for (const reducer_kind kind : {reducer_kind::max, reducer_kind::min})
    for (std::size_t at = 0; at < 3; ++at) {
      std::vector<float> values{1, -inf, inf};
      values[at] = quiet_nan;
      const auto got = gather(kind, p, values);
      CHECK(std::isnan(got.value(0, 0)));
      for (std::size_t k = 0; k < 3; ++k) CHECK(got.dx(k, 0) == (k == at ? 1.f : 0.f));
    }
}

TEST_CASE("infinities are ordinary values of max and min") {
  const edge_pairs p{{0, 1, 2}, {0, 0, 1}, 3, 3};
  CHECK(same(numbers(gather(reducer_kind::max, p, {-inf, -inf, inf}).value), {-inf, inf, -inf}));
  CHECK(same(numbers(gather(reducer_kind::min, p, {inf, inf, -inf}).value), {inf, -inf, inf}));
}

TEST_CASE("the maximum of -0 and +0 is +0, the minimum -0, in either order") {
  for (const bool turned : {false, true}) {
    const edge_pairs p{{0, 1}, {0, 0}, 2, 2};
    const std::vector<float> values = turned ? std::vector<float>{0.f, -0.f} : std::vector<float>{-0.f, 0.f};
    CHECK(!std::signbit(gather(reducer_kind::max, p, values).value(0, 0)));
    CHECK(std::signbit(gather(reducer_kind::min, p, values).value(0, 0)));
    CHECK(!std::signbit(gather(reducer_kind::sum, p, {-0.f, -0.f}).value(0, 0)));  // a sum starts from +0
  }
}

TEST_CASE("ties of max and min share the gradient evenly, repeated edges too") {
  const edge_pairs p{{0, 1, 2, 3, 0}, {0, 0, 0, 1, 1}, 4, 4};
  CHECK(same(numbers(gather(reducer_kind::max, p, {0.75f, 0.75f, 0.25f, 0.75f}).dx), {1, 0.5, 0, 0.5}));
  CHECK(first_difference(numbers(gather(reducer_kind::min, p, {0.5f, 0.5f, 0.5f, 0.75f}).dx),
                         list{4. / 3, 1. / 3, 1. / 3, 0}, 1e-7) == -1);
  const edge_pairs repeated{{0, 0, 1, 0, 0}, {0, 0, 0, 0, 0}, 2, 2};
  const auto got = gather(reducer_kind::max, repeated, {1, 1});
  CHECK(first_difference(numbers(got.dx), {0.8, 0.2}, 1e-7) == -1);
}

TEST_CASE("the gradient of a product is the product of the others, with zeros and subnormals in it (FB-20 b)") {
  const edge_pairs p{{0, 1, 0, 2, 1, 2}, {1, 0, 2, 0, 2, 1}, 3, 3};
  const auto got = gather(reducer_kind::prod, p, {0, 3, 5});
  CHECK(same(numbers(got.value), {15, 0, 0}));
  CHECK(same(numbers(got.dx), {8, 5, 3}));
  const auto tiny = gather(reducer_kind::prod, p, {1e-40f, 3, 5});
  CHECK(same(numbers(tiny.value), list{15, double(1e-40f * 5), double(1e-40f * 3)}));
  CHECK(first_difference(numbers(tiny.dx), {8, 5, 3}, 1e-6) == -1);
  const auto two = gather(reducer_kind::prod, {{0, 1, 2}, {0, 0, 0}, 3, 3}, {0, 0, 4});
  CHECK(same(numbers(two.dx), {0, 0, 0}));
}

TEST_CASE("products whose parts overflow or vanish on the way have right gradients") {
  // 40 factors of 1e3 and 40 of 1e-3: any order of the folds leaves the range of f32 somewhere
  edge_pairs p{{}, {}, 80, 80};
  std::vector<float> values;
  for (std::int64_t k = 0; k < 80; ++k) {
    p.from.push_back(k);
    p.to.push_back(0);
    values.push_back(k < 40 ? 1024.f : 1.f / 1024);
  }
  const auto got = gather(reducer_kind::prod, p, values);
  for (std::int64_t k = 0; k < 80; ++k) CHECK(got.dx(k, 0) == (k < 40 ? 1.f / 1024 : 1024.f));
}

TEST_CASE("pair lists, rows and matrices agree: sources are gathered into destinations (FB-22)") {
  const array<float, N, F> features = tiga::from({1.f, 10.f, 100.f, 1000.f}, 4, 1);
  const auto unit = [](std::int64_t n) { return tiga::ones<float, tiga::m<E>>(n); };
  const list wanted{1100, 1000, 11, 0};
  const auto pairs = square::from_coo({0, 1, 3, 2, 3}, {2, 2, 1, 0, 0}, 4);
  CHECK(same(numbers(weighted(reducer_kind::sum, pairs, features, unit(5)).value), wanted));
  const auto rows = square::from_csr({0, 2, 3, 5, 5}, {2, 3, 3, 0, 1});
  CHECK(same(numbers(weighted(reducer_kind::sum, rows, features, unit(5)).value), wanted));
}

TEST_CASE("trailing nodes without edges stay, and batches do not shift (FB-23)") {
  const auto g = square::from_coo({0, 1}, {1, 2}, 5);
  const std::vector<float> values{1, 2, 3, 4, 5}, twice{1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
  const array<float, N, F> one = tiga::from(values, 5, 1), two = tiga::from(twice, 10, 1);
  CHECK(same(numbers(weighted(reducer_kind::sum, g, one, tiga::ones<float, tiga::m<E>>(2)).value), {0, 1, 2, 0, 0}));
  const auto both = tiga::cat({g, g});
  CHECK(same(numbers(weighted(reducer_kind::sum, both, two, tiga::ones<float, tiga::m<E>>(4)).value),
             {0, 1, 2, 0, 0, 0, 1, 2, 0, 0}));
  CHECK_THROWS_WITH(weighted(reducer_kind::sum, g, two, tiga::ones<float, tiga::m<E>>(2)),
                    tiga_test::ContainsSubstring("src[x] has 10 rows along axis N") &&
                        tiga_test::ContainsSubstring("the graph has 5 sources"));
  CHECK_THROWS_WITH(
      weighted(reducer_kind::sum, g, one, tiga::ones<float, tiga::m<E>>(3)),
      tiga_test::ContainsSubstring("edge[w] has 3 rows along axis E") && tiga_test::ContainsSubstring("2 edges"));
}

TEST_CASE("every parallel edge counts (FB-35)") {
  const auto g = square::from_csr({0, 0, 5}, {0, 0, 0, 0, 0});
  const array<float, N, F> features = tiga::ones<float, tiga::m<N, F>>(2, 1);
  const array<float, E> weights = tiga::from({0.f, 1.f, 2.f, 3.f, 4.f});
  CHECK(same(numbers(weighted(reducer_kind::sum, g, features, weights).value), {0, 10}));
  CHECK(same(numbers(weighted(reducer_kind::mean, g, features, weights).value), list{double(quiet_nan), 2}));
  CHECK(same(numbers(weighted(reducer_kind::sum, g, features, weights).dx), {10, 0}));
  const auto crossed = square::from_coo({0, 1, 2}, {2, 1, 0}, 3);
  const auto three = tiga::ones<float, tiga::m<N, F>>(3, 1);
  const auto unit = tiga::ones<float, tiga::m<E>>(3);
  CHECK(same(numbers(weighted(reducer_kind::sum, crossed, three, unit).value), {1, 1, 1}));
  CHECK(same(numbers(weighted(reducer_kind::sum, reverse(crossed), three, unit).value), {1, 1, 1}));
}

TEST_CASE("symmetric normalisation through a program: isolated nodes, existing loops (FB-25, FB-26)") {
  const auto convolve = [](const square& g, const std::vector<float>& values) {
    const array<float, N, F> features = tiga::from(values, std::int64_t(values.size()), 1);
    return weighted(reducer_kind::sum, g, features, symmetric_normalization<float>(g));
  };
  const auto g = square::from_coo({0, 1}, {1, 0}, 3);
  CHECK(same(numbers(convolve(g, {1, 2, 3}).value), {2, 1, 0}));
  CHECK(same(numbers(convolve(g, {1, 2, 3}).dx), {1, 1, 0}));
  CHECK(same(numbers(convolve(add_missing_self_loops(g), {1, 2, 3}).value), {1.5, 1.5, 3}));
  const auto loops = add_missing_self_loops(square::from_coo({0, 0, 1}, {0, 1, 0}));
  CHECK(loops.edges() == 4);
  CHECK(same(numbers(convolve(loops, {1, 3}).value), {2, 2}));
  CHECK(same(numbers(convolve(loops, {1, 3}).dx), {1, 1}));
}

// What empty rows, infinities, NaN, ties and masks mean, and the reports of the field.
#include <tiga/tiga.hpp>

#include "by_hand.hpp"

using namespace reducer_test;

namespace {

using list = std::vector<double>;
const double not_a_number = std::numeric_limits<double>::quiet_NaN();

bool equal(const list& got, const list& want, double tolerance = 0) {
  if (first_difference(got, want, tolerance) == -1) return true;
  std::string text;
  for (const double v : got) text += std::to_string(v) + " ";
  WARN("got " << text);
  return false;
}
array<float, E> messages(const list& of) {
  auto t = zeros<float, m<E>>(std::int64_t(of.size()));
  for (std::size_t k = 0; k < of.size(); ++k) t.mutable_span()[k] = float(of[k]);
  return t;
}
template <class Reducer>
list reduced(const Reducer&, const list& of) {
  return numbers(reduces_edges<Reducer>{}(star(std::int64_t(of.size())), edge(w = messages(of))));
}
inline constexpr field<"v"> values;
template <class Reducer>
struct attends : message_passing<attends<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto, auto, auto edge) { return reducer(edge[w], edge[values]); }
};
template <class Reducer>
list attended(const Reducer&, const list& scores, const list& of) {
  return numbers(attends<Reducer>{}(star(std::int64_t(of.size())), edge(w = messages(scores), values = messages(of))));
}

}  // namespace

TEST_CASE("rows without edges, beside a row that has some") {
  CHECK(equal(reduced(sum(), {1, 2, 4}), {7, 0}));
  const auto from_five = program(sum(5), [](auto, auto, auto e) { return e[w]; });
  CHECK(equal(numbers(from_five(star(3), edge(w = messages({1, 2, 4})))), {12, 5}));
  CHECK(equal(reduced(prod(), {3, 2, 4}), {24, 1}));
  CHECK(equal(reduced(mean(), {1, 2, 3}), {2, not_a_number}));
  CHECK(equal(reduced(max(), {1, 2, 3}), {3, -infinity}));
  CHECK(equal(reduced(min(), {1, 2, 3}), {1, infinity}));
  CHECK(equal(reduced(argmax(), {1, 3, 3}), {1, -1}));
  CHECK(equal(reduced(argmin(), {1, 3, 0}), {2, -1}));
  CHECK(equal(reduced(logsumexp(), {0, 0}), {std::log(2.0), -infinity}, 1e-6));
  CHECK(equal(reduced(var(), {10001, 10002, 10003, 10004}), {1.25, not_a_number}));
  CHECK(equal(reduced(stddev(), {10001, 10002, 10003, 10004}), {std::sqrt(1.25), not_a_number}, 1e-6));
  CHECK(equal(reduced(count(), {7, 7, 7}), {3, 0}));
  CHECK(equal(reduced(any(), {0, 1, 0}), {1, 0}));
  CHECK(equal(reduced(any(), {0, 0}), {0, 0}));
  CHECK(equal(reduced(all(), {1, 1}), {1, 1}));
  CHECK(equal(reduced(all(), {1, 0}), {0, 1}));
  CHECK(equal(attended(online_softmax(), {0, 0}, {1, 3}), {2, not_a_number}));
  CHECK(equal(reduced(variance_by_hand{}, {1, 2, 3, 4}), {1.25, not_a_number}));
}

TEST_CASE("FB-24: no edges, no nodes") {
  const auto g = square::from_coo(std::vector<std::int64_t>{}, std::vector<std::int64_t>{}, 2);
  const auto features = track(ones<float, m<N, F>>(2, 4));
  const auto check = [&](const auto& program, double value) {
    const auto out = program(g, src(x = features));
    CHECK(equal(numbers(out.value()), list(8, value)));
    CHECK(equal(numbers(grad(sum(out), features)), list(8, 0)));
  };
  check(reduces<decltype(sum())>{}, 0);
  check(reduces<decltype(prod())>{}, 1);
  check(reduces<decltype(max())>{}, -infinity);
  check(reduces<decltype(min())>{}, infinity);
  check(reduces<decltype(mean())>{}, not_a_number);
  check(reduces<decltype(var())>{}, not_a_number);
  check(reduces<decltype(stddev())>{}, not_a_number);
  check(reduces<decltype(logsumexp())>{}, -infinity);
  check(reduces<variance_by_hand>{}, not_a_number);
  check(reduces<plain_logsum>{}, -infinity);
  const auto none = square::from_coo(std::vector<std::int64_t>{}, std::vector<std::int64_t>{}, 0);
  const auto nothing = track(ones<float, m<N, F>>(0, 4));
  const auto out = reduces<decltype(var())>{}(none, src(x = nothing));
  CHECK(out.value().extent(0) == 0);
  CHECK(out.value().extent(1) == 4);
  CHECK(grad(sum(out), nothing).size() == 0);
}

TEST_CASE("FB-27, FB-29: scores of any size, and masks") {
  for (const auto& run : {+[](const list&s, const list&v) { return attended(online_softmax(), s, v); },
                          +[](const list&s, const list&v) { return attended(softmax_by_hand{}, s, v); }}) {
    CHECK(equal(run({1000, 1001, 999}, {1, 2, 3}), {1.8453021, not_a_number}, 1e-6));
    CHECK(equal(run({-1000, -1001}, {1, 3}), {1.5378828, not_a_number}, 1e-6));
    CHECK(equal(run({-200000, -200001}, {1, 3}), {1.5378828, not_a_number}, 1e-6));
    CHECK(equal(run({-20000, -infinity}, {1, 100}), {1, not_a_number}));
    CHECK(equal(run({-infinity, -20000}, {100, 1}), {1, not_a_number}));
    CHECK(equal(run({-3e38, -3e38}, {2, 4}), {3, not_a_number}));
    CHECK(equal(run({-infinity, 0, -infinity}, {not_a_number, 5, infinity}), {5, not_a_number}));
    CHECK(equal(run({-infinity, -infinity}, {1, 2}), {not_a_number, not_a_number}));
  }
  CHECK(equal(reduced(logsumexp(), {1000, 1000}), {1000 + std::log(2.0), -infinity}, 1e-6));
  CHECK(equal(reduced(logsumexp(), {-infinity, -infinity}), {-infinity, -infinity}));
  CHECK(equal(reduced(logsumexp(), {-infinity, 3}), {3, -infinity}));
  CHECK(equal(reduced(logsumexp(), {infinity, 3}), {infinity, -infinity}));
}

TEST_CASE("the gradient of a softmax is its weights; masked and empty rows poison nothing") {
  const auto g = star(3);
  const auto scores = track(messages({1000, 1001, 999})), of = track(messages({1, 2, 3}));
  const auto out = attends<decltype(online_softmax())>{}(g, edge(w = scores, values = of));
  auto [ds, dv] = pull(out, array<float, N>(from({1, 0})), scores, of);
  CHECK(equal(numbers(dv), {0.2447285, 0.6652410, 0.0900306}, 1e-6));
  double total = 0;
  for (const double d : numbers(ds)) total += d;
  CHECK(std::abs(total) < 1e-6);

  const auto masked = track(messages({-infinity, -infinity, -infinity}));
  const auto lost = attends<decltype(online_softmax())>{}(g, edge(w = masked, values = of));
  auto [dm, dl] = pull(lost, array<float, N>(from({1, 1})), masked, of);
  CHECK(equal(numbers(dm), {0, 0, 0}));
  CHECK(equal(numbers(dl), {0, 0, 0}));

  const auto partly = track(messages({-infinity, 2, -infinity}));
  const auto some = attends<decltype(online_softmax())>{}(g, edge(w = partly, values = of));
  auto [dp, dq] = pull(some, array<float, N>(from({1, 1})), partly, of);
  CHECK(equal(numbers(dp), {0, 0, 0}));
  CHECK(equal(numbers(dq), {0, 1, 0}));

  const auto lse = reduces_edges<decltype(logsumexp())>{}(g, edge(w = masked));
  CHECK(equal(numbers(grad(sum(lse), masked)), {0, 0, 0}));
  const auto spread = track(messages({4, 4, 4}));
  CHECK(equal(numbers(grad(sum(reduces_edges<decltype(stddev())>{}(star(3), edge(w = spread))), spread)), {0, 0, 0}));
}

TEST_CASE("f16 scores") {
  auto scores = zeros<f16, m<E>>(3), of = zeros<f16, m<E>>(3);
  for (std::size_t k = 0; k < 3; ++k) {
    scores.mutable_span()[k] = f16(std::vector<float>{60000, 60032, 59968}[k]);
    of.mutable_span()[k] = f16(float(k + 1));
  }
  const auto out = attends<decltype(online_softmax())>{}(star(3), edge(w = scores, values = of));
  CHECK(float(out(0)) == 2.f);
  const auto wide = attends<decltype(online_softmax<float>())>{}(star(3), edge(w = scores, values = of));
  CHECK(wide(0) == 2.f);
}

TEST_CASE("NaN wins, ties: the first") {
  CHECK(equal(reduced(argmax(), {1, not_a_number, 3, not_a_number}), {1, -1}));
  CHECK(equal(reduced(argmin(), {1, 2, not_a_number}), {2, -1}));
  CHECK(equal(reduced(argmax(), {-infinity, -infinity}), {0, -1}));
  CHECK(equal(reduced(argmin(), {infinity, infinity, 0, 0}), {2, -1}));
  list many(100, 1.0);
  many[40] = many[70] = 2;
  CHECK(equal(reduced(argmax(), many), {40, -1}));
  CHECK(equal(reduced(argmin(), many), {0, -1}));
}

TEST_CASE("argmax numbers edges as the user does, whatever the order of the rows") {
  const auto g = square::from_coo({1, 0, 0, 1, 1}, {1, 0, 1, 0, 1}, 2);
  const auto at = reduces_edges<decltype(argmax())>{}(g, edge(w = messages({1, 5, 3, 7, 2})));
  CHECK(numbers(at) == list{3, 2});
}

TEST_CASE("FB-31: the start of a reducer of one's own") {
  const auto g = square::from_coo({0, 0}, {0, 0}, 2);
  const auto weights = messages({20, 30});
  CHECK(equal(numbers(reduces_edges<extremum_by_hand<false>>{}(g, edge(w = weights))), {20, infinity}));
  CHECK(equal(reduced(extremum_by_hand<true>{}, list(10, -5)), {-5, -infinity}));
  CHECK(equal(reduced(from_hundred{}, {1, 2}), {103, 100}));
  for (const int threads : {1, 2, 8}) {
    runtime::set_threads(threads);
    CHECK(equal(reduced(extremum_by_hand<true>{}, list(100'000, -5)), {-5, -infinity}));
    CHECK(equal(reduced(from_hundred{}, list(100'000, 1)), {100'100, 100}));
  }
  runtime::set_threads(0);
}

TEST_CASE("FB-33: an operation that does not commute") {
  const auto maps = [](const list& slopes, const list& offsets) {
    const auto [by, plus] =
        attends<affine>{}(star(std::int64_t(slopes.size())), edge(w = messages(slopes), values = messages(offsets)));
    return list{by(0), plus(0)};
  };
  for (const int threads : {1, 2, 8}) {
    runtime::set_threads(threads);
    CHECK(maps({2, 3, 1}, {1, 0, 5}) == list{6, 8});
    list ones, numbered;
    for (int i = 1; i <= 9; ++i) ones.push_back(-1), numbered.push_back(i);
    CHECK(maps(ones, numbered) == list{-1, 5});
    // long enough for blocks and pieces: slopes of 1 and -1, offsets in order
    list slopes, offsets;
    double slope_so_far = 1, offset_so_far = 0;
    for (int i = 0; i < 40'000; ++i) {
      slopes.push_back(i % 3 ? 1 : -1);
      offsets.push_back(i % 5);
      offset_so_far = offset_so_far * slopes.back() + offsets.back();
      slope_so_far *= slopes.back();
    }
    CHECK(maps(slopes, offsets) == list{slope_so_far, offset_so_far});
  }
  runtime::set_threads(0);
}

TEST_CASE("FB-35: parallel edges all count") {
  const auto g = square::from_csr({0, 0, 5}, {0, 0, 0, 0, 0});
  const auto weights = messages({0, 1, 2, 3, 4});
  CHECK(equal(numbers(reduces_edges<sum_by_hand>{}(g, edge(w = weights))), {0, 10}));
  CHECK(equal(numbers(reduces_edges<mean_by_hand>{}(g, edge(w = weights))), {not_a_number, 2}));
  CHECK(equal(numbers(reduces_edges<decltype(count())>{}(g, edge(w = weights))), {0, 5}));
}

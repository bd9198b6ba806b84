// Every reducer beside a plain loop, for numbers and rows of numbers, short and very long rows; the same bits for any
// number of threads, and on the first and the later uses of a graph.
#include "by_hand.hpp"

using namespace reducer_test;

namespace {

using list = std::vector<double>;

// What the reducers give, from all messages of a row in their order; `number` is the user's number of the first edge.
struct row_of_messages {
  list of;
  std::vector<std::int64_t> number;
};
double mean_of(const list& v) {
  double s = 0;
  for (const double x : v) s += x;
  return s / double(v.size());
}
double var_of(const row_of_messages& r) {
  const double mean = mean_of(r.of);
  double s = 0;
  for (const double v : r.of) s += (v - mean) * (v - mean);
  return r.of.empty() ? std::nan("") : s / double(r.of.size());
}
double argmax_of(const row_of_messages& r) {
  std::int64_t best = -1;
  for (std::size_t k = 0; k < r.of.size(); ++k)
    if (best < 0 || r.of[k] > r.of[std::size_t(best)]) best = std::int64_t(k);
  return best < 0 ? -1 : double(r.number[std::size_t(best)]);
}
double lse_of(const row_of_messages& r) {
  double top = -infinity, s = 0;
  for (const double v : r.of) top = std::max(top, v);
  for (const double v : r.of) s += std::exp(v - top);
  return r.of.empty() ? -infinity : top + std::log(s);
}
double fading_of(const row_of_messages& r) {
  double s = 0;
  for (const double v : r.of) s = s * 0.5 + v;
  return s;
}
double count_of(const row_of_messages& r) { return double(r.of.size()); }

template <class Message>
list by_rows(const edge_pairs& p, std::int64_t items, double (*of)(const row_of_messages&), const Message& message) {
  std::vector<row_of_messages> rows(std::size_t(p.destinations * items));
  for (std::size_t e = 0; e < p.size(); ++e)
    for (std::int64_t i = 0; i < items; ++i) {
      row_of_messages& r = rows[std::size_t(p.to[e] * items + i)];
      r.of.push_back(message(std::int64_t(e), i));
      r.number.push_back(std::int64_t(e));
    }
  list all;
  for (const row_of_messages& r : rows) all.push_back(of(r));
  return all;
}

template <class P, class Fields, class Wanted>
void check(const char* name, const P& program, const square& g, const Fields& fields, const Wanted& wanted,
           double tolerance) {
  INFO(name);
  std::vector<std::uint64_t> first;
  on_all_machines([&] {
    for (int use = 0; use < 3; ++use) {
      const auto out = program(g, fields);
      CHECK(first_difference(numbers(out), wanted, tolerance) == -1);
      if (first.empty()) first = bits(out);
      CHECK(first == bits(out));
    }
  });
}

}  // namespace

TEST_CASE("rows of numbers") {
  const edge_pairs p = random_pairs(11, 40, 3000);
  const auto g = p.graph();
  for (const int size : {1, 5, 19, 64}) {
    INFO("F = " << size);
    const auto features = random<float, m<N, F>>(1, -1, 1, 40, size);
    const auto message = [&](std::int64_t e, std::int64_t i) { return features(p.from[std::size_t(e)], i); };
    const auto fields = src(x = features);
    const auto want = [&](double (*of)(const row_of_messages&)) { return by_rows(p, size, of, message); };
    check("var", reduces<decltype(var())>{}, g, fields, want(var_of), 1e-5);
    check("variance by hand", reduces<variance_by_hand>{}, g, fields, want(var_of), 1e-5);
    check("argmax", reduces<decltype(argmax())>{}, g, fields, want(argmax_of), 0);
    check("logsumexp", reduces<decltype(logsumexp())>{}, g, fields, want(lse_of), 1e-5);
    check("log of sums of exp", reduces<plain_logsum>{}, g, fields, want(lse_of), 1e-5);
    check("fading", reduces<fading>{}, g, fields, want(fading_of), 1e-5);
    check("count", program(count(), [](auto s, auto, auto) { return s[x]; }), g, fields,
          by_rows(p, 1, count_of, message), 0);
  }
}

TEST_CASE("numbers: blocks side by side from the second use on") {
  edge_pairs p = random_pairs(12, 3000, 150'000);
  for (int k = 0; k < 40'000; ++k) p.from.push_back(k % 3000), p.to.push_back(5);  // longer than a piece
  const auto g = p.graph();
  const auto count_edges = std::int64_t(p.size());
  const auto weights = random<float, m<E>>(1, -1, 1, count_edges);
  const auto message = [&](std::int64_t e, std::int64_t) { return weights(e); };
  const auto fields = edge(w = weights);
  const auto want = [&](double (*of)(const row_of_messages&)) { return by_rows(p, 1, of, message); };
  check("var", reduces_edges<decltype(var())>{}, g, fields, want(var_of), 1e-5);
  check("variance by hand", reduces_edges<variance_by_hand>{}, g, fields, want(var_of), 1e-5);
  check("argmax", reduces_edges<decltype(argmax())>{}, g, fields, want(argmax_of), 0);
  check("logsumexp", reduces_edges<decltype(logsumexp())>{}, g, fields, want(lse_of), 1e-5);
  check("log of sums of exp", reduces_edges<plain_logsum>{}, g, fields, want(lse_of), 1e-5);
  check("fading", reduces_edges<fading>{}, g, fields, want(fading_of), 1e-5);
  check("count", reduces_edges<decltype(count())>{}, g, fields, want(count_of), 0);
}

TEST_CASE("several reductions in one pass") {
  const edge_pairs p = random_pairs(13, 40, 3000);
  const auto g = p.graph();
  const auto features = random<float, m<N, F>>(1, -1, 1, 40, 19);
  const auto message = [&](std::int64_t e, std::int64_t i) { return features(p.from[std::size_t(e)], i); };
  const auto want = [&](double (*of)(const row_of_messages&)) { return by_rows(p, 19, of, message); };
  const auto [s, top, n] = reduces<decltype(all_of(sum(), max(), count()))>{}(g, src(x = features));
  CHECK(bits(s) == bits(reduces<decltype(sum())>{}(g, src(x = features))));
  CHECK(bits(top) == bits(reduces<decltype(max())>{}(g, src(x = features))));
  CHECK(numbers(n) == by_rows(p, 1, count_of, message));
  // parts that run as they are written take the others with them
  const auto [v, at, mean_part] = reduces<decltype(all_of(var(), argmax(), mean()))>{}(g, src(x = features));
  CHECK(first_difference(numbers(v), want(var_of), 1e-5) == -1);
  CHECK(first_difference(numbers(at), want(argmax_of), 0) == -1);
  CHECK(first_difference(numbers(mean_part), numbers(reduces<decltype(mean())>{}(g, src(x = features))), 1e-5) == -1);
  const auto [l, top_part] = reduces<decltype(all_of(logsumexp(), max()))>{}(g, src(x = features));
  CHECK(first_difference(numbers(l), want(lse_of), 1e-5) == -1);
  CHECK(bits(top_part) == bits(top));
  const auto [written, total] = reduces<decltype(all_of(logsumexp(), plain_logsum{}))>{}(g, src(x = features));
  CHECK(first_difference(numbers(written), want(lse_of), 1e-5) == -1);
  CHECK(first_difference(numbers(total), want(lse_of), 1e-5) == -1);
}

TEST_CASE("dtypes") {
  const edge_pairs p = random_pairs(14, 40, 500);
  const auto g = p.graph();
  const auto doubles = random<double, m<N>>(1, -4, 4, 40);
  const auto run = [&]<class T>(T) {
    auto t = zeros<T, m<N>>(40);
    for (std::size_t k = 0; k < 40; ++k) t.mutable_span()[k] = T(float(int(doubles.span()[k])));
    const auto message = [&](std::int64_t e, std::int64_t) { return double(float(t(p.from[std::size_t(e)]))); };
    const double tolerance = sizeof(T) == 2 && std::is_class_v<T> ? 2e-2 : 1e-5;
    INFO(dtype_name(dtype_of<T>));
    CHECK(first_difference(numbers(reduces<decltype(var())>{}(g, src(x = t))), by_rows(p, 1, var_of, message),
                           tolerance) == -1);
    CHECK(first_difference(numbers(reduces<decltype(argmax())>{}(g, src(x = t))), by_rows(p, 1, argmax_of, message),
                           0) == -1);
    CHECK(first_difference(numbers(reduces<decltype(logsumexp())>{}(g, src(x = t))), by_rows(p, 1, lse_of, message),
                           tolerance) == -1);
    CHECK(first_difference(numbers(reduces<decltype(count())>{}(g, src(x = t))), by_rows(p, 1, count_of, message), 0) ==
          -1);
  };
  run(float{});
  run(double{});
  run(std::int32_t{});
  run(std::int64_t{});
  run(std::int8_t{});
  run(f16{});
  run(bf16{});
}

TEST_CASE("a million numbers: the variance is right to 1e-5") {
  const std::int64_t n = 1'000'000;
  const auto g = star(n);
  const auto error = [&](const auto& program, double base) {
    const auto of = random<float, m<E>>(5, base, base + 1, n);
    double mean = 0, squares = 0;
    for (const float v : of.span()) mean += double(v);
    mean /= double(n);
    for (const float v : of.span()) squares += (double(v) - mean) * (double(v) - mean);
    const double wanted = squares / double(n);
    double worst = 0;
    for (int use = 0; use < 2; ++use)
      worst = std::max(worst, std::abs(double(program(g, edge(w = of))(0)) - wanted) / wanted);
    return worst;
  };
  CHECK(error(reduces_edges<variance_by_hand>{}, 0) < 1e-5);
  CHECK(error(reduces_edges<decltype(var())>{}, 0) < 1e-5);
  CHECK(error(reduces_edges<decltype(var())>{}, 1e4) < 1e-5);
  CHECK(error(reduces_edges<decltype(var())>{}, -1e6) < 1e-5);
}

// Every operation a program may hold, and its gradient.
#include <tiga/autograd/reduce.hpp>

#include "helpers.hpp"

using namespace passing_test;

namespace {

struct functions : tiga::message_passing<functions> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto dst, auto) {
    const auto a = src[x], c = dst[y];
    const auto first = exp(a * 0.5) + log(1.5 + a * a) - sqrt(abs(a) + c * c) + tanh(a - c);
    const auto second = pow(abs(a) + 0.5, c) + max(a, c) - min(a * 2, c) + pow(a, 3);
    return where((a < c) && !(c > 0.9), first, second * dt) / (2 - a) + tiga::cast<double>(tiga::cast<float>(a)) - -c;
  }
};
double plain(double a, double c, double t) {
  const double first = std::exp(a * 0.5) + std::log(1.5 + a * a) - std::sqrt(std::abs(a) + c * c) + std::tanh(a - c);
  const double second = std::pow(std::abs(a) + 0.5, c) + std::max(a, c) - std::min(a * 2, c) + a * a * a;
  return (a < c && !(c > 0.9) ? first : second * t) / (2 - a) + double(float(a)) + c;
}

}  // namespace

TEST_CASE("functions, comparisons and where, with their gradients") {
  const edge_pairs p = random_pairs(41, 25, 120);
  const auto g = p.graph();
  auto at_sources = random<double, tiga::m<N, F>>(1, -1.2, 1.2, 25, 6);
  auto at_destinations = random<double, tiga::m<N>>(2, -1.2, 1.2, 25);
  const auto run = [&] {
    const auto tx = track(at_sources);
    const auto ty = track(at_destinations);
    const auto out = functions{}(g, src(x = tx), dst(y = ty), dt = 0.7);
    return std::tuple{out, tx, ty};
  };
  const auto [out, tx, ty] = run();
  const auto wanted = plain_fold(tiga::reducer_kind::sum, p, 6, [&](std::int64_t e, std::int64_t i) {
    return plain(at_sources(p.from[std::size_t(e)], i), at_destinations(p.to[std::size_t(e)]), 0.7);
  });
  CHECK(first_difference(numbers(out.value()), wanted, 1e-12) == -1);
  const auto cotangent = random<double, tiga::m<N, F>>(3, -1, 1, 25, 6);
  auto [dx, dy] = pull(out, cotangent, tx, ty);
  // the round trip through f32 has a gradient of its own: central differences would see its steps
  const auto smooth = [&] {
    double s = 0;
    for (std::size_t e = 0; e < p.size(); ++e)
      for (std::int64_t i = 0; i < 6; ++i) {
        const double a = at_sources(p.from[e], i);
        s += cotangent(p.to[e], i) * (plain(a, at_destinations(p.to[e]), 0.7) - double(float(a)) + a);
      }
    return s;
  };
  CHECK(worst_difference(dx, at_sources, smooth, 60) < 1e-5);
  CHECK(worst_difference(dy, at_destinations, smooth, 25) < 1e-5);
}

namespace {

inline constexpr tiga::parameter<"limit"> limit;

struct by_parameters : tiga::message_passing<by_parameters> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) {
    return where(dt > 0, src[x], src[x] * 2) + max(dt, 0) * src[x] + where(!(limit == 1) || dt < limit, 1.0F, sin(dt)) +
           where(dt >= 5, dt, 2.0F) * src[x] + where(src[x] > 0, dt, limit);
  }
};

}  // namespace

TEST_CASE("conditions and functions of parameters alone") {
  const auto g = square::from_coo({0, 1}, {1, 0}, 2);
  const auto three = tiga::full<float, tiga::m<N>>(3.0F, 2);
  CHECK(by_parameters{}(g, tiga::src(x = three), dt = 2.0F, limit = 3)(0) == 18);
  CHECK(by_parameters{}(g, tiga::src(x = three), dt = -1.0F, limit = 1)(0) == 12);
  const auto s = track(tiga::tensor<float, tiga::m<>>(2.0F));
  const auto out = by_parameters{}(g, tiga::src(x = three), dt = 0.5F * s, limit = 3);  // an expression is evaluated
  CHECK(grad(tiga::sum(out), s).item() == 4);
}

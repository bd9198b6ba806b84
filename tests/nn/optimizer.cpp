// Optimisers beside their formulas, schedules, clipping and saved states.
#include <cmath>
#include <string>
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/value_and_grad.hpp>
#include <tiga/nn/initialize.hpp>
#include <tiga/nn/optimizer.hpp>
#include <tiga/nn/schedule.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/random.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F", 3};
constexpr field<"weight"> weight;
constexpr field<"bias"> bias;

auto some(std::uint64_t seed) {
  return nn::parameters(weight = uniform<double, m<N, F>>(seed, 4, -1.0, 1.0), bias = uniform<float, m<F>>(seed + 1));
}
std::vector<double> all_elements(const auto& b) {
  std::vector<double> all;
  nn::for_each(b, [&](const std::string&, const auto& t) {
    for (const auto x : contiguous(t).span()) all.push_back(double(x));
  });
  return all;
}

}  // namespace

TEST_CASE("Adam follows its formula, with weight decay of one group") {
  for (const bool decoupled : {false, true}) {
    auto p = some(1);
    nn::adam_options o{.learning_rate = 0.1, .decoupled = decoupled}, with_decay = o;
    with_decay.weight_decay = 0.3;
    nn::adam optimizer(o);
    optimizer.group(with_decay, weight);
    std::vector<double> x = all_elements(p), m1(x.size()), m2(x.size());
    for (int step = 1; step <= 5; ++step) {
      const auto g = some(std::uint64_t(10 + step));
      const auto gradient = all_elements(g);
      optimizer.step(p, g);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double decay = i < 12 ? 0.3 : 0;
        double d = gradient[i] + (decoupled ? 0 : decay * x[i]);
        m1[i] = 0.9 * m1[i] + 0.1 * d;
        m2[i] = 0.999 * m2[i] + 0.001 * d * d;
        if (decoupled) x[i] -= 0.1 * decay * x[i];
        x[i] -= 0.1 * (m1[i] / (1 - std::pow(0.9, step))) / (std::sqrt(m2[i] / (1 - std::pow(0.999, step))) + 1e-8);
      }
    }
    const auto got = all_elements(p);
    for (std::size_t i = 0; i < x.size(); ++i)
      CHECK(got[i] == Approx(x[i]).epsilon(i < 12 ? 1e-12 : 2e-6).margin(i < 12 ? 0 : 1e-6));
    CHECK(optimizer.steps() == 5);
  }
}

TEST_CASE("gradient descent with momentum, Nesterov's too") {
  for (const bool nesterov : {false, true}) {
    auto p = some(1);
    nn::sgd optimizer({.learning_rate = 0.1, .momentum = 0.8, .nesterov = nesterov, .weight_decay = 0.2});
    std::vector<double> x = all_elements(p), v(x.size());
    for (int step = 1; step <= 4; ++step) {
      const auto g = some(std::uint64_t(10 + step));
      const auto gradient = all_elements(g);
      optimizer.step(p, g);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double d = gradient[i] + 0.2 * x[i];
        v[i] = 0.8 * v[i] + d;
        x[i] -= 0.1 * (nesterov ? d + 0.8 * v[i] : v[i]);
      }
    }
    const auto got = all_elements(p);
    for (std::size_t i = 0; i < x.size(); ++i)
      CHECK(got[i] == Approx(x[i]).epsilon(i < 12 ? 1e-12 : 2e-6).margin(i < 12 ? 0 : 1e-6));
  }
}

TEST_CASE("they find the bottom of a bowl") {
  auto p = some(1);
  nn::adam optimizer({.learning_rate = 0.05});
  const auto loss = [](const auto& q) { return sum(q[weight] * q[weight]) + cast<double>(sum(q[bias] * q[bias])); };
  for (int step = 0; step < 400; ++step) {
    optimizer.set_learning_rate(nn::cosine_decay{0.05, 400}(step));
    optimizer.step(p, value_and_grad(loss, p).second);
  }
  for (const double x : all_elements(p)) CHECK(std::abs(x) < 1e-3);
}

TEST_CASE("other owners of a parameter keep the old values, and threads do not matter") {
  const auto before = some(1);
  std::vector<double> once;
  for (const int threads : {1, 2, 3, 8}) {
    runtime::set_threads(threads);
    auto p = nn::parameters(weight = uniform<float, m<N, F>>(1, 50'001));
    const auto kept = p;
    nn::adam optimizer;
    optimizer.step(p, nn::parameters(weight = uniform<float, m<N, F>>(2, 50'001)));
    CHECK(all_elements(kept) != all_elements(p));
    if (once.empty()) once = all_elements(p);
    CHECK(all_elements(p) == once);
  }
  runtime::set_threads(0);
}

TEST_CASE("a state that was saved goes on as if nothing had happened") {
  auto p = some(1), q = some(1);
  nn::adam one({.learning_rate = 0.1});
  for (int step = 0; step < 3; ++step) one.step(p, some(std::uint64_t(step)));
  q = p;
  nn::adam other({.learning_rate = 0.1});
  other.load_state(one.state());
  for (int step = 3; step < 6; ++step) {
    one.step(p, some(std::uint64_t(step)));
    other.step(q, some(std::uint64_t(step)));
  }
  CHECK(all_elements(p) == all_elements(q));
  CHECK_THROWS_WITH(other.load_state({}), "optimizer: the state has no number of steps");
}

TEST_CASE("a step with other parameters and a group for nobody are refused") {
  auto p = some(1);
  nn::adam optimizer;
  optimizer.step(p, some(2));
  auto fewer = nn::parameters(bias = zeros<float, m<F>>());
  CHECK_THROWS_WITH(optimizer.step(fewer, fewer),
                    "optimizer: these parameters are others than those of the steps before");
  constexpr field<"weigth"> weigth;
  nn::sgd mistaken;
  mistaken.group({.learning_rate = 1}, weigth);
  CHECK_THROWS_WITH(mistaken.step(p, some(2)), "optimizer: a group is for weigth, but no parameter is called so");
}

TEST_CASE("clipping") {
  auto g = some(3);
  double total = 0;
  for (const double x : all_elements(g)) total += x * x;
  CHECK(nn::global_norm(g) == Approx(std::sqrt(total)));
  const auto before = all_elements(g);
  CHECK(nn::clip_by_global_norm(g, 100) == Approx(std::sqrt(total)));
  CHECK(all_elements(g) == before);
  nn::clip_by_global_norm(g, 0.5);
  CHECK(nn::global_norm(g) == Approx(0.5));
  nn::clip_by_value(g, 0.1);
  for (const double x : all_elements(g)) CHECK(std::abs(x) <= double(0.1f));
}

TEST_CASE("schedules") {
  CHECK(nn::exponential_decay{1, 0.5, 10}(20) == Approx(0.25));
  CHECK(nn::exponential_decay{1, 0.5, 10, true}(19) == Approx(0.5));
  CHECK(nn::cosine_decay{1, 10, 0.1}(0) == Approx(1));
  CHECK(nn::cosine_decay{1, 10, 0.1}(5) == Approx(0.55));
  CHECK(nn::cosine_decay{1, 10, 0.1}(11) == Approx(0.1));
  CHECK(nn::linear_decay{1, 10}(4) == Approx(0.6));
  const nn::warmup slow{4, nn::linear_decay{1, 10}};
  CHECK(slow(0) == Approx(0.25));
  CHECK(slow(3) == Approx(1));
  CHECK(slow(8) == Approx(0.6));
}

TEST_CASE("random weights have the spread of their rule") {
  const auto spread = [](const auto& t) {
    double total = 0;
    for (const float x : t.span()) total += double(x) * double(x);
    return std::sqrt(total / double(t.size()));
  };
  constexpr axis In{"In"}, Out{"Out"};
  const double uniform_spread = std::sqrt(1. / 3);
  CHECK(spread(nn::glorot_uniform<float, m<In, Out>>(1, 300, 200)) ==
        Approx(std::sqrt(6. / 500) * uniform_spread).epsilon(0.02));
  CHECK(spread(nn::glorot_normal<float, m<In, Out>>(1, 300, 200)) == Approx(std::sqrt(2. / 500)).epsilon(0.02));
  CHECK(spread(nn::kaiming_uniform<float, m<In, Out>>(1, 300, 200)) ==
        Approx(std::sqrt(6. / 300) * uniform_spread).epsilon(0.02));
  CHECK(spread(nn::kaiming_normal<float, m<In, Out>>(1, 300, 200)) == Approx(std::sqrt(2. / 300)).epsilon(0.02));
}

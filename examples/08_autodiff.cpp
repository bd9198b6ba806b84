// Differentiating functions: values with their gradients, bundles of parameters, recomputing instead of storing, and
// the two tools for the day when a gradient is wrong.
#include <cstdio>
#include <tiga/format.hpp>
#include <tiga/nn/nn.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis sample{"sample"}, feature{"feature", 2};
inline constexpr field<"slope"> slope;
inline constexpr field<"offset"> offset;

using vector = tensor<double, m<feature>>;

int main() {
  // 200 samples of y = 3 a - 2 b + 0.5 with noise.
  const auto x = normal<double, m<sample, feature>>(1, 200);
  const vector truth = from({3, -2});
  const tensor<double, m<sample>> y = contract<feature>(x, truth) + 0.5 + 0.1 * normal<double, m<sample>>(2, 200);

  // A function of a bundle of parameters; `p` is tracked inside value_and_grad and plain elsewhere.
  const auto loss = [&](const auto& p) {
    const auto prediction = contract<feature>(x, p[slope]) + p[offset];
    return mean((prediction - y) * (prediction - y));
  };
  auto p = nn::parameters(slope = zeros<double, m<feature>>(), offset = tensor<double, m<>>(0.0));
  nn::sgd optimizer({.learning_rate = 0.1, .momentum = 0.5});
  for (int step = 0; step <= 60; ++step) {
    const auto [value, gradient] = value_and_grad(loss, p);
    if (step % 20 == 0)
      fmt::print("step {:2}: loss {:.4f}, slope {:.3f} {:.3f}, offset {:.3f}\n", step, value.item(), p[slope](0),
                 p[slope](1), p[offset].item());
    optimizer.step(p, gradient);
  }

  // checkpoint(f, x) keeps x alone and calls f again in the backward pass: less memory, the same bits.
  const auto deep = [](const auto& t) {
    auto u = eval(tanh(t));
    for (int i = 0; i < 10; ++i) u = eval(tanh(1.1 * u));
    return u;
  };
  const auto stored = value_and_grad([&](const auto& t) { return sum(deep(t)); }, truth).second;
  const auto again = value_and_grad([&](const auto& t) { return sum(checkpoint(deep, t)); }, truth).second;
  fmt::print("\ngradient stored and computed again: {} {}, {} {}\n", stored(0), stored(1), again(0), again(1));

  // Is a gradient right? Central differences beside the tape; here one factor was detached by mistake.
  const auto wrong = check_gradient([](const auto& t) { return sum(t * detach(t)); }, truth);
  fmt::print("\nright: {}; wrong: {}\n", check_gradient([](const auto& t) { return sum(t * t); }, truth).ok, wrong.ok);
  fmt::print("{}\n", wrong.text());

  // Where does a NaN come from? While `watch` lives, the first value or gradient that is not finite is an error.
  try {
    const finite_checks watch;
    value_and_grad([](const auto& t) { return sum(log(t)); }, truth);
  } catch (const error& e) {
    fmt::print("{}\n", e.what());
  }
}

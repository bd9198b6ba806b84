// Gradients: `track` a tensor, compute with it, ask `grad`. Here a physical constant is found again from what it did:
// heat flows along the edges of a graph, and the rate of the flow is fitted to a measurement by following the gradient.
#include <fmt/format.h>

#include <cmath>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"};

inline constexpr field<"heat"> heat;
inline constexpr field<"conductance"> conductance;
inline constexpr parameter<"rate"> rate;

struct flow : message_passing<flow> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto dst, auto edge) { return edge[conductance] * (src[heat] - dst[heat]); }
  static constexpr auto node(auto dst, auto incoming) { return dst[heat] + rate * incoming; }
};

using per_node = tensor<double, m<N>>;
using per_edge = tensor<double, m<E>>;
using number = tensor<double, m<>>;

const auto ring = graph<N, E>::from_coo({0, 1, 2, 3, 4, 0, 2}, {1, 2, 3, 4, 0, 2, 0});
const per_node before = from({1.0, 0.5, -2.0, 3.0, 0.25});

auto after_one_step(const tracked<double, m<E>>& conductances, const tracked<double, m<>>& r) {
  return flow{}(ring, ndata(heat = before), edge(conductance = conductances), rate = r);
}

// The mean square distance from what was measured. Arithmetic on tracked tensors is tracked, and so are reductions.
auto loss_of(const tracked<double, m<E>>& conductances, const tracked<double, m<>>& r, const per_node& measured) {
  const auto distance = after_one_step(conductances, r) - measured;
  return mean(distance * distance);
}

int main() {
  const per_edge truth = from({0.5, 1.0, 0.75, 0.25, 1.0, 0.5, 2.0});
  const auto conductances = track(truth);
  const per_node measured = after_one_step(conductances, track(number(0.3))).value();

  // A parameter is differentiable when it is bound to a tracked tensor without axes.
  double guess = 0.05;
  for (int step = 0; step <= 20; ++step) {
    const auto r = track(number(guess));
    const auto loss = loss_of(conductances, r, measured);
    if (step % 5 == 0) fmt::print("step {:2}: rate {:.6f}, loss {:.2e}\n", step, guess, loss.item());
    guess -= 0.02 * grad(loss, r).item();
  }

  // One backward pass gives the gradients of everything that was tracked. They agree with differences of the loss.
  const auto r = track(number(0.2));
  const auto [by_conductance, by_rate] = grad(loss_of(conductances, r, measured), conductances, r);
  const double h = 1e-5;
  const auto moved = [&](int k, double by) {
    per_edge c = truth;
    double q = 0.2;
    (k < 0 ? q : c.mutable_span()[std::size_t(k)]) += by;
    return loss_of(track(c), track(number(q)), measured).item();
  };
  const auto difference = [&](int k) { return (moved(k, h) - moved(k, -h)) / (2 * h); };
  double worst = 0;
  fmt::print("\n             gradient  difference\n");
  for (int k = -1; k < int(truth.size()); ++k) {
    const double exact = k < 0 ? by_rate.item() : by_conductance(k);
    fmt::print("{:<10} {:>10.6f}  {:>10.6f}\n", k < 0 ? "rate" : fmt::format("edge {}", k), exact, difference(k));
    worst = std::max(worst, std::abs(exact - difference(k)));
  }
  fmt::print("they differ by at most {}\n", worst < 1e-8 ? "1e-8" : "more than they should");
}

// Chains of layers: shapes, names, gradients, learning, and the same bits again from saved parameters.
#include <string>
#include <tiga/autograd/check_gradient.hpp>
#include <tiga/nn/loss.hpp>
#include <tiga/nn/module.hpp>
#include <tiga/nn/optimizer.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/random.hpp>
#include <vector>

#include "catch.hpp"
#include "tensor/scratch_file.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, In{"In"}, Two{"Two", 2}, Hidden{"Hidden", 8}, Class{"Class", 2};
constexpr nn::module<"plain", nn::linear<Hidden>, nn::tanh, nn::linear<Class>> plain;
constexpr nn::module<"full", nn::linear<Hidden>, nn::layer_norm, nn::relu, nn::dropout<50>, nn::linear<Class>> full_net;

template <class T, class M>
std::vector<T> elements(const tensor<T, M>& t) {
  const auto packed = contiguous(t);
  return {packed.data(), packed.data() + packed.size()};
}

}  // namespace

TEST_CASE("parameters are named by the number of their layer and shaped by the axes") {
  const auto p = full_net.initialize<float, In>(3, 5);
  CHECK(nn::summary(p) ==
        "0.weight  f32 [In = 5, Hidden = 8]\n0.bias    f32 [Hidden = 8]\n1.scale   f32 [Hidden = 8]\n1.shift   f32 "
        "[Hidden "
        "= 8]\n4.weight  f32 [Hidden = 8, Class = 2]\n4.bias    f32 [Class = 2]\n82 parameters\n");
  const auto y = full_net(p, uniform<float, m<N, In>>(1, 7, 5));
  static_assert(std::is_same_v<decltype(y), const tensor<float, m<N, Class>>>);
  CHECK(y.extent(0) == 7);
  CHECK(std::string(full_net.title()) == "full");
}

TEST_CASE("a chain is its layers one after the other") {
  const auto p = plain.initialize<double, Two>(3);
  const auto x = uniform<double, m<N, Two>>(1, 6, -1.0, 1.0);
  constexpr field<"0"> first;
  constexpr field<"2"> last;
  const auto hidden = eval(tiga::tanh(tiga::linear(x, p[first][nn::weight], p[first][nn::bias])));
  CHECK(elements(plain(p, x)) == elements(tiga::linear(hidden, p[last][nn::weight], p[last][nn::bias])));
}

TEST_CASE("its gradient is right for inputs and parameters") {
  const auto p = full_net.initialize<double, In>(3, 4);
  const auto x = uniform<double, m<N, In>>(1, 5, 4, -1.0, 1.0);
  const nn::mode training{.training = true, .seed = 9};
  CHECK(check_gradient([&](const auto& a) { return sum(full_net(p, a, training) * full_net(p, a)); }, x).ok);
  constexpr field<"0"> first;
  constexpr field<"1"> second;
  const auto with = [&](auto&& put) {
    return [&, put](const auto& w) {
      const auto [value, g] = value_and_grad(
          [&](const auto& q) { return sum(full_net(q, x, training) * full_net(q, x, training)); }, put(w));
      return std::pair{value.item(), g};
    };
  };
  const auto run = with([&](const auto& w) {
    auto q = p;
    q[second][nn::scale] = w;
    return q;
  });
  auto scale = p[second][nn::scale];
  const auto [value, g] = run(scale);
  for (int i = 0; i < 8; ++i) {
    double at[2];
    for (int side = 0; side < 2; ++side) {
      auto moved = scale;
      moved.mutable_span()[std::size_t(i)] += side == 0 ? -1e-6 : 1e-6;
      at[side] = run(moved).first;
    }
    CHECK(g[second][nn::scale](i) == Approx((at[1] - at[0]) / 2e-6).epsilon(1e-5).margin(1e-6));
  }
  static_cast<void>(first);
}

TEST_CASE("dropout draws while training only, and the same for the same seed") {
  const auto p = full_net.initialize<float, In>(3, 4);
  const auto x = uniform<float, m<N, In>>(1, 50, 4);
  const auto drawn = elements(full_net(p, x, {.training = true, .seed = 1}));
  CHECK(drawn == elements(full_net(p, x, {.training = true, .seed = 1})));
  CHECK(drawn != elements(full_net(p, x, {.training = true, .seed = 2})));
  CHECK(elements(full_net(p, x)) == elements(full_net(p, x, nn::inference)));
}

TEST_CASE("it learns exclusive or, and says the same when it is loaded again") {
  const tensor<float, m<N, Two>> x = from({{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  const tensor<id<Class>, m<N>> answer = from({id<Class>(0), id<Class>(1), id<Class>(1), id<Class>(0)});
  auto p = plain.initialize<float, Two>(5);
  nn::adam optimizer({.learning_rate = 0.05});
  for (int step = 0; step < 300; ++step)
    optimizer.step(p, value_and_grad([&](const auto& q) { return cross_entropy(plain(q, x), answer); }, p).second);
  CHECK(cross_entropy(plain(p, x), answer).item() < 0.02f);
  const tiga_test::scratch_folder folder;
  nn::save(folder / "xor.npz", p);
  CHECK(elements(plain(nn::load(folder / "xor.npz", plain.initialize<float, Two>(6)), x)) == elements(plain(p, x)));
}

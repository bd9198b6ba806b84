// Bundles of named tensors.
#include <string>
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/value_and_grad.hpp>
#include <tiga/nn/bundle.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/random.hpp>
#include <vector>

#include "catch.hpp"
#include "tensor/scratch_file.hpp"

using namespace tiga;

namespace {

constexpr axis In{"In"}, Hidden{"Hidden", 3}, Out{"Out", 2};
constexpr field<"weight"> weight;
constexpr field<"bias"> bias;
constexpr field<"first"> first;
constexpr field<"second"> second;

auto network(std::uint64_t seed, std::int64_t in) {
  return nn::parameters(first = nn::parameters(weight = uniform<float, m<In, Hidden>>(seed, in),
                                               bias = uniform<float, m<Hidden>>(seed + 1)),
                        second = nn::parameters(weight = uniform<double, m<Hidden, Out>>(seed + 2)));
}
using parameters = decltype(network(0, 4));

std::vector<double> all_elements(const auto& b) {
  std::vector<double> all;
  nn::for_each(b, [&](const std::string&, const auto& t) {
    for (const auto x : contiguous(t).span()) all.push_back(double(x));
  });
  return all;
}
std::string message(auto&& f) {
  try {
    f();
  } catch (const error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("members are found by name, leaves by path") {
  auto p = network(1, 4);
  CHECK(p[first][weight].extent(0) == 4);
  std::vector<std::string> paths;
  nn::for_each(p, [&](const std::string& path, const auto&) { paths.push_back(path); });
  CHECK(paths == std::vector<std::string>{"first.weight", "first.bias", "second.weight"});
  CHECK(nn::count(p) == 12 + 3 + 6);
  CHECK(nn::summary(p) ==
        "first.weight   f32 [In = 4, Hidden = 3]\nfirst.bias     f32 [Hidden = 3]\nsecond.weight  f64 [Hidden = 3, Out "
        "= 2]\n21 parameters\n");
  p[first][bias] = zeros<float, m<Hidden>>();
  CHECK(p[first][bias](1) == 0);
}

TEST_CASE("the gradient of a bundle is a bundle of the same names") {
  const auto p = network(1, 4);
  const auto [value, g] =
      value_and_grad([](const auto& q) { return sum(q[first][weight] * q[first][weight]) + sum(q[first][bias]); }, p);
  static_assert(std::is_same_v<std::remove_const_t<decltype(g)>, parameters>);
  CHECK(g[first][weight](2, 1) == 2 * p[first][weight](2, 1));
  CHECK(g[first][bias](2) == 1);
  CHECK(g[second][weight](2, 1) == 0);  // not reached
}

TEST_CASE("saved and loaded parameters have the same bits") {
  const tiga_test::scratch_folder folder;
  const std::string file = folder / "parameters.npz";
  const auto p = network(1, 4);
  nn::save(file, p);
  const auto q = nn::load(file, network(9, 4));
  CHECK(all_elements(p) == all_elements(q));
}

TEST_CASE("a file of another network is refused with the name of what differs") {
  const tiga_test::scratch_folder folder;
  const std::string file = folder / "other.npz";
  nn::save(file, network(1, 4));
  CHECK(message([&] { nn::load(file, network(1, 5)); }) ==
        "axis In has 4 rows in " + file + ": first.weight and 5 in the network");
  CHECK(message([&] { nn::load(file, nn::parameters(first = network(1, 4)[first])); }) ==
        file + ": the array second.weight belongs to none of the parameters");
  CHECK(message([&] { nn::load(file, nn::parameters(bias = zeros<float, m<Hidden>>())); }) ==
        file + ": no array is called bias; there are first.weight, first.bias, second.weight");
  nn::save(file, nn::parameters(bias = zeros<double, m<Hidden>>()));
  CHECK(message([&] { nn::load(file, nn::parameters(bias = zeros<float, m<Hidden>>())); }) ==
        file + ": bias is f64 (3), but f32 [Hidden: 3] is wanted");
}

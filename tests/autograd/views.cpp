// Gradients through views: each element gets what its appearances in the view got, and nothing elsewhere.
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/views.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/random.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F", 5}, G{"G"}, R{"R", 3};
using matrix = tensor<double, m<N, F>>;

const matrix at = uniform<double, m<N, F>>(3, 4, -1.0, 1.0);

template <class T, class M>
std::vector<double> elements(const tensor<T, M>& t) {
  const auto packed = contiguous(t);
  return {packed.data(), packed.data() + packed.size()};
}
// The expected gradient of sum(v * v) where v shows x(n, f) `times(n, f)` times.
template <class Times>
std::vector<double> twice(const Times& times) {
  std::vector<double> all;
  for (std::int64_t n = 0; n < 4; ++n)
    for (std::int64_t f = 0; f < 5; ++f) all.push_back(2 * at(n, f) * double(times(n, f)));
  return all;
}
const auto once = [](auto, auto) { return 1; };

}  // namespace

TEST_CASE("permuted and transposed") {
  const auto x = track(at);
  const auto turned = permute<F, N>(x);
  CHECK(elements(turned.value()) == elements(permute<F, N>(at)));
  CHECK(elements(grad(sum(turned * turned), x)) == twice(once));
  CHECK(elements(grad(sum(transpose(x) * transpose(x)), x)) == twice(once));
  CHECK(elements(grad(sum(transpose(transpose(x)) * x), x)) == twice(once));
}

TEST_CASE("slices give zero to what they leave out") {
  const auto x = track(at);
  const auto columns = slice<F, 1, 5, 2>(x);
  CHECK(elements(grad(sum(columns * columns), x)) == twice([](auto, auto f) { return f == 1 || f == 3; }));
  const auto rows = slice<N, G>(x, 1, 3);
  CHECK(elements(grad(sum(rows * rows), x)) == twice([](auto n, auto) { return n == 1 || n == 2; }));
  const auto none = slice<N, G>(x, 4, 4);
  CHECK(elements(grad(sum(none * none), x)) == twice([](auto, auto) { return 0; }));
  const auto both = transpose(slice<N, G>(slice<F, 0, 2>(x), 1, 4, 2));
  CHECK(elements(grad(sum(both * both), x)) == twice([](auto n, auto f) { return f < 2 && (n == 1 || n == 3); }));
}

TEST_CASE("one position of an axis") {
  const auto x = track(at);
  CHECK(elements(grad(sum(pick<N>(x, 2) * pick<N>(x, 2)), x)) == twice([](auto n, auto) { return n == 2; }));
  CHECK(elements(grad(sum(pick<F>(x, 4) * pick<F>(x, 4)), x)) == twice([](auto, auto f) { return f == 4; }));
  const auto number = pick<F>(pick<N>(x, 1), 3);
  CHECK(elements(grad(number * number, x)) == twice([](auto n, auto f) { return n == 1 && f == 3; }));
  CHECK_THROWS_AS(pick<N>(x, 4), error);
}

TEST_CASE("repetitions add up") {
  const auto x = track(at);
  const auto three = broadcast<R>(x);
  CHECK(elements(grad(sum(three * three), x)) == twice([](auto, auto) { return 3; }));
  const auto turned = transpose(broadcast<R>(slice<F, 2, 4>(x)) * 1.0);
  static_assert(decltype(turned)::rank == 3);
  const auto many = broadcast<G>(x, 7);
  CHECK(many.extent(0) == 7);
  CHECK(elements(grad(sum(many * many), x)) == twice([](auto, auto) { return 7; }));
  CHECK(elements(grad(sum(broadcast<G>(x, 0)), x)) == std::vector<double>(20, 0.0));
  const auto s = track(tensor<double, m<>>(0.5));
  CHECK(grad(sum(broadcast<G>(s, 1000)), s).item() == 1000);
}

TEST_CASE("views of expressions") {
  const auto x = track(at);
  const auto shifted = transpose(x + at);
  CHECK(elements(grad(sum(shifted * shifted), x)) == [] {
    auto all = twice(once);
    for (double& v : all) v *= 2;
    return all;
  }());
  CHECK(elements(permute<F, N>(at + at)) == elements(permute<F, N>(at * 2.0)));
}

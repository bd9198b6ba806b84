// Gradients against central differences in f64, for every kind of input and every reducer.
#include "rich.hpp"

using namespace passing_test;
using tiga::reducer_kind;

namespace {

constexpr struct {
  reducer_kind kind;
  rich_result (*run)(const square&, const rich_arrays&, const array<double, N, F>&);
} programs[] = {{reducer_kind::sum, rich_sum},
                {reducer_kind::mean, rich_mean},
                {reducer_kind::max, rich_max},
                {reducer_kind::min, rich_min},
                {reducer_kind::prod, rich_prod}};

rich_arrays arrays_for(const edge_pairs& p, std::int64_t size) {
  const auto edges = std::int64_t(p.size());
  return {random<double, tiga::m<N, F>>(1, -1, 1, p.sources, size),
          random<double, tiga::m<N>>(2, -1, 1, p.sources),
          random<double, tiga::m<E>>(3, -1, 1, edges),
          random<double, tiga::m<E, F>>(4, -1, 1, edges, size),
          random<double, tiga::m<N, K>>(5, -0.5, 0.5, p.sources),
          tiga::tensor<double, tiga::m<>>(0.3)};
}

}  // namespace

TEST_CASE("a program over all kinds of fields agrees with a double loop") {
  const edge_pairs p = random_pairs(31, 30, 200);
  for (const int size : {1, 4, 19}) {
    const rich_arrays a = arrays_for(p, size);
    for (const auto& program : programs) {
      INFO(reduction_name(program.kind) << ", F = " << size);
      std::vector<double> wanted =
          plain_fold(program.kind, p, size, [&](std::int64_t e, std::int64_t i) { return rich_message(a, p, e, i); });
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        const double v = std::abs(wanted[k]) < 1e30 ? wanted[k] : 0;
        wanted[k] = (1 - 0.3) * a.x.span()[k] + 0.3 * v * v;
      }
      const auto got = program.run(p.graph(), a, tiga::ones<double, tiga::m<N, F>>(30, size));
      CHECK(first_difference(numbers(got.value), wanted, 1e-12) == -1);
    }
  }
}

TEST_CASE("gradients to source, destination and edge fields and to a parameter") {
  const edge_pairs p = random_pairs(32, 30, 160);
  const auto g = p.graph();
  for (const int size : {1, 7}) {
    rich_arrays a = arrays_for(p, size);
    const auto cotangent = random<double, tiga::m<N, F>>(6, -1, 1, 30, size);
    for (const auto& program : programs) {
      INFO(reduction_name(program.kind) << ", F = " << size);
      const auto loss = [&] { return inner(program.run(g, a, cotangent).value, cotangent); };
      const rich_arrays d = program.run(g, a, cotangent).gradient;
      CHECK(worst_difference(d.x, a.x, loss) < 1e-5);
      CHECK(worst_difference(d.y, a.y, loss) < 1e-5);
      CHECK(worst_difference(d.w, a.w, loss) < 1e-5);
      CHECK(worst_difference(d.b, a.b, loss) < 1e-5);
      CHECK(worst_difference(d.q, a.q, loss) < 1e-5);
      CHECK(worst_difference(d.dt, a.dt, loss) < 1e-5);
    }
  }
}

TEST_CASE("the bits of a large program and its gradient do not depend on the machine") {
  const edge_pairs p = random_pairs(33, 300, 40000);  // two rows hold a third of the edges
  const auto g = p.graph();
  const rich_arrays a = arrays_for(p, 11);
  const auto cotangent = random<double, tiga::m<N, F>>(6, -1, 1, 300, 11);
  const auto all = [](const rich_result& r) {
    const rich_arrays& d = r.gradient;
    return std::vector{bits(r.value), bits(d.x), bits(d.y), bits(d.w), bits(d.b), bits(d.q), bits(d.dt)};
  };
  for (const auto& program : programs) {
    INFO(reduction_name(program.kind));
    tiga::runtime::set_threads(1);
    const auto first = all(program.run(g, a, cotangent));
    on_all_machines([&] { CHECK((all(program.run(g, a, cotangent)) == first)); });
  }
}

// Feature axes whose sizes the compiler knows: rows of every number of registers and rests, on every machine.
#include "helpers.hpp"

using namespace passing_test;

namespace {

template <std::int64_t Size>
inline constexpr tiga::axis G{"G", Size};

struct mixed : tiga::message_passing<mixed> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * tanh(src[x]); }  // tanh is hoisted
  static constexpr auto node(auto dst, auto aggregate) { return dst[x] + aggregate * 0.25; }
};
struct largest : tiga::message_passing<largest> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};

template <class T, std::int64_t Size>
void check() {
  INFO("F = " << Size);
  const edge_pairs p = random_pairs(41, 120, 3000);
  const auto g = p.graph();
  const auto features = random<T, tiga::m<N, G<Size>>>(4, -1, 1, p.sources);
  const auto weights = random<T, tiga::m<E>>(5, -1, 1, std::int64_t(p.size()));
  const auto run = [&] {
    const auto tx = track(features);
    const auto tw = track(weights);
    const auto out = mixed{}(g, ndata(x = tx), edge(w = tw));
    const auto [dx, dw] = pull(out, features, tx, tw);
    return std::vector{bits(out.value()), bits(dx), bits(dw), bits(largest{}(g, src(x = features)))};
  };
  tiga::runtime::set_threads(1);
  const auto first = run();
  on_all_machines([&] { CHECK(run() == first); });

  const auto folded = plain_fold(tiga::reducer_kind::sum, p, Size, [&](std::int64_t e, std::int64_t f) {
    return double(weights(e)) * std::tanh(double(features(p.from[std::size_t(e)], f)));
  });
  std::vector<double> want = numbers(features);
  for (std::size_t k = 0; k < want.size(); ++k) want[k] += folded[k] * 0.25;
  const double tolerance = sizeof(T) == 8 ? 1e-12 : sizeof(T) == 4 ? 1e-5 : 2e-2;
  CHECK(first_difference(numbers(mixed{}(g, ndata(x = features), edge(w = weights))), want, tolerance) == -1);
}

}  // namespace

TEST_CASE("feature axes of fixed sizes") {
  check<float, 1>();
  check<float, 5>();
  check<float, 24>();
  check<float, 136>();
  check<double, 9>();
  check<tiga::f16, 20>();
}

// Messages without item axes: large graphs fold them by blocks, sixteen side by side, from a graph's second use on.
// The bits are those of rows, on every machine.
#include "helpers.hpp"

using namespace passing_test;
using tiga::reducer_kind;

namespace {

template <reducer_kind R>
struct scalar_program : tiga::message_passing<scalar_program<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto dst, auto edge) { return edge[w] * src[x] + dst[y] * 0.5F; }
};
struct gathered : tiga::message_passing<gathered> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};

struct scalar_arrays {
  array<float, N> x, y;
  array<float, E> w;
};
template <reducer_kind R>
std::vector<std::vector<std::uint64_t>> run(const square& g, const scalar_arrays& a) {
  const auto tx = track(a.x);
  const auto ty = track(a.y);
  const auto tw = track(a.w);
  const auto out = scalar_program<R>{}(g, src(x = tx), dst(y = ty), edge(w = tw));
  const auto [dx, dy, dw] = pull(out, a.y, tx, ty, tw);
  return {bits(out.value()), bits(dx), bits(dy), bits(dw)};
}

template <reducer_kind R>
void check(const edge_pairs& p, double low, double high, double tolerance) {
  INFO(reduction_name(R) << ", " << p.size() << " edges");
  const scalar_arrays a{random<float, tiga::m<N>>(1, low, high, p.sources),
                        random<float, tiga::m<N>>(2, low, high, p.sources),
                        random<float, tiga::m<E>>(3, low, high, std::int64_t(p.size()))};
  tiga::runtime::set_threads(1);
  const auto first_use = p.graph();
  const auto value = scalar_program<R>{}(first_use, src(x = a.x), dst(y = a.y), edge(w = a.w));
  const auto want = plain_fold(R, p, 1, [&](std::int64_t e, std::int64_t) {
    return double(a.w(e) * a.x(p.from[std::size_t(e)]) + a.y(p.to[std::size_t(e)]) * 0.5F);
  });
  CHECK(first_difference(numbers(value), want, tolerance) == -1);
  const auto by_rows = run<R>(p.graph(), a);  // each structure is used for the first time
  CHECK(by_rows[0] == bits(value));
  const auto g = p.graph();
  run<R>(g, a);
  on_all_machines([&] { CHECK((run<R>(g, a) == by_rows)); });
}
void check_all(const edge_pairs& p) {
  check<reducer_kind::sum>(p, -1, 1, 1e-4);
  check<reducer_kind::mean>(p, -1, 1, 1e-4);
  check<reducer_kind::max>(p, -1, 1, 0);
  check<reducer_kind::min>(p, -1, 1, 0);
  check<reducer_kind::prod>(p, 0.8, 0.9, 1e-3);
}

}  // namespace

TEST_CASE("scalar messages on rows of every length") {
  edge_pairs p{{}, {}, 900, 900};
  std::mt19937 r(7);
  for (std::int64_t row = 0; row < 900; ++row) {
    const std::int64_t edges = row % 5 == 0 ? 0 : row < 200 ? row : std::int64_t(r() % 70);  // whole and broken blocks
    for (std::int64_t k = 0; k < edges; ++k) {
      p.from.push_back(std::int64_t(r() % 900));
      p.to.push_back(row);
    }
  }
  check_all(p);
}

TEST_CASE("scalar messages into hubs") { check_all(random_pairs(14, 5000, 60000)); }

TEST_CASE("scalar messages into one node") {
  edge_pairs p{{}, {}, 40, 40};
  std::mt19937 r(9);
  for (int k = 0; k < 33'333; ++k) {
    p.from.push_back(std::int64_t(r() % 40));
    p.to.push_back(3);
  }
  check<reducer_kind::sum>(p, -1, 1, 1e-3);
  check<reducer_kind::max>(p, -1, 1, 0);
}

TEST_CASE("a graph is used many times, with ids of both widths") {
  const edge_pairs p = random_pairs(15, 3000, 50000);
  const auto features = random<double, tiga::m<N>>(5, -1, 1, p.sources);
  const auto first = bits(gathered{}(p.graph(), src(x = features)));
  for (const bool wide : {false, true}) {
    const auto g = square::from_coo(p.from, p.to, p.sources, {.wide_ids = wide});
    for (int call = 0; call < 4; ++call)
      on_all_machines([&] { CHECK(bits(gathered{}(g, src(x = features))) == first); });
  }
}

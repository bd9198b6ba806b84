// Messages of up to 32 numbers: graphs fold their blocks side by side from the second use on. The bits are those of
// single rows, on every machine.
#include "helpers.hpp"

using namespace passing_test;
using tiga::reducer_kind;

namespace {

inline constexpr tiga::axis one{"one", 1}, three{"three", 3}, seven{"seven", 7}, eight{"eight", 8},
    sixteen{"sixteen", 16}, twenty{"twenty", 20}, most{"most", 32}, more{"more", 43};

template <reducer_kind R>
struct weighted_rows : tiga::message_passing<weighted_rows<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
};
struct updated_rows : tiga::message_passing<updated_rows> {
  static constexpr auto reducer = tiga::mean();
  static constexpr auto edge(auto src, auto dst, auto /*edge*/) { return src[x] * dst[y]; }
  static constexpr auto node(auto dst, auto aggregate) { return aggregate - dst[x]; }
};

template <class P, tiga::factor F, bool Updated>
std::vector<std::vector<std::uint64_t>> run(const square& g, const array<float, N, F>& rows, const array<float, E>& ew,
                                            const array<float, N>& ny) {
  const auto tx = track(rows);
  const auto out = [&] {
    if constexpr (Updated)
      return P{}(g, ndata(x = tx), dst(y = ny));
    else
      return P{}(g, src(x = tx), edge(w = ew));
  }();
  return {bits(out.value()), bits(std::get<0>(pull(out, rows, tx)))};
}
template <class P, tiga::factor F, bool Updated = false>
void check(const edge_pairs& p, double low) {
  const auto rows = random<float, tiga::m<N, F>>(1, low, 1, p.sources);
  const auto ew = random<float, tiga::m<E>>(2, low, 1, std::int64_t(p.size()));
  const auto ny = random<float, tiga::m<N>>(3, low, 1, p.sources);
  tiga::runtime::set_threads(1);
  const auto by_rows = run<P, F, Updated>(p.graph(), rows, ew, ny);  // each structure is used for the first time
  if constexpr (!Updated) {
    const auto want = plain_fold(P::reducer.kind, p, rows.extent(1), [&](std::int64_t e, std::int64_t i) {
      return double(ew(e) * rows(p.from[std::size_t(e)], i));
    });
    const auto first = P{}(p.graph(), src(x = rows), edge(w = ew));
    CHECK(first_difference(numbers(first), want, 1e-3) == -1);
    CHECK(bits(first) == by_rows[0]);
  }
  const auto g = p.graph();
  run<P, F, Updated>(g, rows, ew, ny);
  on_all_machines([&] { CHECK((run<P, F, Updated>(g, rows, ew, ny) == by_rows)); });
}

edge_pairs rows_of_every_length() {
  edge_pairs p{{}, {}, 700, 700};
  std::mt19937 r(7);
  for (std::int64_t row = 0; row < 700; ++row) {
    const std::int64_t edges = row % 5 == 0 ? 0 : row < 200 ? row : std::int64_t(r() % 70);
    for (std::int64_t k = 0; k < edges; ++k) {
      p.from.push_back(std::int64_t(r() % 700));
      p.to.push_back(row);
    }
  }
  return p;
}

}  // namespace

TEST_CASE("short rows of every length") {
  const edge_pairs p = rows_of_every_length();
  check<weighted_rows<reducer_kind::sum>, sixteen>(p, -1);
  check<weighted_rows<reducer_kind::mean>, sixteen>(p, -1);
  check<weighted_rows<reducer_kind::prod>, sixteen>(p, 0.9);
  check<weighted_rows<reducer_kind::sum>, eight>(p, -1);
  check<weighted_rows<reducer_kind::sum>, most>(p, -1);
  check<updated_rows, sixteen, true>(p, -1);
}

// No whole number of registers: the last one lies over the one before.
TEST_CASE("rows of odd widths") {
  const edge_pairs p = rows_of_every_length();
  check<weighted_rows<reducer_kind::sum>, one>(p, -1);
  check<weighted_rows<reducer_kind::sum>, three>(p, -1);
  check<weighted_rows<reducer_kind::sum>, seven>(p, -1);
  check<weighted_rows<reducer_kind::sum>, twenty>(p, -1);
  check<updated_rows, seven, true>(p, -1);
  check<weighted_rows<reducer_kind::max>, seven>(p, -1);  // row by row, as is what is wider
  check<weighted_rows<reducer_kind::sum>, more>(p, -1);
}
TEST_CASE("odd widths into hubs") {
  const edge_pairs p = random_pairs(15, 3000, 60000);
  check<weighted_rows<reducer_kind::sum>, seven>(p, -1);
  check<weighted_rows<reducer_kind::min>, twenty>(p, -1);
}

TEST_CASE("short rows into hubs") {
  const edge_pairs p = random_pairs(14, 3000, 60000);
  check<weighted_rows<reducer_kind::sum>, sixteen>(p, -1);
  check<updated_rows, sixteen, true>(p, -1);
}

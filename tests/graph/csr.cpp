// Compressed rows are checked before they are believed, and what is kept with them is made once.
#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

TEST_CASE("wrong compressed rows are refused with position and value (FB-44)") {
  const std::vector<std::int32_t> four{0, 1, 0, 1};
  CHECK_THAT(error_of([] {
               bipartite::from_csr({0, 1, 2}, {70, 6}, 50);
             }),
             ContainsSubstring("[0]") && ContainsSubstring("row 0") && ContainsSubstring("70") &&
                 ContainsSubstring("50 nodes"));
  CHECK_THAT(error_of([&] {
               bipartite::from_csr({0, 3, 1, 4}, four, 2);
             }),
             ContainsSubstring("row pointer [2] is 1") && ContainsSubstring("3"));
  CHECK_THAT(error_of([&] {
               bipartite::from_csr({0, 2, 4}, four, 2, 3);
             }),
             ContainsSubstring("3 rows need a row pointer of 4 elements, not 3"));
  CHECK_THAT(error_of([&] {
               bipartite::from_csr({0, 2, 5}, four, 2);
             }),
             ContainsSubstring("row pointer [2]") && ContainsSubstring("is 5") && ContainsSubstring("4 column ids"));
  CHECK_THAT(error_of([&] {
               bipartite::from_csr({1, 2, 4}, four, 2);
             }),
             ContainsSubstring("row pointer [0] is 1, not 0"));
  CHECK_THAT(error_of([] {
               bipartite::from_csr({0, 1, 3}, {0, 1, -4}, 2);
             }),
             ContainsSubstring("[2]") && ContainsSubstring("row 1") && ContainsSubstring("-4"));
  CHECK_THAT(error_of([] { bipartite::from_csr({}, {}, 2); }), ContainsSubstring("row pointer is empty"));
  CHECK_THAT(error_of([] { square::from_csr({0, 1}, {0}, 3); }), ContainsSubstring("graph<Src, Dst, E>"));
}

TEST_CASE("right compressed rows become the graph they are") {
  const auto g = bipartite::from_csr({0, 2, 2, 5}, {4, 0, 1, 1, 3});
  CHECK(g.destinations() == 3);
  CHECK(g.sources() == 5);
  CHECK(g.in_edges().in_edge_order());
  CHECK(g.in_edges().max_degree == 3);
  CHECK(edges_of(g) == std::vector<edge>{{4, 0}, {0, 0}, {1, 2}, {1, 2}, {3, 2}});
  CHECK(edges_of(g.out_edges(), false) == edges_of(g));
  const auto wide = bipartite::from_csr(numbers{0, 2, 2, 5}, numbers{4, 0, 1, 1, 3}, 9, 3, {.wide_ids = true});
  CHECK(wide.sources() == 9);
  CHECK(wide.in_edges().wide());
  CHECK(edges_of(wide) == edges_of(g));
  CHECK(square::from_csr({0, 0, 0}, {}).nodes() == 2);
}

namespace {

struct plan {
  explicit plan(const tiga::csr& c) : rows(c.rows) { ++made; }
  plan(const plan&) = delete;
  ~plan() { --alive; }
  std::int64_t rows;
  static inline int made = 0, alive = 1;
};
struct other_plan {
  explicit other_plan(const tiga::csr& c) : edges(c.edges) {}
  std::int64_t edges;
};

}  // namespace

TEST_CASE("what is kept with a csr is made once and goes with the graph") {
  {
    const auto g = square::from_coo({0, 1}, {1, 2});
    const square copy = g;
    CHECK(tiga::kept<plan>(g.in_edges()).rows == 3);
    CHECK(&tiga::kept<plan>(copy.in_edges()) == &tiga::kept<plan>(g.in_edges()));
    CHECK(tiga::kept<other_plan>(g.in_edges()).edges == 2);
    CHECK(plan::made == 1);
  }
  CHECK(plan::alive == 0);
  CHECK_THAT(error_of([] { tiga::kept<plan>(tiga::csr{}); }), ContainsSubstring("no graph"));
}

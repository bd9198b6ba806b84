// Degrees, symmetric normalisation, edges and values as tensors.
#include <cmath>
#include <tiga/graph/degrees.hpp>
#include <tiga/graph/edges.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

namespace {

template <class T, class M>
std::vector<double> values(const tiga::tensor<T, M>& t) {
  std::vector<double> all;
  for (const T v : t.span()) all.push_back(double(v));
  return all;
}

// The graph convolution that the coefficients are for, without weights of its own.
std::vector<double> convolved(const square& g, const std::vector<double>& x) {
  const auto coefficient = tiga::symmetric_normalization<double>(g);
  std::vector<double> y(x.size(), 0.0);
  const auto edges = edges_of(g);
  for (std::size_t e = 0; e < edges.size(); ++e)
    y[std::size_t(edges[e].second)] += coefficient(e) * x[std::size_t(edges[e].first)];
  return y;
}

}  // namespace

TEST_CASE("degrees count duplicates and loops, in the type that is asked for") {
  const auto g = bipartite::from_coo({3, 0, 3, 3}, {1, 1, 1, 0}, 5, 3);
  CHECK(values(tiga::in_degrees(g)) == std::vector<double>{1, 3, 0});
  CHECK(values(tiga::out_degrees(g)) == std::vector<double>{1, 0, 0, 3, 0});
  const tiga::tensor<float, tiga::m<Dst>> real = tiga::in_degrees<float>(g);
  CHECK(real(1) == 3.0f);
  CHECK(tiga::out_degrees<std::int32_t>(g)(3) == 3);
  CHECK(tiga::in_degrees(square()).size() == 0);
}

TEST_CASE("an isolated node has coefficient 0 and nothing is infinite (FB-25)") {
  const auto g = square::from_coo({0, 1}, {1, 0}, 3);
  CHECK(convolved(g, {1, 2, 3}) == std::vector<double>{2, 1, 0});
  CHECK(convolved(add_missing_self_loops(g), {1, 2, 3}) == std::vector<double>{1.5, 1.5, 3});
  const auto directed = square::from_coo({0, 1}, {1, 2}, 3);  // node 0 has no in-edge
  CHECK(values(tiga::symmetric_normalization(directed)) == std::vector<double>{0, 1});
}

TEST_CASE("loops that exist are not doubled in the normalisation (FB-26)") {
  const auto g = add_missing_self_loops(square::from_coo({0, 0, 1}, {0, 1, 0}));
  CHECK(values(tiga::in_degrees(g)) == std::vector<double>{2, 2});
  CHECK(convolved(g, {1, 3}) == std::vector<double>{2, 2});
}

TEST_CASE("weights enter the degrees and the coefficients, in the user's edge order") {
  const auto g = square::from_coo({1, 0, 2, 2}, {0, 1, 0, 2}, 4);  // in-edges are regrouped
  auto w = tiga::tensor<double, tiga::m<E>>::uninitialized({{4}});
  const auto into = w.mutable_span();
  into[0] = 3;
  into[1] = 4;
  into[2] = 6;
  into[3] = 0;
  const auto c = values(tiga::symmetric_normalization(g, w));
  CHECK(c == std::vector<double>{3 / std::sqrt(9.0 * 4), 4 / std::sqrt(9.0 * 4), 0, 0});  // d = 9, 4, 0, 0
  const auto short_w = tiga::tensor<double, tiga::m<E>>::uninitialized({{3}});
  CHECK_THAT(error_of([&] { tiga::symmetric_normalization(g, short_w); }),
             ContainsSubstring("E") && ContainsSubstring("4") && ContainsSubstring("3"));
}

TEST_CASE("edges come back in the user's order") {
  for (const bool wide : {false, true}) {
    const auto g = bipartite::from_coo({3, 0, 3, 1}, {1, 1, 0, 1}, 4, 2, {.wide_ids = wide});
    const tiga::tensor<tiga::id<Src>, tiga::m<E>> from = tiga::edge_sources(g);
    const auto to = tiga::edge_destinations<std::int64_t>(g);
    for (std::size_t e = 0; e < 4; ++e)
      CHECK(edge{from(e).value, to(e).value} == std::vector<edge>{{3, 1}, {0, 1}, {3, 0}, {1, 1}}[e]);
    CHECK(edges_of(bipartite::from_coo(from, to)) == edges_of(g));
  }
}

TEST_CASE("the values of a file become an edge field") {
  const text_file reals("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2\n2 1 5.5\n");
  CHECK(values(tiga::edge_values<float, E>(tiga::read_mtx(reals.path()))) == std::vector<double>{2, 5.5, 5.5});
  CHECK_THAT(error_of([&] { tiga::edge_values<std::int32_t, E>(tiga::read_mtx(reals.path())); }),
             ContainsSubstring("edge 1") && ContainsSubstring("5.5"));
  const text_file whole("%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 -7\n2 1 9223372036854775807\n");
  CHECK(tiga::edge_values<std::int64_t, E>(tiga::read_mtx(whole.path()))(1) == INT64_MAX);
  CHECK_THAT(error_of([&] { tiga::edge_values<std::int32_t, E>(tiga::read_mtx(whole.path())); }),
             ContainsSubstring("9223372036854775807"));
  const text_file list("0 1\n1 0\n");
  CHECK(values(tiga::edge_values<double, E>(tiga::read_edge_list(list.path()))) == std::vector<double>{1, 1});
}

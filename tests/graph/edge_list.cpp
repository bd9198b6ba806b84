// Edge lists: lines `source target [weight]`.
#include <tiga/graph/io.hpp>
#include <tiga/runtime/parallel.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

namespace {

std::vector<edge> edges_of_list(const tiga::edge_list& l) {
  std::vector<edge> all;
  for (std::int64_t e = 0; e < l.size(); ++e) all.emplace_back(l.sources[e], l.targets[e]);
  return all;
}
template <class T>
std::vector<T> all_of(const tiga::column<T>& c) {
  return {c.begin(), c.end()};
}
std::string refusal(const std::string& text, const tiga::edge_list_options& options = {}) {
  const text_file file(text, "edges.txt");
  const std::string says = error_of([&] { tiga::read_edge_list(file.path(), options); });
  CHECK(error_of([&] { square::from_edge_list(file.path(), options); }) == says);
  return says;
}

}  // namespace

TEST_CASE("tabs, carriage returns, empty lines and comments (FB-42)") {
  const text_file file("# comment\r\n0\t1\r\n\r\n1   2\r\n% note\r\n2 0");
  CHECK(edges_of_list(tiga::read_edge_list(file.path())) == std::vector<edge>{{0, 1}, {1, 2}, {2, 0}});
  CHECK(edges_of(square::from_edge_list(file.path())) == std::vector<edge>{{0, 1}, {1, 2}, {2, 0}});
  CHECK_THAT(refusal("0 1\n7#9 3\n"), ContainsSubstring("edges.txt: line 2: ") && ContainsSubstring("7#9"));
  CHECK_THAT(refusal("0\n1 2\n"), ContainsSubstring("line 1: ") && ContainsSubstring("without target"));
}

TEST_CASE("weights stand on every line or on none") {
  const text_file file("0 1 0.5\n1 2 -3e2\n1 2 7\n");
  const auto list = tiga::read_edge_list(file.path());
  CHECK(all_of(list.weights) == std::vector<double>{0.5, -300, 7});
  CHECK(list.nodes == 3);
  CHECK_THAT(refusal("0 1 0.5\n1 2\n"), ContainsSubstring("line 2") && ContainsSubstring("no weight"));
  CHECK_THAT(refusal("0 1\n1 2 1.0\n"), ContainsSubstring("line 2") && ContainsSubstring("'1.0'"));
  CHECK_THAT(refusal("0 1 x\n"), ContainsSubstring("line 1") && ContainsSubstring("'x' is not a number"));
  CHECK_THAT(refusal("0 1 1 9\n"), ContainsSubstring("line 1") && ContainsSubstring("'9'"));
  CHECK_THAT(refusal("0 1 1e999\n"), ContainsSubstring("double"));
}

TEST_CASE("ids that are none are refused") {
  CHECK_THAT(refusal("0 1\n-1 2\n"), ContainsSubstring("line 2") && ContainsSubstring("source '-1' is negative"));
  CHECK_THAT(refusal("0 99999999999999999999\n"), ContainsSubstring("64 bits"));
  CHECK_THAT(refusal("0 1.5\n"), ContainsSubstring("target '1.5' is not an integer"));
  CHECK_THAT(refusal("0 1\n0 5\n", {.nodes = 5}), ContainsSubstring("line 2") && ContainsSubstring("not below 5"));
  CHECK_THAT(refusal(std::string("0 1\n0\0 5\n", 9)), ContainsSubstring("line 2"));
  CHECK_THAT(refusal("0 " + std::string(100000, '1') + "\n"), ContainsSubstring("line 1"));
  CHECK_THAT(refusal("0 1\n", {.nodes = -4}), ContainsSubstring("-4"));
  const text_file far("0 4000000000000\n");
  CHECK_THAT(error_of([&] { square::from_edge_list(far.path()); }), ContainsSubstring("too wide"));
}

TEST_CASE("nodes are declared, counted or compacted") {
  const text_file file("10 700\n700 10\n3 3\n");
  CHECK(square::from_edge_list(file.path()).nodes() == 701);
  CHECK(square::from_edge_list(file.path(), {.nodes = 800}).nodes() == 800);
  const auto list = tiga::read_edge_list(file.path(), {.compact = true});
  CHECK(list.nodes == 3);
  CHECK(all_of(list.ids) == numbers{3, 10, 700});
  CHECK(edges_of_list(list) == std::vector<edge>{{1, 2}, {2, 1}, {0, 0}});
  CHECK(tiga::read_edge_list(file.path(), {.nodes = 5, .compact = true}).nodes == 5);
  CHECK_THAT(refusal("10 700\n700 10\n3 3\n", {.nodes = 2, .compact = true}), ContainsSubstring("3 different ids"));
  static constexpr tiga::axis nine{"Nine", 9};
  CHECK_THAT(error_of([&] { tiga::graph<nine, E>::from_edge_list(file.path()); }),
             ContainsSubstring("line 1") && ContainsSubstring("9"));
  CHECK(bipartite::from_edge_list(file.path()).sources() == 701);
  CHECK_THAT(error_of([&] { bipartite::from_edge_list(file.path(), {.compact = true}); }),
             ContainsSubstring("one node axis"));
}

TEST_CASE("undirected lists get their mirrored edges behind, loops once") {
  const text_file file("0 1 5\n2 2 6\n2 1 7\n");
  const auto list = tiga::read_edge_list(file.path(), {.undirected = true});
  CHECK(edges_of_list(list) == std::vector<edge>{{0, 1}, {2, 2}, {2, 1}, {1, 0}, {1, 2}});
  CHECK(all_of(list.weights) == std::vector<double>{5, 6, 7, 5, 7});
  CHECK(square::from_edge_list(file.path(), {.undirected = true}).edges() == 5);
}

TEST_CASE("an empty list is a graph of nothing") {
  CHECK(square::from_edge_list(text_file("").path()).nodes() == 0);
  CHECK(square::from_edge_list(text_file("# only this").path(), {.nodes = 4}).nodes() == 4);
}

TEST_CASE("a long list is the same for every number of threads") {
  random_numbers next{8};
  std::string text;
  std::vector<edge> expected;
  for (int e = 0; e < 120000; ++e) {
    expected.emplace_back(next.below(30000), next.below(30000));
    text += std::to_string(expected.back().first) + "\t" + std::to_string(expected.back().second) + "\n";
    if (e % 1000 == 0) text += "\n# every thousandth\n";
  }
  const text_file file(text);
  for (const int threads : {1, 3, 8}) {
    tiga::runtime::set_threads(threads);
    CHECK(edges_of_list(tiga::read_edge_list(file.path())) == expected);
  }
  tiga::runtime::set_threads(0);
  const text_file wrong(text + "5 6\n\n7 x\n");
  CHECK_THAT(error_of([&] { tiga::read_edge_list(wrong.path()); }),
             ContainsSubstring("line " + std::to_string(120000 + 240 + 3) + ": "));
}

TEST_CASE("a list that is written comes back, with the ids of the file") {
  const text_file file("10 700 0.1\n700 10 2\n3 3 1e-300\n"), target("old", "out.txt");
  for (const bool compact : {false, true}) {
    const auto list = tiga::read_edge_list(file.path(), {.compact = compact});
    tiga::write_edge_list(target.path(), list);
    const auto back = tiga::read_edge_list(target.path(), {.compact = compact});
    CHECK(edges_of_list(back) == edges_of_list(list));
    CHECK(all_of(back.weights) == all_of(list.weights));
    CHECK(all_of(back.ids) == all_of(list.ids));
  }
}

TEST_CASE("nodes behind the last edge are written and come back") {
  const text_file target("old", "out.edges");
  const auto written = [&](const tiga::edge_list& list) {
    tiga::write_edge_list(target.path(), list);
    std::ifstream in(target.path());
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  tiga::edge_list list;
  list.sources = {0, 2};
  list.targets = {1, 0};
  list.nodes = 3;
  CHECK(written(list) == "0\t1\n2\t0\n");  // no comment without need
  list.nodes = 5;
  list.weights = {0.5, -0.0};
  CHECK(written(list) == "# tiga: nodes 5\n0\t1\t0.5\n2\t0\t-0\n");
  const auto back = tiga::read_edge_list(target.path());
  CHECK((back.nodes == 5 && edges_of_list(back) == std::vector<edge>{{0, 1}, {2, 0}}));
  CHECK(square::from_edge_list(target.path()).nodes() == 5);
  CHECK(bipartite::from_edge_list(target.path()).destinations() == 5);
  CHECK(square::from_edge_list(target.path(), {.nodes = 9}).nodes() == 9);
  CHECK(square::from_edge_list(target.path(), {.compact = true}).nodes() == 3);
  CHECK(tiga::read_edge_list(target.path(), {.undirected = true}).nodes == 5);
  CHECK_THAT(error_of([&] { square::from_edge_list(target.path(), {.nodes = 4}); }),
             ContainsSubstring("line 1: declares 5 nodes, but 4 are asked for"));
  list = {};
  list.nodes = 4;
  CHECK(written(list) == "# tiga: nodes 4\n");
  CHECK(tiga::read_edge_list(target.path()).nodes == 4);
}

TEST_CASE("only our own comment before the first edge declares nodes") {
  const auto nodes = [](const std::string& text) { return tiga::read_edge_list(text_file(text).path()).nodes; };
  CHECK(nodes("# Nodes: 2 Edges: 1\n0 7\n") == 8);
  CHECK(nodes("\r\n% note\n  # tiga: nodes 9 \r\n0 7") == 9);
  CHECK(nodes("0 7\n# tiga: nodes 9\n") == 8);
  CHECK_THAT(refusal("# note\n# tiga: nodes 5\n0 7\n"),
             ContainsSubstring("line 3") && ContainsSubstring("not below 5"));
  for (const char* bad : {"", "x", "-1", "5 6", "99999999999999999999"})
    CHECK_THAT(refusal("\n# tiga: nodes " + std::string(bad) + "\n0 1\n"),
               ContainsSubstring("line 2: '" + std::string(bad) + "' is no number of nodes"));
  CHECK_THAT(refusal("# tiga: nodes 5\n# tiga: nodes 6\n"), ContainsSubstring("line 2") && ContainsSubstring("line 1"));
}

// Right MatrixMarket files: values, symmetry, free form, parallel pieces.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tiga/graph/edges.hpp>
#include <tiga/graph/io.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tuple>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

namespace {

using entry = std::tuple<std::int64_t, std::int64_t, double>;

std::vector<entry> entries_of(const tiga::matrix_entries& m) {
  std::vector<entry> all;
  for (std::int64_t i = 0; i < m.size(); ++i) all.emplace_back(m.rows[i], m.columns[i], m.value(i));
  return all;
}
std::vector<entry> read(const std::string& text) { return entries_of(tiga::read_mtx(text_file(text, "a.mtx").path())); }
std::vector<entry> read_sorted(const std::string& text) {
  auto all = read(text);
  std::sort(all.begin(), all.end());
  return all;
}
std::string with_crlf(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}
const std::string banner = "%%MatrixMarket matrix ";

}  // namespace

TEST_CASE("symmetric files are completed, the diagonal once (FB-36)") {
  const std::vector<entry> real{{0, 0, 2}, {0, 1, 5}, {1, 0, 5}, {1, 2, 7}, {2, 1, 7}, {2, 2, 1}};
  CHECK(read_sorted(banner + "coordinate real symmetric\n3 3 4\n1 1 2\n2 1 5\n3 2 7\n3 3 1\n") == real);
  std::vector<entry> pattern = real;
  for (entry& e : pattern) std::get<2>(e) = 1;
  CHECK(read_sorted(banner + "coordinate pattern symmetric\n3 3 4\n1 1\n2 1\n3 2\n3 3\n") == pattern);
  std::string ones = banner + "coordinate real symmetric\n4 4 10\n";
  for (int r = 1; r <= 4; ++r)
    for (int c = 1; c <= r; ++c) ones += std::to_string(r) + " " + std::to_string(c) + " 1\n";
  CHECK(read(ones).size() == 16);
}

TEST_CASE("valid free form is read, whatever the line ends (FB-38)") {
  const std::string text =
      "%%MatrixMarket  MATRIX    Coordinate    Real General\n% head note\n\n   4  6         6\n% rows below\n\n"
      "1 1  2.\n2 6       -0.5e1\n3 2             1.25E-2\n\n4 4                              7\n"
      "     1      5      +3\n% middle note\n     4      1      40.75\n\n";
  const std::vector<entry> expected{{0, 0, 2}, {0, 4, 3}, {1, 5, -5}, {2, 1, 0.0125}, {3, 0, 40.75}, {3, 3, 7}};
  CHECK(read_sorted(text) == expected);
  CHECK(read_sorted(with_crlf(text)) == expected);
  CHECK(read_sorted(text.substr(0, text.size() - 2)) == expected);
  CHECK(read_sorted(with_crlf(text.substr(0, text.size() - 2))) == expected);
}

TEST_CASE("the mirrored entries follow the stored ones; skew ones change sign") {
  CHECK(read(banner + "coordinate integer skew-symmetric\n3 3 3\n2 1 4\n3 1 -2\n3 2 1\n") ==
        std::vector<entry>{{1, 0, 4}, {2, 0, -2}, {2, 1, 1}, {0, 1, -4}, {0, 2, 2}, {1, 2, -1}});
  CHECK(read(banner + "coordinate integer symmetric\n3 3 4\n2 1 1\n2 1 10\n3 3 5\n3 3 7\n") ==
        std::vector<entry>{{1, 0, 1}, {1, 0, 10}, {2, 2, 5}, {2, 2, 7}, {0, 1, 1}, {0, 1, 10}});
}

TEST_CASE("arrays are stored column by column") {
  CHECK(read(banner + "array real general\n2 3\n1\n2\n3\n4\n5\n6\n") ==
        std::vector<entry>{{0, 0, 1}, {1, 0, 2}, {0, 1, 3}, {1, 1, 4}, {0, 2, 5}, {1, 2, 6}});
  CHECK(read(banner + "array real symmetric\n2 2\n11\n21\n22\n") ==
        std::vector<entry>{{0, 0, 11}, {1, 0, 21}, {1, 1, 22}, {0, 1, 21}});
  CHECK(read(banner + "array integer skew-symmetric\n3 3\n21\n31\n32\n") ==
        std::vector<entry>{{1, 0, 21}, {2, 0, 31}, {2, 1, 32}, {0, 1, -21}, {0, 2, -31}, {1, 2, -32}});
  CHECK(read(banner + "array real skew-symmetric\n1 1\n").empty());
  CHECK(read(banner + "array real general\n0 3\n").empty());
}

TEST_CASE("integers are exact and reals are rounded correctly") {
  const text_file exact(banner +
                        "coordinate integer general\n2 2 3\n1 1 9223372036854775807\n"
                        "2 1 -9223372036854775808\n2 2 9007199254740993\n");
  const auto m = tiga::read_mtx(exact.path());
  CHECK(m.integers[0] == INT64_MAX);
  CHECK(m.integers[1] == INT64_MIN);
  CHECK(m.integers[2] == 9007199254740993);
  random_numbers next{17};
  std::string text = banner + "array real general\n2000 1\n";
  std::vector<double> expected;
  for (int i = 0; i < 2000; ++i) {
    std::string word = std::to_string(next.below(100000));
    if (i % 2) word += "." + std::to_string(next() >> (i % 50));
    if (i % 3 == 0) word += "e" + std::to_string(next.below(60) - 30);
    if (i % 5 == 0) word = "-" + word;
    expected.push_back(std::strtod(word.c_str(), nullptr));
    text += word + "\n";
  }
  const auto got = read(text);
  bool same = true;
  for (std::size_t i = 0; i < expected.size(); ++i) same = same && std::get<2>(got[i]) == expected[i];
  CHECK(same);
  const auto odd =
      read(banner + "array real general\n8 1\n inf\n-Inf\nNAN\n5e-324\n1e-400\n.5\n-0.0\n1.7976931348623157e308\n");
  CHECK(std::get<2>(odd[0]) == INFINITY);
  CHECK(std::get<2>(odd[1]) == -INFINITY);
  CHECK(std::isnan(std::get<2>(odd[2])));
  CHECK(std::get<2>(odd[3]) == 5e-324);
  CHECK(std::get<2>(odd[4]) == 0);
  CHECK(std::get<2>(odd[5]) == 0.5);
  CHECK(std::signbit(std::get<2>(odd[6])));
  CHECK(std::get<2>(odd[7]) == std::numeric_limits<double>::max());
}

namespace {

// A file of several pieces; `fault` replaces the line of one entry.
std::string large_file(std::int64_t nodes, std::int64_t entries, std::int64_t fault_at, const std::string& fault,
                       std::vector<entry>* expected) {
  random_numbers next{23};
  std::string text = banner + "coordinate real general\n% made by a test\n" + std::to_string(nodes) + " " +
                     std::to_string(nodes) + " " + std::to_string(entries) + "\n";
  for (std::int64_t e = 0; e < entries; ++e) {
    const std::int64_t r = next.below(nodes), c = next.below(nodes), v = next.below(1000000);
    if (expected) expected->emplace_back(r, c, double(v) / 8);
    const std::string line = std::to_string(r + 1) + " " + std::to_string(c + 1) + " " + std::to_string(v / 8) + "." +
                             std::to_string(v % 8 * 125);
    const bool short_fraction = v % 8 * 125 < 100;  // 0 only
    text += (e == fault_at ? fault : short_fraction ? line.substr(0, line.find('.')) : line) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a file of many pieces is the same for every number of threads") {
  std::vector<entry> expected;
  const text_file file(large_file(50000, 150000, -1, "", &expected), "large.mtx");
  std::vector<edge> edges;
  for (const auto& [r, c, v] : expected) edges.emplace_back(c, r);
  for (const int threads : {1, 2, 3, 8}) {
    tiga::runtime::set_threads(threads);
    CHECK(entries_of(tiga::read_mtx(file.path())) == expected);
    const auto g = square::from_mtx(file.path());
    CHECK(edges_of(g) == edges);
    CHECK(edges_of(square::from_mtx(file.path(), {.wide_ids = true})) == edges);
  }
  tiga::runtime::set_threads(0);
}

TEST_CASE("a mistake in any piece is found with its line") {
  for (const std::int64_t at : {0, 30000, 90000, 149999}) {
    const std::string line = ": line " + std::to_string(at + 4) + ": ";
    const auto check = [&](const std::string& fault, const std::string& reason) {
      const text_file file(large_file(50000, 150000, at, fault, nullptr), "large.mtx");
      for (const std::string& says :
           {error_of([&] { tiga::read_mtx(file.path()); }), error_of([&] { square::from_mtx(file.path()); })})
        CHECK_THAT(says, ContainsSubstring(file.path() + line) && ContainsSubstring(reason));
    };
    check("50001 1 2", "row 50001 of 50000");
    check("1 2 2x", "'2x' is not a number");
    // Comments and empty lines are welcome; so this one is only missing, which shows at the end.
    const text_file file(large_file(50000, 150000, at, "% 1 2 3", nullptr), "large.mtx");
    CHECK_THAT(error_of([&] { tiga::read_mtx(file.path()); }),
               ContainsSubstring("line 150003") && ContainsSubstring("149999 of the 150000 entries"));
  }
}

TEST_CASE("a matrix becomes a graph whose rows are destinations") {
  const text_file file(banner + "coordinate real general\n2 5 3\n1 5 1.0\n2 1 2.0\n2 5 3.0\n");
  const auto g = bipartite::from_mtx(file.path());
  CHECK(g.destinations() == 2);
  CHECK(g.sources() == 5);
  CHECK(edges_of(g) == std::vector<edge>{{4, 0}, {0, 1}, {4, 1}});
  CHECK_THAT(error_of([&] { square::from_mtx(file.path()); }),
             ContainsSubstring("line 2") && ContainsSubstring("2 x 5") && ContainsSubstring("graph<Src, Dst, E>"));
  static constexpr tiga::axis four{"Four", 4};
  CHECK_THAT(error_of([&] { tiga::graph<four, Dst, E>::from_mtx(file.path()); }),
             ContainsSubstring("line 2") && ContainsSubstring("axis Four is declared with size 4") &&
                 ContainsSubstring("5 nodes"));
}

TEST_CASE("a matrix too wide for a graph says so, and is read as entries") {
  const text_file file(banner + "coordinate pattern general\n5000000000 5000000000 2\n1 5000000000\n4294967297 2\n");
  CHECK(read(banner + "coordinate pattern general\n5000000000 5000000000 2\n1 5000000000\n4294967297 2\n") ==
        std::vector<entry>{{0, 4999999999, 1}, {4294967296, 1, 1}});
  CHECK_THAT(error_of([&] { square::from_mtx(file.path()); }),
             ContainsSubstring("line 2") && ContainsSubstring("5000000000") && ContainsSubstring("too wide"));
}

TEST_CASE("the header alone") {
  const text_file file(banner + "Coordinate INTEGER skew-Symmetric\n%\n7 7 900\n");
  const tiga::mtx_header h = tiga::read_mtx_header(file.path());
  CHECK(h.field == tiga::mtx_field::integer);
  CHECK(h.symmetry == tiga::mtx_symmetry::skew_symmetric);
  CHECK(h.rows == 7);
  CHECK(h.stored == 900);
}

TEST_CASE("entries that are written come back") {
  const text_file target("old", "out.mtx");
  const auto same = [&](const std::string& text) {
    const text_file file(text);
    const auto m = tiga::read_mtx(file.path());
    tiga::write_mtx(target.path(), m);
    const auto back = tiga::read_mtx(target.path());
    return entries_of(back) == entries_of(m) && back.header.field == m.header.field &&
           back.header.rows == m.header.rows && back.header.columns == m.header.columns;
  };
  CHECK(same(banner + "coordinate real symmetric\n3 3 3\n1 1 0.1\n2 1 -1e-310\n3 2 inf\n"));
  CHECK(same(banner + "coordinate integer general\n2 9 2\n1 9 9223372036854775807\n2 2 -1\n"));
  CHECK(same(banner + "coordinate pattern general\n2 3 2\n1 3\n1 3\n"));
  CHECK(same(banner + "array real general\n2 2\n1\n2\n3\n4\n"));
  CHECK(same(banner + "coordinate integer general\n2 2 0\n"));
}

TEST_CASE("a file that cannot be written leaves nothing behind") {
  tiga::matrix_entries m;
  m.rows = {0, 1};
  m.columns = {0};
  const text_file target("old", "keep.mtx");
  CHECK_THAT(error_of([&] { tiga::write_mtx(target.path(), m); }), ContainsSubstring("keep.mtx"));
  CHECK_THAT(error_of([&] { tiga::read_mtx(target.path()); }), ContainsSubstring("line 1"));
  m.columns = {0, 1};
  CHECK_THAT(error_of([&] { tiga::write_mtx(target.path() + "/x.mtx", m); }), ContainsSubstring("cannot be created"));
  CHECK_THAT(error_of([&] { tiga::read_mtx(target.path() + ".none"); }),
             ContainsSubstring("cannot be read: No such file"));
  CHECK_THAT(error_of([&] { tiga::read_mtx(std::filesystem::temp_directory_path().string()); }),
             ContainsSubstring("directory"));
}

TEST_CASE("a file that is read once gives the graph and its values") {
  const text_file file("%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 0.5\n3 1 2\n1 3 4\n");
  const auto entries = tiga::read_mtx(file.path());
  const auto g = square::from_mtx(entries);
  CHECK(edges_of(g) == edges_of(square::from_mtx(file.path())));
  const auto weights = tiga::edge_values<float, E>(entries);
  CHECK((weights(0) == 0.5F && weights(1) == 2 && weights(2) == 4));
  const text_file tall("%%MatrixMarket matrix coordinate pattern general\n3 2 1\n3 2\n");
  const auto two_sided = bipartite::from_mtx(tiga::read_mtx(tall.path()));
  CHECK((two_sided.sources() == 2 && two_sided.destinations() == 3));
  CHECK_THAT(error_of([&] { square::from_mtx(tiga::read_mtx(tall.path())); }), ContainsSubstring("3 x 2"));
  const text_file list("0 1 0.25\n4 0 2\n");
  const auto edges = tiga::read_edge_list(list.path());
  CHECK(edges_of(square::from_edge_list(edges)) == edges_of(square::from_edge_list(list.path())));
  CHECK(square::from_edge_list(edges).nodes() == 5);
}

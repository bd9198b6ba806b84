// golden_matrices FOLDER: every file of the shared matrices (lagraph/ against expected.json, reader/ against
// manifest.jsonl, the edge lists of ldbc/) through the readers and, where it fits, through a graph.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tiga/graph/graph.hpp>
#include <tiga/graph/io.hpp>
#include <vector>

namespace {

using nlohmann::json;
using tiga::matrix_entries;
inline constexpr tiga::axis R{"R"}, C{"C"}, N{"N"}, E{"E"};
using rectangular = tiga::graph<C, R, E>;

int passed = 0, failed = 0;

void report(const std::string& name, const std::string& problem) {
  if (problem.empty()) {
    ++passed;
  } else {
    ++failed;
    std::printf("FAILED %s: %s\n", name.c_str(), problem.c_str());
  }
}

std::string header_problem(const tiga::mtx_header& h, const json& want) {
  if (want["layout"] != name_of(h.layout)) return "layout";
  if (want["field"] != name_of(h.field)) return "field";
  if (want["symmetry"] != name_of(h.symmetry)) return "symmetry";
  if (want["nrows"] != h.rows || want["ncols"] != h.columns) return "size";
  if (want["stored"] != h.stored) return "number of stored entries";
  return {};
}

// JSON has no word for numbers that are not finite.
double number_of(const json& want) {
  if (!want.is_string()) return want.get<double>();
  if (want == "NaN") return NAN;
  if (want == "Infinity") return INFINITY;
  if (want == "-Infinity") return -INFINITY;
  throw std::runtime_error("no number: " + want.dump());
}

bool same_value(const matrix_entries& m, std::int64_t i, const json& want) {
  if (want.is_string() && m.header.field == tiga::mtx_field::integer)
    return want.get<std::string>() == std::to_string(m.integers[i]);
  if (m.header.field == tiga::mtx_field::integer) return want.get<std::int64_t>() == m.integers[i];
  const double expected = number_of(want);
  if (std::isnan(expected)) return std::isnan(m.value(i));
  return m.value(i) == expected && std::signbit(m.value(i)) == std::signbit(expected);
}

// A graph holds the edges of the entries, in their order.
std::string graph_problem(const std::string& path, const matrix_entries& m) {
  for (const bool wide : {false, true}) {
    const auto g = rectangular::from_mtx(path, {.wide_ids = wide});
    if (g.destinations() != m.header.rows || g.sources() != m.header.columns || g.edges() != m.size())
      return "counts of the graph";
    for (const auto* c : {&g.in_edges(), &g.out_edges()})
      for (std::int64_t r = 0; r < c->rows; ++r)
        for (std::int64_t p = c->ptr[r]; p < c->ptr[r + 1]; ++p) {
          const std::int64_t e = c->edge_at(p), row = c == &g.in_edges() ? r : c->index_at(p);
          if (m.rows[e] != row || m.columns[e] != (row == r && c == &g.in_edges() ? c->index_at(p) : r))
            return "edge " + std::to_string(e) + " of the graph";
        }
  }
  return {};
}

std::string good_problem(const std::string& path, const json& want) {
  const matrix_entries m = tiga::read_mtx(path);
  if (std::string problem = header_problem(m.header, want); !problem.empty()) return problem;
  const json& entries = want["entries"];
  if (std::int64_t(entries.size()) != m.size()) return "number of entries";
  for (std::int64_t i = 0; i < m.size(); ++i) {
    const json& e = entries[std::size_t(i)];
    if (e[0] != m.rows[i] || e[1] != m.columns[i] || !same_value(m, i, e[2])) return "entry " + std::to_string(i);
  }
  if (m.header.rows <= tiga::max_nodes && m.header.columns <= tiga::max_nodes) return graph_problem(path, m);
  try {
    rectangular::from_mtx(path);
    return "a graph of " + std::to_string(m.header.rows) + " nodes was made";
  } catch (const tiga::error& e) {
    return std::string(e.what()).find("too wide") != std::string::npos ? "" : std::string("says ") + e.what();
  }
}

std::string bad_problem(const std::string& path) {
  for (const bool entries : {true, false}) try {
      if (entries)
        tiga::read_mtx(path);
      else
        rectangular::from_mtx(path);
      return "was accepted";
    } catch (const tiga::error& e) {
      const std::string says = e.what();
      const std::size_t line = says.find(": line ");
      if (line == std::string::npos || says.find(": ", line + 7) == std::string::npos) return "names no line: " + says;
    }
  return {};
}

bool near(double got, const json& want, double scale) {
  const double expected = number_of(want);
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected)) return got == expected;
  return std::isfinite(got) && std::abs(got - expected) <= 1e-12 * scale;
}

std::string expected_problem(const std::string& path, const json& want) {
  const matrix_entries m = tiga::read_mtx(path);
  if (std::string problem = header_problem(m.header, want); !problem.empty()) return problem;
  if (want["expanded"] != m.size()) return "number of expanded entries";
  std::vector<double> y(std::size_t(m.header.rows), 0.0), size(y);
  for (std::int64_t i = 0; i < m.size(); ++i) {
    const double term = m.value(i) / double(1 + m.columns[i]);
    y[std::size_t(m.rows[i])] += term;
    size[std::size_t(m.rows[i])] += std::abs(term);
  }
  double sum = 0, all = 0;
  for (std::size_t r = 0; r < y.size(); ++r) {
    sum += y[r];
    all += size[r];
  }
  const json& spmv = want["spmv"];
  if (!near(y.front(), spmv["first"], size.front()) || !near(y.back(), spmv["last"], size.back()) ||
      !near(sum, spmv["sum"], all))
    return "spmv";
  return graph_problem(path, m);
}

// The same lines, read by a stream.
std::string edge_list_problem(const std::string& path) {
  std::vector<std::int64_t> from, to;
  std::vector<double> weight;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::int64_t s = 0, t = 0;
    double w = 0;
    if (!(words >> s >> t)) continue;
    from.push_back(s);
    to.push_back(t);
    if (words >> w) weight.push_back(w);
  }
  const tiga::edge_list plain = tiga::read_edge_list(path);
  const tiga::edge_list compact = tiga::read_edge_list(path, {.compact = true});
  if (from.empty() || plain.size() != std::int64_t(from.size())) return "number of edges";
  if (plain.weights.size() != std::int64_t(weight.size())) return "number of weights";
  std::int64_t most = 0;
  for (std::size_t e = 0; e < from.size(); ++e) {
    const auto i = std::int64_t(e);
    most = std::max({most, from[e], to[e]});
    if (plain.sources[i] != from[e] || plain.targets[i] != to[e]) return "edge " + std::to_string(e);
    if (!weight.empty() && plain.weights[i] != weight[e]) return "weight " + std::to_string(e);
    if (compact.ids[compact.sources[i]] != from[e] || compact.ids[compact.targets[i]] != to[e])
      return "compacted edge " + std::to_string(e);
  }
  if (plain.nodes != most + 1 || compact.nodes != compact.ids.size()) return "number of nodes";
  const auto g = tiga::graph<N, E>::from_edge_list(path, {.compact = true});
  return g.nodes() == compact.nodes && g.edges() == plain.size() ? "" : "counts of the graph";
}

template <class Check>
void run(const std::string& name, const Check& check) {
  try {
    report(name, check());
  } catch (const std::exception& e) {
    report(name, std::string("throws ") + e.what());
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: golden_matrices FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::ifstream manifest(folder / "reader" / "manifest.jsonl");
  for (std::string line; std::getline(manifest, line);) {
    const json want = json::parse(line);
    const std::string name = want["file"], path = (folder / "reader" / name).string();
    run(name, [&] { return want["ok"].get<bool>() ? good_problem(path, want) : bad_problem(path); });
  }
  std::ifstream facts(folder / "expected.json");
  const json expected = facts ? json::parse(facts) : json::object();
  for (const auto& [name, want] : expected.items())
    run(name,
        [&, &file = name, &about = want] { return expected_problem((folder / "lagraph" / file).string(), about); });
  if (std::filesystem::is_directory(folder / "ldbc"))
    for (const auto& entry : std::filesystem::directory_iterator(folder / "ldbc"))
      if (entry.path().extension() == ".e")
        run(entry.path().filename().string(), [&] { return edge_list_problem(entry.path().string()); });
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed > 0 || passed == 0 ? 1 : 0;
}

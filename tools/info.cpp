// `tiga info`.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/printable.hpp>

#include "commands.hpp"
#include "formats.hpp"

namespace tiga::tool {
namespace {

void line(const std::string& what, const std::string& value) {
  fmt::print("{:<11} {}\n", printable(what), printable(value));
}

/// How often the ids occur, of which there are `count`. Memory for the ids, not for the count: that is a claim.
struct degrees {
  std::int64_t least = 0, most = 0, zero = 0;
  double mean = 0, median = 0;

  degrees(const column<std::int64_t>& ids, std::int64_t count) {
    std::vector<std::int64_t> sorted(ids.begin(), ids.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::int64_t> runs;
    for (auto i = sorted.begin(); i != sorted.end();) {
      const auto end = std::upper_bound(i, sorted.end(), *i);
      runs.push_back(end - i);
      i = end;
    }
    std::sort(runs.begin(), runs.end());
    zero = count - std::int64_t(runs.size());
    if (count == 0) return;
    const auto rank = [&](std::int64_t k) { return k < zero ? 0 : runs[std::size_t(k - zero)]; };
    least = rank(0);
    most = rank(count - 1);
    median = (static_cast<double>(rank((count - 1) / 2)) + static_cast<double>(rank(count / 2))) / 2;
    mean = static_cast<double>(ids.size()) / static_cast<double>(count);
  }
};

void print_degrees(const char* what, const column<std::int64_t>& ids, std::int64_t count) {
  const degrees d(ids, count);
  line(what,
       fmt::format("min {}, median {}, mean {:.2f}, max {}; none: {}", d.least, d.median, d.mean, d.most, d.zero));
}

std::string dtype_of_values(const matrix_entries& m) {
  return m.header.field == mtx_field::pattern ? "none (pattern)" : m.header.field == mtx_field::integer ? "i64" : "f64";
}
void print_entries(const matrix_entries& m, const std::string& dtype) {
  std::int64_t loops = 0;
  for (std::int64_t i = 0; i < m.size(); ++i) loops += m.rows[i] == m.columns[i];
  line("size", fmt::format("{} rows (destinations) x {} columns (sources)", m.header.rows, m.header.columns));
  line("entries", m.header.stored == m.size() ? std::to_string(m.size())
                                              : fmt::format("{} ({} in the file)", m.size(), m.header.stored));
  line("dtype", dtype);
  print_degrees("in-degree", m.rows, m.header.rows);
  print_degrees("out-degree", m.columns, m.header.columns);
  if (m.header.rows == m.header.columns) line("self-loops", std::to_string(loops));
}

std::string described(const dynamic_tensor& t) {
  std::string shape;
  for (int i = 0; i < t.rank; ++i) shape += fmt::format("{}{}", i ? ", " : "", t.n[i]);
  return fmt::format("{} ({}), {} elements, {} bytes", dtype_name(t.type), shape, t.size(),
                     std::uint64_t(t.size()) * dtype_size(t.type));
}

// An archive may have these names and be no graph: then it is one of arrays, and the reason is worth a line.
void print_archive(const std::string& path, const std::string& what) {
  const std::vector<npz_entry> arrays = load_npz(path);
  std::optional<matrix_entries> graph;
  std::string problem, weights = "none (pattern)";
  try {
    graph = graph_in(path, arrays);
  } catch (const error& e) {
    problem = e.what();
  }
  line("kind", graph ? what + " of a graph" : what);
  for (const npz_entry& array : arrays) {
    line(array.name, described(array.value));
    if (array.name == "weight") weights = dtype_name(array.value.type);
  }
  if (graph) print_entries(*graph, weights);
  if (!problem.empty()) line("no graph", problem);
}

}  // namespace

int info(const std::string& path) {
  const format kind = format_to_read(path);
  std::string what(name_of(kind));
  switch (kind) {
    case format::mtx: {
      const matrix_entries m = read_mtx(path);
      line("kind", fmt::format("{} {} {} {}", what, name_of(m.header.layout), name_of(m.header.field),
                               name_of(m.header.symmetry)));
      print_entries(m, dtype_of_values(m));
      return 0;
    }
    case format::edge_list: {
      const matrix_entries m = read_entries(path);
      line("kind", what);
      print_entries(m, dtype_of_values(m));
      return 0;
    }
    case format::npy: {
      const dynamic_tensor array = load_npy(path);
      line("kind", what);
      line("array", described(array));
      return 0;
    }
    case format::npz: print_archive(path, what); return 0;
  }
  return 1;
}

}  // namespace tiga::tool

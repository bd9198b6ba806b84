#include "formats.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tiga/runtime/error.hpp>

namespace tiga::tool {
namespace {

struct ending {
  const char* text;
  format kind;
};
constexpr ending endings[] = {
    {".mtx", format::mtx},
    {".npy", format::npy},
    {".npz", format::npz},
    {".edges", format::edge_list},
    {".edgelist", format::edge_list},
    {".el", format::edge_list},
    {".e", format::edge_list},
    {".tsv", format::edge_list},
    {".txt", format::edge_list},
};

matrix_entries from_edges(edge_list edges) {
  matrix_entries m;
  m.header.rows = m.header.columns = edges.nodes;
  m.header.stored = edges.size();
  m.header.field = edges.weights.empty() ? mtx_field::pattern : mtx_field::real;
  m.rows = std::move(edges.targets);
  m.columns = std::move(edges.sources);
  m.reals = std::move(edges.weights);
  return m;
}

// An array as a column of another type; integers keep their values.
template <class From, class To>
column<To> copied(const dynamic_tensor& t) {
  column<To> c(t.size());
  const From* first = static_cast<const From*>(t.first);
  std::transform(first, first + t.size(), c.data(), [](From v) { return static_cast<To>(v); });
  return c;
}

column<std::int64_t> ids(const std::string& path, const npz_entry& array) {
  const dynamic_tensor t = array.value.contiguous();
  if (t.rank == 1 && t.type == dtype::i64) return copied<std::int64_t, std::int64_t>(t);
  if (t.rank == 1 && t.type == dtype::i32) return copied<std::int32_t, std::int64_t>(t);
  fail(fmt::format("{}: {} is {} of rank {}, but ids are i32 or i64 of rank 1", path, array.name, dtype_name(t.type),
                   t.rank));
}

void put_weights(const std::string& path, const npz_entry& array, matrix_entries& m) {
  const dynamic_tensor t = array.value.contiguous();
  m.header.field = is_integer(t.type) ? mtx_field::integer : mtx_field::real;
  if (t.rank == 1 && t.type == dtype::f64)
    m.reals = copied<double, double>(t);
  else if (t.rank == 1 && t.type == dtype::f32)
    m.reals = copied<float, double>(t);
  else if (t.rank == 1 && t.type == dtype::i64)
    m.integers = copied<std::int64_t, std::int64_t>(t);
  else if (t.rank == 1 && t.type == dtype::i32)
    m.integers = copied<std::int32_t, std::int64_t>(t);
  else
    fail(fmt::format("{}: {} is {} of rank {}, but weights are i32, i64, f32 or f64 of rank 1", path, array.name,
                     dtype_name(t.type), t.rank));
}

std::int64_t count_of(const std::string& path, const char* what, const column<std::int64_t>& c, std::int64_t declared) {
  std::int64_t count = std::max<std::int64_t>(declared, 0);
  for (const std::int64_t v : c) {
    if (v < 0 || v == INT64_MAX || (declared >= 0 && v >= declared))
      fail(fmt::format("{}: {} holds the id {}, outside 0 to {}", path, what, v,
                       declared >= 0 ? declared - 1 : INT64_MAX - 1));
    count = std::max(count, v + 1);
  }
  return count;
}

matrix_entries from_arrays(const std::string& path, const std::vector<npz_entry>& arrays) {
  matrix_entries m;
  m.header.field = mtx_field::pattern;
  std::int64_t shape[2] = {dynamic, dynamic};
  bool sources = false, targets = false;
  std::set<std::string> seen;
  for (const npz_entry& array : arrays) {
    if (!seen.insert(array.name).second) fail(path + ": holds two arrays " + array.name);
    if (array.name == "src") {
      m.columns = ids(path, array), sources = true;
    } else if (array.name == "dst") {
      m.rows = ids(path, array), targets = true;
    } else if (array.name == "weight") {
      put_weights(path, array, m);
    } else if (array.name == "shape") {
      const column<std::int64_t> n = ids(path, array);
      if (n.size() != 2) fail(fmt::format("{}: shape has {} numbers, not rows and columns", path, n.size()));
      if (n[0] < 0 || n[1] < 0) fail(fmt::format("{}: shape is {} x {}", path, n[0], n[1]));
      shape[0] = n[0], shape[1] = n[1];
    }
  }
  if (!sources || !targets) fail(path + ": holds no graph: arrays src and dst are needed");
  const std::int64_t weights = std::max(m.reals.size(), m.integers.size());
  if (m.rows.size() != m.columns.size() || (m.header.field != mtx_field::pattern && weights != m.rows.size()))
    fail(fmt::format("{}: src, dst and weight have {}, {} and {} elements", path, m.columns.size(), m.rows.size(),
                     weights));
  m.header.rows = count_of(path, "dst", m.rows, shape[0]);
  m.header.columns = count_of(path, "src", m.columns, shape[1]);
  if (shape[0] < 0) m.header.rows = m.header.columns = std::max(m.header.rows, m.header.columns);
  m.header.stored = m.size();
  return m;
}

template <class T>
npz_entry array_of(const char* name, const column<T>& c) {
  const std::int64_t n = c.size();
  npz_entry e{name, dynamic_tensor::uninitialized(dtype_of<T>, 1, &n)};
  std::copy(c.begin(), c.end(), static_cast<T*>(e.value.writable()));
  return e;
}

void write_arrays(const std::string& path, const matrix_entries& m) {
  std::vector<npz_entry> arrays = {array_of("src", m.columns), array_of("dst", m.rows),
                                   array_of("shape", column<std::int64_t>{m.header.rows, m.header.columns})};
  if (m.header.field == mtx_field::real) arrays.push_back(array_of("weight", m.reals));
  if (m.header.field == mtx_field::integer) arrays.push_back(array_of("weight", m.integers));
  save_npz(path, arrays);
}

edge_list edges_of(const std::string& path, const matrix_entries& m) {
  if (m.header.rows != m.header.columns)
    fail(fmt::format("{}: the matrix is {} x {}; an edge list has one set of nodes", path, m.header.rows,
                     m.header.columns));
  edge_list edges;
  edges.nodes = m.header.rows;
  edges.sources = m.columns;
  edges.targets = m.rows;
  edges.weights = m.reals;
  if (!m.integers.empty()) {
    edges.weights = column<double>(m.size());
    for (std::int64_t i = 0; i < m.size(); ++i) {
      constexpr std::int64_t exact = std::int64_t(1) << 53;
      if (m.integers[i] > exact || m.integers[i] < -exact)
        fail(fmt::format("{}: entry {} has the value {}, which is no exact weight", path, i, m.integers[i]));
      edges.weights[i] = m.value(i);
    }
  }
  return edges;
}

}  // namespace

format format_of(const std::string& path) {
  const std::string found = std::filesystem::path(path).extension().string();
  std::string known;
  for (const ending& e : endings) {
    if (found == e.text) return e.kind;
    known += fmt::format("{}{}", known.empty() ? "" : " ", e.text);
  }
  fail(fmt::format("{}: unknown ending '{}'; known are {}", path, found, known));
}

format format_to_read(const std::string& path) {
  if (!path.ends_with(".gz")) return format_of(path);
  const format inside = format_of(path.substr(0, path.size() - 3));
  if (inside != format::mtx && inside != format::edge_list)
    fail(path + ": only .mtx files and edge lists are read through gzip");
  return inside;
}

std::string_view name_of(format f) {
  switch (f) {
    case format::mtx: return "MatrixMarket";
    case format::edge_list: return "edge list";
    case format::npy: return "NumPy array";
    case format::npz: return "NumPy archive";
  }
  return "unknown";
}

std::optional<matrix_entries> graph_in(const std::string& path, const std::vector<npz_entry>& arrays) {
  const auto has = [&](const char* name) {
    return std::any_of(arrays.begin(), arrays.end(), [&](const npz_entry& a) { return a.name == name; });
  };
  if (!has("src") || !has("dst")) return {};
  return from_arrays(path, arrays);
}

matrix_entries read_entries(const std::string& path) {
  switch (format_to_read(path)) {
    case format::mtx: return read_mtx(path);
    case format::edge_list: return from_edges(read_edge_list(path));
    case format::npz: {
      const std::vector<npz_entry> arrays = load_npz(path);
      for (const npz_entry& a : arrays)
        if (a.name != "src" && a.name != "dst" && a.name != "weight" && a.name != "shape")
          fail(fmt::format("{}: the array {} would be lost: a graph has src, dst, weight and shape", path, a.name));
      return from_arrays(path, arrays);
    }
    case format::npy: break;
  }
  fail(path + ": an array holds no graph");
}

void write_entries(const std::string& path, const matrix_entries& entries) {
  switch (format_of(path)) {
    case format::mtx: return write_mtx(path, entries);
    case format::edge_list: return write_edge_list(path, edges_of(path, entries));
    case format::npz: return write_arrays(path, entries);
    case format::npy: break;
  }
  fail(path + ": an array holds no graph; write an .npz");
}

}  // namespace tiga::tool

// `tiga info`.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tiga/tensor/npy.hpp>

#include "commands.hpp"
#include "formats.hpp"

namespace tiga::tool {
namespace {

void line(const char* what, const std::string& value) { fmt::print("{:<12}{}\n", what, value); }

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

void print_entries(const matrix_entries& m) {
  std::int64_t loops = 0;
  for (std::int64_t i = 0; i < m.size(); ++i) loops += m.rows[i] == m.columns[i];
  line("size", fmt::format("{} rows (destinations) x {} columns (sources)", m.header.rows, m.header.columns));
  line("entries", m.header.stored == m.size() ? std::to_string(m.size())
                                              : fmt::format("{} ({} in the file)", m.size(), m.header.stored));
  line("dtype", m.header.field == mtx_field::pattern   ? "none (pattern)"
                : m.header.field == mtx_field::integer ? "i64"
                                                       : "f64");
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

}  // namespace

int info(const std::string& path) {
  const format kind = format_of(path);
  std::string what(name_of(kind));
  switch (kind) {
    case format::mtx: {
      const matrix_entries m = read_mtx(path);
      line("kind", fmt::format("{} {} {} {}", what, name_of(m.header.layout), name_of(m.header.field),
                               name_of(m.header.symmetry)));
      print_entries(m);
      return 0;
    }
    case format::edge_list:
      line("kind", what);
      print_entries(read_entries(path));
      return 0;
    case format::npy:
      line("kind", what);
      line("array", described(load_npy(path)));
      return 0;
    case format::npz:
      line("kind", what);
      for (const npz_entry& array : load_npz(path)) line(array.name.c_str(), described(array.value));
      return 0;
  }
  return 1;
}

}  // namespace tiga::tool

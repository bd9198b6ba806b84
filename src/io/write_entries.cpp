// Entries and edges back to text.
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <tiga/graph/io.hpp>
#include <tiga/runtime/error.hpp>

#include "../graph/checks.hpp"
#include "atomic_file.hpp"
#include "edge_list.hpp"

namespace tiga {
namespace {

/// Text that goes to the file a block at a time.
class writer {
 public:
  explicit writer(const std::string& path) : file_(path) {}
  writer& operator<<(char c) {
    block_ += c;
    return *this;
  }
  writer& operator<<(std::string_view s) {
    block_ += s;
    return *this;
  }
  template <class Number>
  requires std::is_arithmetic_v<Number> writer& operator<<(Number v) {
    char digits[40];  // doubles: the shortest text that is read back to the same bits
    block_.append(digits, std::to_chars(digits, digits + sizeof digits, v).ptr);
    return *this;
  }
  void end_line() {
    block_ += '\n';
    if (block_.size() < (1 << 20)) return;
    file_.write(block_);
    block_.clear();
  }
  void finish() {
    file_.write(block_);
    file_.commit();
  }

 private:
  io::atomic_file file_;
  std::string block_;
};

void check_sizes(const std::string& path, std::int64_t first, std::int64_t second, std::int64_t values) {
  if (first != second || (values != 0 && values != first))
    fail(path + ": cannot be written: columns of " + std::to_string(first) + ", " + std::to_string(second) + " and " +
         std::to_string(values) + " elements");
}

}  // namespace

void write_mtx(const std::string& path, const matrix_entries& entries) {
  const mtx_field field = !entries.reals.empty()      ? mtx_field::real
                          : !entries.integers.empty() ? mtx_field::integer
                          : entries.rows.empty()      ? entries.header.field
                                                      : mtx_field::pattern;
  check_sizes(path, entries.rows.size(), entries.columns.size(), entries.reals.size());
  check_sizes(path, entries.rows.size(), entries.columns.size(), entries.integers.size());
  writer out(path);
  out << "%%MatrixMarket matrix coordinate " << name_of(field) << " general";
  out.end_line();
  out << entries.header.rows << ' ' << entries.header.columns << ' ' << entries.size();
  out.end_line();
  for (std::int64_t i = 0; i < entries.size(); ++i) {
    out << entries.rows[i] + 1 << ' ' << entries.columns[i] + 1;
    if (field == mtx_field::real) out << ' ' << entries.reals[i];
    if (field == mtx_field::integer) out << ' ' << entries.integers[i];
    out.end_line();
  }
  out.finish();
}

void write_edge_list(const std::string& path, const edge_list& edges) {
  check_sizes(path, edges.sources.size(), edges.targets.size(), edges.weights.size());
  const auto id = [&](std::int64_t node) { return edges.ids.empty() ? node : edges.ids[node]; };
  writer out(path);
  // Nodes behind the last one with an edge; other files stay without a comment, which not every program skips.
  const std::int64_t most = std::max(detail::range_of(edges.sources).most, detail::range_of(edges.targets).most);
  if (edges.ids.empty() && edges.nodes > most + 1) {
    out << io::nodes_line << edges.nodes;
    out.end_line();
  }
  for (std::int64_t e = 0; e < edges.size(); ++e) {
    out << id(edges.sources[e]) << '\t' << id(edges.targets[e]);
    if (!edges.weights.empty()) out << '\t' << edges.weights[e];
    out.end_line();
  }
  out.finish();
}

}  // namespace tiga

// MatrixMarket files, to entries and to graphs.
#include <tiga/runtime/error.hpp>

#include "../graph/checks.hpp"
#include "../graph/coo.hpp"
#include "../graph/out_of_memory.hpp"
#include "mtx.hpp"

namespace tiga {

namespace {

// What `read(file)` gives.
template <class Read>
auto with_file(const std::string& path, const Read& read) {
  return detail::in_memory([&] { return path + ": cannot be read"; },
                           [&] {
                             const io::mapped_file file(path);
                             return read(file, io::read_start(path, file.begin(), file.end()));
                           });
}

}  // namespace

mtx_header read_mtx_header(const std::string& path) {
  return with_file(path, [](const io::mapped_file&, const io::mtx_start& start) { return start.header; });
}

matrix_entries read_mtx(const std::string& path) {
  return with_file(path, [&](const io::mapped_file& file, const io::mtx_start& start) -> matrix_entries {
    const auto entries = io::read_entries<std::int64_t>(path, file, start, true);
    return {start.header, entries.rows, entries.columns, entries.reals, entries.integers};
  });
}

namespace detail {
namespace {

template <class Int>
graph_handle graph_of(const graph_axes& axes, const std::string& path, const io::mapped_file& file,
                      const io::mtx_start& start) {
  const auto entries = io::read_entries<Int>(path, file, start, false);
  check_counts(axes, start.header.columns, start.header.rows, entries.rows.size());
  return graph_of_edges(start.header.columns, start.header.rows, entries.columns, entries.rows);
}

// `where` begins the sentence.
void check_square(const graph_axes& axes, const mtx_header& h, const std::string& where) {
  if (axes.square && h.rows != h.columns)
    fail(where + "a matrix of " + std::to_string(h.rows) + " x " + std::to_string(h.columns) + " is no " + shown(axes) +
         "; two node axes are written graph<Src, Dst, E>");
}

graph_handle checked_graph(const graph_axes& axes, const std::string& path, const io::mapped_file& file,
                           const io::mtx_start& start, graph_options options) {
  const mtx_header& h = start.header;
  const std::string where = path + ": line " + std::to_string(start.size_line) + ": ";
  check_square(axes, h, where);
  try {
    check_counts(axes, h.columns, h.rows, axes.edges == dynamic ? 0 : axes.edges);
  } catch (const error& e) {
    fail(where + e.what());
  }
  // A symmetric file holds up to twice the entries that it stores; an announced count is not believed further.
  const std::int64_t most_edges = h.stored > INT64_MAX / 2 ? INT64_MAX : 2 * h.stored;
  return wide_ids(h.columns, h.rows, most_edges, options) ? graph_of<std::int64_t>(axes, path, file, start)
                                                          : graph_of<std::int32_t>(axes, path, file, start);
}

}  // namespace

graph_handle graph_from_mtx(const graph_axes& axes, const std::string& path, graph_options options) {
  return with_file(path, [&](const io::mapped_file& file, const io::mtx_start& start) {
    return checked_graph(axes, path, file, start, options);
  });
}

graph_handle graph_from_entries(const graph_axes& axes, const matrix_entries& entries, graph_options options) {
  const mtx_header& h = entries.header;
  check_square(axes, h, "");
  return graph_from_coo(axes, entries.columns, entries.rows, h.columns, h.rows, options);
}

}  // namespace detail
}  // namespace tiga

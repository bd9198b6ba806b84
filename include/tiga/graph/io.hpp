// Files of sparse matrices and edges, as entries with their values. Readers are parallel and take nothing on trust:
// every error is a tiga::error `<file>: line <n>: <reason>`. Files compressed by gzip are read as what they hold. Only
// regular files are read and replaced. A replaced file keeps its permissions, a symbolic link stays one.
#pragma once
#include <cstdint>
#include <string>
#include <tiga/graph/column.hpp>
#include <tiga/graph/core.hpp>

namespace tiga {

enum class mtx_layout : std::uint8_t { coordinate, array };
enum class mtx_field : std::uint8_t { real, integer, pattern };
enum class mtx_symmetry : std::uint8_t { general, symmetric, skew_symmetric };
/// The word of the banner.
const char* name_of(mtx_layout);
const char* name_of(mtx_field);
const char* name_of(mtx_symmetry);

/// What the first lines of a MatrixMarket file say.
struct mtx_header {
  mtx_layout layout = mtx_layout::coordinate;
  mtx_field field = mtx_field::real;
  mtx_symmetry symmetry = mtx_symmetry::general;
  std::int64_t rows = 0, columns = 0;
  std::int64_t stored = 0;  ///< entries in the file; an array file stores all, or the lower triangle
};

/// The entries of a MatrixMarket file in the order of the file; the mirrored ones of a symmetric or skew-symmetric
/// file follow, in the same order. Rows and columns count from 0. Duplicates and explicit zeros are kept.
struct matrix_entries {
  mtx_header header;
  column<std::int64_t> rows, columns;
  column<double> reals;           ///< of a real file, else empty
  column<std::int64_t> integers;  ///< of an integer file, exact; else empty

  std::int64_t size() const { return rows.size(); }
  /// The value as a double: 1 in a pattern file, the nearest double of an integer.
  double value(std::int64_t i) const {
    return !reals.empty() ? reals[i] : !integers.empty() ? static_cast<double>(integers[i]) : 1.0;
  }
};

/// Reads a MatrixMarket file: layouts coordinate and array, fields real, integer and pattern, symmetries general,
/// symmetric and skew-symmetric. Words of the banner match in any case; blank lines and comments may stand anywhere
/// behind it. An entry above the diagonal of a symmetric file, a wrong count in either direction, an index outside the
/// matrix and whatever is no number are errors. Two parallel passes over the file; memory for what it holds, never
/// for what it announces. The file must not shrink while it is read.
matrix_entries read_mtx(const std::string& path);

/// The banner and the size line alone.
mtx_header read_mtx_header(const std::string& path);

/// Writes the entries as a general coordinate file of the field that they have. Reals are written with as many digits
/// as bring back the same bits. Atomic: written beside the target, flushed, and renamed over it.
void write_mtx(const std::string& path, const matrix_entries& entries);

/// The edges of a file in its order.
struct edge_list {
  column<std::int64_t> sources, targets;
  column<double> weights;    ///< empty if the file has none
  std::int64_t nodes = 0;    ///< largest id + 1, or as declared
  column<std::int64_t> ids;  ///< of a compacted list: the id in the file of every node, ascending; else empty

  std::int64_t size() const { return sources.size(); }
};

/// Reads lines `source target [weight]`, separated by blanks or tabs. Empty lines and lines that start with # or %
/// are skipped; either every line has a weight or none. Ids count from 0. A line `# tiga: nodes 5` before the first
/// edge declares the number of nodes, which no id may reach; with `compact` it counts for nothing.
edge_list read_edge_list(const std::string& path, const edge_list_options& options = {});

/// Writes `source<tab>target[<tab>weight]` lines, with the ids of a compacted list as they were in the file. Nodes
/// behind the last one that has an edge are kept by a first line `# tiga: nodes 5`. Atomic.
void write_edge_list(const std::string& path, const edge_list& edges);

}  // namespace tiga

// Which files the command knows, and graphs in all formats that hold one.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <tiga/graph/io.hpp>
#include <tiga/tensor/npy.hpp>
#include <vector>

namespace tiga::tool {

enum class format { mtx, edge_list, npy, npz };

/// From the ending of the name. Throws tiga::error naming the endings there are.
format format_of(const std::string& path);
/// The same of a file that is there: text may be compressed by gzip, `cora.mtx.gz`.
format format_to_read(const std::string& path);
std::string_view name_of(format);

/// The entries of a MatrixMarket file, or the edges of an edge list as entries: rows are targets, columns sources.
/// Of an .npz the arrays `src`, `dst` and, where there is one, `weight`; the sizes follow from `shape` (rows, columns)
/// or from the largest ids. An .npy holds no graph.
matrix_entries read_entries(const std::string& path);

/// The graph in the arrays of an archive, whatever else they hold; nothing where `src` or `dst` is missing. Throws
/// tiga::error when these arrays do not fit together.
std::optional<matrix_entries> graph_in(const std::string& path, const std::vector<npz_entry>& arrays);

/// The opposite of `read_entries`. An edge list needs a square matrix, and integers beyond 2^53 do not fit in its
/// weights.
void write_entries(const std::string& path, const matrix_entries& entries);

}  // namespace tiga::tool

// The parts of the MatrixMarket reader.
#pragma once
#include <string>
#include <tiga/graph/io.hpp>

#include "mapped_file.hpp"

namespace tiga::io {

/// The header of a file and where its entries begin.
struct mtx_start {
  mtx_header header;
  std::int64_t size_line;  // number of the line with the sizes
  const char* body;        // behind that line
};
/// Reads the banner and the size line. Throws at the line that is wrong.
mtx_start read_start(const std::string& path, const char* begin, const char* end);

/// Entries from 0, mirrored ones included; values only where asked for.
template <class Int>
struct mtx_columns {
  column<Int> rows, columns;
  column<double> reals;
  column<std::int64_t> integers;
};
/// Reads and checks every entry. Int holds every index below the sizes in the header.
template <class Int>
mtx_columns<Int> read_entries(const std::string& path, const mapped_file& file, const mtx_start& start, bool values);

/// Adds the mirrored entries of a symmetric or skew-symmetric file behind the stored ones.
template <class Int>
void mirror(const mtx_header& header, mtx_columns<Int>& entries);

/// What is wrong with a line that should hold an entry; the line ends with a newline.
std::string reason_of(const mtx_header& header, const char* line);

}  // namespace tiga::io

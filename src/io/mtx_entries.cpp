// The entries of a MatrixMarket file: every thread reads pieces of whole lines straight to their final places.
#include <algorithm>
#include <tiga/runtime/parallel.hpp>

#include "lines.hpp"
#include "mtx.hpp"
#include "numbers.hpp"

namespace tiga::io {
namespace {

template <class Int>
struct target {
  const mtx_header& header;
  bool every_line;  // must hold an entry
  Int *rows, *columns;
  double* reals;           // null: values are checked, not kept
  std::int64_t* integers;  // the same
};

template <mtx_field Field, class Int>
bool read_value(const char*& p, const target<Int>& to, std::int64_t entry) {
  if constexpr (Field == mtx_field::real) {
    double v = 0;
    if (read_real(p, v) != number::good) return false;
    if (to.reals) to.reals[entry] = v;
  } else if constexpr (Field == mtx_field::integer) {
    std::int64_t v = 0;
    if (read_integer(p, v) != number::good) return false;
    if (v == INT64_MIN && to.header.symmetry == mtx_symmetry::skew_symmetric) return false;
    if (to.integers) to.integers[entry] = v;
  }
  return true;
}

// Everything behind the leading blanks of a line, which holds nothing but one entry.
template <mtx_field Field, bool Array, class Int>
bool read_entry(const char*& p, const target<Int>& to, std::int64_t entry) {
  if constexpr (!Array) {
    const mtx_header& h = to.header;
    std::int64_t row = 0, column = 0;
    if (read_integer(p, row) != number::good || row < 1 || row > h.rows || !is_blank(*p)) return false;
    skip_blanks(p);
    if (read_integer(p, column) != number::good || column < 1 || column > h.columns) return false;
    if (h.symmetry != mtx_symmetry::general && row - (h.symmetry == mtx_symmetry::skew_symmetric) < column)
      return false;
    to.rows[entry] = Int(row - 1);
    to.columns[entry] = Int(column - 1);
    if (Field != mtx_field::pattern && !is_blank(*p)) return false;
    skip_blanks(p);
  }
  if (!read_value<Field>(p, to, entry)) return false;
  skip_blanks(p);
  return *p++ == '\n';
}

template <mtx_field Field, bool Array, class Int>
bad_line read_piece_of(const piece& part, const target<Int>& to) {
  std::int64_t line = part.first_line, entry = part.first_entry;
  for (const char* p = part.begin; p != part.end; ++line) {
    const char* const from = p;
    if (!to.every_line && !is_entry(p, "%"))
      p = next_line(p, part.end);
    else if (skip_blanks(p); !read_entry<Field, Array>(p, to, entry++))
      return {from, line};
  }
  return {};
}

template <class Int>
bad_line read_all(const lines& text, const target<Int>& to) {
  const mtx_header& h = to.header;
  const bool array = h.layout == mtx_layout::array;
  return read_pieces(text, [&](const piece& p) {
    if (h.field == mtx_field::pattern) return read_piece_of<mtx_field::pattern, false>(p, to);
    if (h.field == mtx_field::integer)
      return array ? read_piece_of<mtx_field::integer, true>(p, to) : read_piece_of<mtx_field::integer, false>(p, to);
    return array ? read_piece_of<mtx_field::real, true>(p, to) : read_piece_of<mtx_field::real, false>(p, to);
  });
}

// Arrays are stored column by column; of a symmetric one the lower triangle, of a skew one without its diagonal.
template <class Int>
void number_array(const mtx_header& h, mtx_columns<Int>& entries) {
  const std::int64_t above = h.symmetry == mtx_symmetry::general ? 0 : h.symmetry == mtx_symmetry::symmetric ? 1 : 2;
  std::int64_t entry = 0;
  for (std::int64_t c = 0; c < h.columns && entry < h.stored; ++c)
    for (std::int64_t r = above == 0 ? 0 : c + above - 1; r < h.rows; ++r, ++entry) {
      entries.rows[entry] = Int(r);
      entries.columns[entry] = Int(c);
    }
}

// After `count_entries`.
void check_count(const std::string& path, const mtx_start& start, const lines& text) {
  const std::int64_t announced = start.header.stored;
  if (text.entries() < announced)
    fail_at(path, std::max(text.last_line(), start.size_line),
            "the file ends early, with " + std::to_string(text.entries()) + " of the " +
                (announced == INT64_MAX ? "more than 2^63" : std::to_string(announced)) + " entries that line " +
                std::to_string(start.size_line) + " announces");
  if (text.entries() > announced)
    fail_at(
        path, text.line_of_entry(announced),
        "an entry after the last: line " + std::to_string(start.size_line) + " announces " + std::to_string(announced));
}

// The first mistake of the file, if there is one: a line that is no entry, the first entry too many, or the end.
void check_read(const std::string& path, const mtx_start& start, lines& text, bool every_line, const bad_line& bad) {
  if (every_line && !bad.at) return;
  if (every_line) text.count_entries("%");
  const char* p = bad.at;
  const bool empty = p && !is_entry(p, "%");  // though every line should hold an entry: there are too few
  if (bad.at && !empty &&
      (text.entries() <= start.header.stored || bad.number < text.line_of_entry(start.header.stored)))
    fail_at(path, bad.number, reason_of(start.header, bad.at));
  check_count(path, start, text);
}

}  // namespace

template <class Int>
mtx_columns<Int> read_entries(const std::string& path, const mapped_file& file, const mtx_start& start, bool values) {
  const mtx_header& h = start.header;
  lines text(start.body, file.end(), start.size_line + 1);
  // As many lines as entries, as in most files: then none may be empty, and that shows while reading.
  const bool every_line = text.entries() == h.stored;
  if (!every_line) text.count_entries("%");

  mtx_columns<Int> entries;
  const std::int64_t found = text.entries();  // what the file holds, not what it announces
  const std::int64_t room = h.symmetry == mtx_symmetry::general ? found : 2 * found;  // untouched pages are free
  entries.rows = column<Int>(room);
  entries.columns = column<Int>(room);
  if (values && h.field == mtx_field::real) entries.reals = column<double>(room);
  if (values && h.field == mtx_field::integer) entries.integers = column<std::int64_t>(room);
  const target<Int> to{
      h, every_line, entries.rows.data(), entries.columns.data(), entries.reals.data(), entries.integers.data()};
  check_read(path, start, text, every_line, read_all(text, to));
  if (h.layout == mtx_layout::array) number_array(h, entries);
  mirror(h, entries);
  return entries;
}

template <class Int>
void mirror(const mtx_header& h, mtx_columns<Int>& entries) {
  if (h.symmetry == mtx_symmetry::general) return;
  constexpr std::int64_t block = 1 << 16;
  const std::int64_t blocks = (h.stored + block - 1) / block;
  Int *const rows = entries.rows.data(), *const columns = entries.columns.data();
  std::vector<std::int64_t> at(std::size_t(blocks) + 1, 0);
  runtime::parallel(blocks, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t b = first; b < last; ++b)
      for (std::int64_t i = b * block; i < std::min(h.stored, (b + 1) * block); ++i)
        at[std::size_t(b) + 1] += rows[i] != columns[i];
  });
  at[0] = h.stored;
  for (std::size_t b = 0; b < std::size_t(blocks); ++b) at[b + 1] += at[b];
  const bool negate = h.symmetry == mtx_symmetry::skew_symmetric;
  double* const reals = entries.reals.data();
  std::int64_t* const integers = entries.integers.data();
  runtime::parallel(blocks, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t b = first; b < last; ++b) {
      std::int64_t to = at[std::size_t(b)];
      for (std::int64_t i = b * block; i < std::min(h.stored, (b + 1) * block); ++i) {
        if (rows[i] == columns[i]) continue;
        rows[to] = columns[i];
        columns[to] = rows[i];
        if (reals) reals[to] = negate ? -reals[i] : reals[i];
        if (integers) integers[to] = negate ? -integers[i] : integers[i];
        ++to;
      }
    }
  });
  entries.rows.truncate(at.back());
  entries.columns.truncate(at.back());
  if (reals) entries.reals.truncate(at.back());
  if (integers) entries.integers.truncate(at.back());
}

template mtx_columns<std::int32_t> read_entries(const std::string&, const mapped_file&, const mtx_start&, bool);
template mtx_columns<std::int64_t> read_entries(const std::string&, const mapped_file&, const mtx_start&, bool);

}  // namespace tiga::io

// The banner and the size line of a MatrixMarket file.
#include <charconv>
#include <cstring>
#include <string_view>
#include <vector>

#include "lines.hpp"
#include "mtx.hpp"
#include "numbers.hpp"
#include "quoted.hpp"

namespace tiga {

const char* name_of(mtx_layout l) { return l == mtx_layout::array ? "array" : "coordinate"; }
const char* name_of(mtx_field f) {
  return f == mtx_field::pattern ? "pattern" : f == mtx_field::integer ? "integer" : "real";
}
const char* name_of(mtx_symmetry s) {
  return s == mtx_symmetry::symmetric ? "symmetric" : s == mtx_symmetry::skew_symmetric ? "skew-symmetric" : "general";
}

namespace io {
namespace {

// At most nine: no line that is right has more than five.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < line.size() && words.size() < 9;) {
    while (i < line.size() && is_blank(line[i])) ++i;
    const std::size_t from = i;
    while (i < line.size() && !is_blank(line[i])) ++i;
    if (i > from) words.push_back(line.substr(from, i - from));
  }
  return words;
}
bool same_word(std::string_view word, const char* lower) {
  if (word.size() != std::strlen(lower)) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((word[i] >= 'A' && word[i] <= 'Z' ? word[i] - 'A' + 'a' : word[i]) != lower[i]) return false;
  return true;
}
template <class Kind>
bool known(std::string_view word, Kind& kind, std::initializer_list<Kind> kinds) {
  for (const Kind k : kinds)
    if (same_word(word, name_of(k))) {
      kind = k;
      return true;
    }
  return false;
}

// The reason why a banner is wrong, or nothing.
std::string read_banner(std::string_view line, mtx_header& h) {
  const auto words = words_of(line.substr(0, 1 << 12));
  if (words.empty() || line[0] != '%' || !same_word(words[0], "%%matrixmarket"))
    return "no banner: the first line of a MatrixMarket file is "
           "'%%MatrixMarket matrix <layout> <field> <symmetry>'";
  if (words.size() != 5)
    return "the banner has " + std::string(words.size() > 8 ? "more than 8" : std::to_string(words.size())) +
           " words, not 5";
  if (!same_word(words[1], "matrix")) return "the object " + quoted(words[1]) + " is not 'matrix'";
  if (!known(words[2], h.layout, {mtx_layout::coordinate, mtx_layout::array}))
    return "unknown layout " + quoted(words[2]) + ": coordinate or array";
  if (same_word(words[3], "complex")) return "the field 'complex' is not supported";
  if (!known(words[3], h.field, {mtx_field::real, mtx_field::integer, mtx_field::pattern}))
    return "unknown field " + quoted(words[3]) + ": real, integer or pattern";
  if (same_word(words[4], "hermitian")) return "the symmetry 'hermitian' is not supported";
  if (!known(words[4], h.symmetry, {mtx_symmetry::general, mtx_symmetry::symmetric, mtx_symmetry::skew_symmetric}))
    return "unknown symmetry " + quoted(words[4]) + ": general, symmetric or skew-symmetric";
  if (h.field == mtx_field::pattern && h.layout == mtx_layout::array) return "an array cannot be a pattern";
  if (h.field == mtx_field::pattern && h.symmetry == mtx_symmetry::skew_symmetric)
    return "a pattern cannot be skew-symmetric: it has no signs";
  return {};
}

std::string read_size(std::string_view word, std::int64_t& size) {
  const char* const end = word.data() + word.size();
  const auto [behind, problem] = std::from_chars(word.data() + (word[0] == '+'), end, size);
  if (problem == std::errc::result_out_of_range) return "the size " + quoted(word) + " does not fit in 64 bits";
  if (problem != std::errc() || behind != end) return "the size " + quoted(word) + " is not an integer";
  if (size < 0) return "the size " + quoted(word) + " is negative";
  return {};
}

// The entries of an array are counted by its sizes. What overflows is more than any file holds.
std::int64_t stored_in_array(const mtx_header& h) {
  std::int64_t all = 0;
  if (h.symmetry == mtx_symmetry::general) {
    if (__builtin_mul_overflow(h.rows, h.columns, &all)) return INT64_MAX;
    return all;
  }
  const std::int64_t n = h.rows, shorter = h.symmetry == mtx_symmetry::symmetric ? n + 1 : n - 1;
  if (n == 0) return 0;
  if (n == INT64_MAX || __builtin_mul_overflow(n % 2 ? n : n / 2, n % 2 ? shorter / 2 : shorter, &all))
    return INT64_MAX;
  return all;
}

std::string read_sizes(std::string_view line, mtx_header& h) {
  const auto words = words_of(line);
  const bool array = h.layout == mtx_layout::array;
  if (words.size() != (array ? 2 : 3))
    return "the size line has " + std::string(words.size() > 8 ? "more than 8" : std::to_string(words.size())) +
           (words.size() == 1 ? " word" : " words") + ", but " +
           (array ? "an array has two sizes: rows columns" : "it is: rows columns entries");
  std::int64_t* const into[] = {&h.rows, &h.columns, &h.stored};
  for (std::size_t i = 0; i < words.size(); ++i)
    if (std::string reason = read_size(words[i], *into[i]); !reason.empty()) return reason;
  if (h.symmetry != mtx_symmetry::general && h.rows != h.columns)
    return std::string("a ") + name_of(h.symmetry) + " matrix is square, not " + std::to_string(h.rows) + " x " +
           std::to_string(h.columns);
  if (array) h.stored = stored_in_array(h);
  return {};
}

}  // namespace

mtx_start read_start(const std::string& path, const char* begin, const char* end) {
  mtx_start start{{}, 0, begin};
  for (std::int64_t number = 1; start.body != end || number == 1; ++number) {
    const char* const from = start.body;
    start.body = next_line(from, end);
    std::string_view line(from, std::size_t(start.body - from));
    while (!line.empty() && (line.back() == '\n' || is_blank(line.back()))) line.remove_suffix(1);
    if (number == 1) {
      if (const std::string reason = read_banner(line, start.header); !reason.empty()) fail_at(path, 1, reason);
      continue;
    }
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    start.size_line = number;
    if (line.empty() || line.front() == '%') continue;
    if (const std::string reason = read_sizes(line, start.header); !reason.empty()) fail_at(path, number, reason);
    return start;
  }
  fail_at(path, start.size_line > 0 ? start.size_line : 1, "the file ends before the size line");
}

}  // namespace io
}  // namespace tiga

// Why a line is no entry. The readers only find out that it is none; this is slow and says it.
#include <vector>

#include "mtx.hpp"
#include "numbers.hpp"
#include "quoted.hpp"

namespace tiga::io {
namespace {

struct word {
  const char *first, *last;
  std::string shown() const { return quoted({first, last}); }
};

std::string index_reason(const word& w, const char* side, std::int64_t size) {
  const char* p = w.first;
  std::int64_t v = 0;
  const number got = read_integer(p, v);
  const std::string name = std::string(side) + " " + w.shown();
  if (got == number::none || p != w.last) return "the " + name + " is not an integer";
  if (got == number::too_large) return "the " + name + " does not fit in 64 bits";
  if (v < 0) return "the " + name + " is negative";
  if (v == 0) return "the " + name + ": indices start at 1";
  if (v > size) return std::string(side) + " " + std::to_string(v) + " of " + std::to_string(size);
  return {};
}

std::string value_reason(const word& w, const mtx_header& h) {
  const char* p = w.first;
  double real = 0;
  std::int64_t integer = 0;
  number got = read_integer(p, integer);
  const bool whole = got != number::none && p == w.last;
  if (h.field == mtx_field::integer && whole) {
    if (got == number::too_large) return "the value " + w.shown() + " does not fit in 64 bits";
    if (h.symmetry == mtx_symmetry::skew_symmetric && integer == INT64_MIN)
      return "the value " + w.shown() + ": its mirrored value does not fit in 64 bits";
    return {};
  }
  p = w.first;
  got = read_real(p, real);
  if (got == number::too_large && p == w.last) return "the value " + w.shown() + " does not fit in a double";
  if (got == number::none || p != w.last) return "the value " + w.shown() + " is not a number";
  return h.field == mtx_field::integer ? "the value " + w.shown() + " of an integer file is not an integer" : "";
}

}  // namespace

std::string reason_of(const mtx_header& h, const char* line) {
  std::vector<word> words;
  for (const char* p = line; skip_blanks(p), *p != '\n' && words.size() < 5; p = words.back().last)
    words.push_back({p, word_end(p)});
  const bool array = h.layout == mtx_layout::array, pattern = h.field == mtx_field::pattern;
  const std::size_t indices = array ? 0 : 2, expected = indices + (pattern ? 0 : 1);
  std::string reason;
  if (!array && !words.empty()) reason = index_reason(words[0], "row", h.rows);
  if (!array && words.size() > 1 && reason.empty()) reason = index_reason(words[1], "column", h.columns);
  if (reason.empty() && words.size() < indices) reason = "an entry without column";
  if (reason.empty() && words.size() < expected) reason = "an entry without value";
  if (reason.empty() && !pattern) reason = value_reason(words[indices], h);
  if (reason.empty() && words.size() > expected)
    reason = "an unexpected " + words[expected].shown() +
             (array     ? ": an array has one value on a line"
              : pattern ? ": a pattern has no values"
                        : " behind the value");
  if (reason.empty() && h.symmetry == mtx_symmetry::symmetric)
    reason = "an entry above the diagonal of a symmetric file";
  if (reason.empty() && h.symmetry == mtx_symmetry::skew_symmetric)
    reason = "an entry on or above the diagonal of a skew-symmetric file";
  return reason.empty() ? "not an entry" : reason;
}

}  // namespace tiga::io

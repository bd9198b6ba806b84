// A text file in pieces of whole lines, to be read by several threads and still know its line numbers.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tiga::io {

/// Whole lines: `end` is behind a newline.
struct piece {
  const char *begin, *end;
  std::int64_t first_line;   // number of the line at `begin`
  std::int64_t lines;        // newlines
  std::int64_t first_entry;  // of all pieces before: lines, or after `count_entries` those that are data
};

/// The pieces of a text. A last line without newline gets one, in a copy.
class lines {
 public:
  /// The text [begin, end), whose first line has this number. Counts newlines, in parallel.
  lines(const char* begin, const char* end, std::int64_t first_line);
  lines(const lines&) = delete;
  lines& operator=(const lines&) = delete;

  const std::vector<piece>& pieces() const { return pieces_; }
  std::int64_t entries() const { return entries_; }
  std::int64_t last_line() const;
  /// From here on only lines that hold data are entries: not the empty ones, nor those that start (behind blanks)
  /// with one of the characters of `comment`.
  void count_entries(const char* comment);
  /// The number of the line that holds an entry (after `count_entries`).
  std::int64_t line_of_entry(std::int64_t entry) const;

 private:
  std::string tail_;
  std::vector<piece> pieces_;
  std::int64_t entries_ = 0;
  const char* comment_ = "";
};

/// Is the line at p data? p moves behind its leading blanks.
bool is_entry(const char*& p, const char* comment);
/// Behind the next newline.
const char* next_line(const char* p, const char* end);

/// Where reading stopped: the first line that is wrong.
struct bad_line {
  const char* at = nullptr;
  std::int64_t number = 0;
};

/// Runs `read(piece) -> bad_line` on all pieces, in parallel, and returns the first wrong line of the text.
using read_piece = bad_line (*)(const void* context, const piece& p);
bad_line read_pieces(const lines& text, read_piece read, const void* context);
template <class Read>
bad_line read_pieces(const lines& text, const Read& read) {
  return read_pieces(
      text, [](const void* context, const piece& p) { return (*static_cast<const Read*>(context))(p); }, &read);
}

/// Throws `<file>: line <number>: <reason>`.
[[noreturn]] void fail_at(const std::string& file, std::int64_t line, const std::string& reason);

}  // namespace tiga::io

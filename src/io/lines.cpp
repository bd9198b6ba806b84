#include "lines.hpp"

#include <algorithm>
#include <cstring>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>

#include "numbers.hpp"

namespace tiga::io {
namespace {

constexpr std::ptrdiff_t piece_bytes = 1 << 19;

// Eight bytes at once: after the exclusive or a newline is a zero byte, and exactly the zero bytes keep their top bit.
std::int64_t newlines(const char* p, const char* end) {
  constexpr std::uint64_t ones = 0x0101010101010101, low = 0x7f7f7f7f7f7f7f7f;
  std::int64_t count = 0;
  for (; end - p >= 8; p += 8) {
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    word ^= ones * '\n';
    const std::uint64_t zeros = ~(((word & low) + low) | word | low);
    count += std::int64_t(((zeros >> 7) * ones) >> 56);
  }
  for (; p != end; ++p) count += *p == '\n';
  return count;
}

}  // namespace

bool is_entry(const char*& p, const char* comment) {
  skip_blanks(p);
  if (*p == '\n') return false;
  for (const char* c = comment; *c; ++c)
    if (*p == *c) return false;
  return true;
}
const char* next_line(const char* p, const char* end) {
  const void* const found = std::memchr(p, '\n', std::size_t(end - p));
  return found ? static_cast<const char*>(found) + 1 : end;
}

lines::lines(const char* begin, const char* end, std::int64_t first_line) {
  const char* whole = end;
  while (whole != begin && whole[-1] != '\n') --whole;
  for (const char* p = begin; p != whole;) {
    const char* const q = whole - p > piece_bytes ? next_line(p + piece_bytes, whole) : whole;
    pieces_.push_back({p, q, 0, 0, 0});
    p = q;
  }
  if (whole != end) {
    tail_.assign(whole, end);
    tail_ += '\n';
    pieces_.push_back({tail_.data(), tail_.data() + tail_.size(), 0, 0, 0});
  }
  runtime::parallel(std::int64_t(pieces_.size()), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) {
      piece& part = pieces_[std::size_t(k)];
      part.lines = newlines(part.begin, part.end);
    }
  });
  for (piece& part : pieces_) {
    part.first_line = first_line + entries_;
    part.first_entry = entries_;
    entries_ += part.lines;
  }
}

std::int64_t lines::last_line() const {
  return pieces_.empty() ? 0 : pieces_.back().first_line + pieces_.back().lines - 1;
}

void lines::count_entries(const char* comment) {
  comment_ = comment;
  std::vector<std::int64_t> found(pieces_.size());
  runtime::parallel(std::int64_t(pieces_.size()), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) {
      const piece& part = pieces_[std::size_t(k)];
      for (const char* p = part.begin; p != part.end; p = next_line(p, part.end))
        found[std::size_t(k)] += is_entry(p, comment);
    }
  });
  entries_ = 0;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    pieces_[k].first_entry = entries_;
    entries_ += found[k];
  }
}

std::int64_t lines::line_of_entry(std::int64_t entry) const {
  std::size_t k = pieces_.size() - 1;
  while (k > 0 && pieces_[k].first_entry > entry) --k;
  const piece& part = pieces_[k];
  std::int64_t line = part.first_line, at = part.first_entry;
  for (const char* p = part.begin; p != part.end; p = next_line(p, part.end), ++line)
    if (is_entry(p, comment_) && at++ == entry) return line;
  return line;
}

bad_line read_pieces(const lines& text, read_piece read, const void* context) {
  const std::vector<piece>& pieces = text.pieces();
  std::vector<bad_line> bad(pieces.size());
  runtime::parallel(std::int64_t(pieces.size()), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) bad[std::size_t(k)] = read(context, pieces[std::size_t(k)]);
  });
  for (const bad_line& b : bad)
    if (b.at) return b;
  return {};
}

void fail_at(const std::string& file, std::int64_t line, const std::string& reason) {
  fail(file + ": line " + std::to_string(line) + ": " + reason);
}

}  // namespace tiga::io

// Axes and layouts from the command line, and what a position of a layout means in words.
#pragma once
#include <cstdint>
#include <string>
#include <tiga/axes/parse.hpp>
#include <tiga/axes/position.hpp>
#include <vector>

namespace tiga::tool {

/// "A=512 R=4" as axes, separated by blanks or commas. Throws wrong_input with the place of what is wrong.
std::vector<axis> read_axes(const std::string& text);
/// One axis of a name and a size; `where` begins the sentence of the wrong_input.
axis checked_axis(const std::string& where, const std::string& called, std::int64_t size);

/// A text as a layout that may still break rules, as `why` says: a composite factor, a digit that stands twice. Throws
/// wrong_input for what is no layout at all.
mapping_value read_mapping(const std::string& where, const std::string& text, const std::vector<axis>& axes);
/// The same, of a layout that breaks none.
mapping_value read_layout(const std::string& where, const std::string& text, const std::vector<axis>& axes);

/// A text of the library, fit for print.
std::string words(const text& t);
/// The same of what the library prints: a name, a digit.
template <class X>
std::string spelled(const X& x) {
  text t;
  t << x;
  return words(t);
}

/// A layout in the user's notation, as it was written; `[1]` when it has no factors.
std::string spelled(const mapping_value& layout);

/// The factors of one or several layouts, the outermost first: one position runs through all of them.
class positions {
 public:
  explicit positions(const std::vector<const mapping_value*>& layouts);
  /// Why they are no layout together; empty when they are one.
  std::string fault() const { return words(mapping_fault(factors_.data(), count())); }
  std::int64_t size() const;
  /// In the user's notation, in full: `[A / 8, R]`.
  std::string normal_form() const;
  /// The axes, in the order in which they stand there.
  const std::vector<axis>& axes() const { return axes_; }
  bool has_copies() const { return copies_; }

  occupancy held(std::int64_t position) const { return occupancy_at(factors_.data(), count(), position); }
  std::int64_t coordinate(std::int64_t position, const axis& of) const {
    return coordinate_at(factors_.data(), count(), position, of);
  }
  /// Which of the copies of a live element this is, from 0.
  std::int64_t copy(std::int64_t position) const;
  /// "A=8" for each axis; where `among` is given, for those that it has.
  std::vector<std::string> coordinates(std::int64_t position, const std::vector<axis>* among = nullptr) const;
  /// Positions that one step of an innermost digit, or of several, runs through: the most that are at most `most`.
  std::int64_t row_of(std::int64_t most) const;

 private:
  int count() const { return int(factors_.size()) - 1; }
  std::vector<factor> factors_;  // one more, so that none is never empty
  std::vector<axis> axes_;
  bool copies_ = false;
};

}  // namespace tiga::tool

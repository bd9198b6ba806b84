// Pictures of cells as SVG. What cells are is told by colour and by hatching and outline, so that grey paper shows it.
#pragma once
#include <cstdint>
#include <string>
#include <tiga/axes/position.hpp>
#include <vector>

namespace tiga::tool {

/// How a cell looks: a live one, a further copy of it, and the three kinds of padding.
enum class look { live, copy, top, zero, bottom };
look look_of(occupancy held, std::int64_t copy);

/// The first `most` numbers below `size`; where there are more, fewer of the first, -1 for a gap, and the last two.
std::vector<std::int64_t> shown(std::int64_t size, int most);

class picture {
 public:
  /// A rectangle with lines of text, which are left out where they do not fit.
  void cell(double x, double y, double width, double height, look as, const std::vector<std::string>& lines);
  /// `anchor` is start, middle or end.
  void words(double x, double y, const char* anchor, const std::string& said, double size = 11, bool bold = false);
  void circle(double x, double y, double radius, const std::string& said);
  /// A line through points, x and y in turn. `style` tells neighbours apart, by colour and dashes; with an arrow's head
  /// at its end.
  void path(const std::vector<double>& points, int style, bool head);
  void dot(double x, double y, int style);
  /// A row of samples of the looks that were used; returns the place below it.
  double legend(double x, double y);
  /// Writes the picture as a whole or not at all. Throws tiga::error naming the path.
  void save(const std::string& path, const std::string& title) const;

  /// Room that lines of text need in a cell.
  static double width_of(const std::vector<std::string>& lines);
  static double height_of(const std::vector<std::string>& lines) { return 8 + 11 * double(lines.size()); }

 private:
  void reach(double x, double y);
  std::string body_;
  double width_ = 0, height_ = 0;
  bool used_[5] = {};
};

}  // namespace tiga::tool

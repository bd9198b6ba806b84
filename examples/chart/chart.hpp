// Line charts as SVG, one panel above the other over a common horizontal axis: enough for the curves of the examples.
#pragma once
#include <string>
#include <vector>

namespace chart {

struct line {
  std::string name, colour;
  std::vector<double> y;  // the point k is drawn at x = k + 1
};

struct panel {
  std::string title;
  double low, high;  // of the vertical axis; powers of ten when it is logarithmic
  bool logarithmic;
  std::vector<line> lines;
};

/// Writes the panels to `path`. Every line has at least one point. Throws tiga::error when the file cannot be written.
void write_svg(const std::string& path, const std::string& title, const std::string& x_title,
               const std::vector<panel>& panels);

}  // namespace chart

#include "chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <tiga/runtime/error.hpp>

namespace chart {
namespace {

constexpr double width = 720, panel_height = 220, left = 80, right = 130, top = 60, gap = 60;

std::string text(double x, double y, const char* anchor, const std::string& words, const char* more = "") {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'{}>{}</text>\n", x, y, anchor, more, words);
}
std::string rule(double x1, double y1, double x2, double y2, const char* colour) {
  return fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' stroke='{}'/>\n", x1, y1, x2, y2, colour);
}

// The distance between labels, 1, 2 or 5 times a power of ten, so that there are at most `most` of them.
double step_of(double range, int most) {
  const double power = std::pow(10, std::floor(std::log10(range / most)));
  for (const double times : {1.0, 2.0, 5.0})
    if (range / (times * power) <= most) return times * power;
  return 10 * power;
}

std::string draw(const panel& p, double y0, double points) {
  const double x1 = width - right, y1 = y0 + panel_height;
  const auto scale = [&](double v) { return p.logarithmic ? std::log10(v) : v; };
  const double low = scale(p.low), high = scale(p.high);
  const auto at_x = [&](double x) { return left + (x - 1) / std::max(1.0, points - 1) * (x1 - left); };
  const auto at_y = [&](double v) { return y1 - std::clamp((scale(v) - low) / (high - low), 0.0, 1.0) * panel_height; };

  std::string out = text(left, y0 - 12, "start", p.title, " font-weight='bold'");
  const double step = p.logarithmic ? std::max(1.0, step_of(high - low, 6)) : step_of(high - low, 6);
  for (double t = std::ceil(low / step - 1e-9) * step; t <= high + 1e-9; t += step) {
    const double y = y1 - (t - low) / (high - low) * panel_height;
    out += rule(left, y, x1, y, "#dddddd");
    out += text(left - 8, y + 4, "end",
                p.logarithmic && t != 0 ? fmt::format("1e{:.0f}", t) : fmt::format("{:.4g}", p.logarithmic ? 1 : t));
  }
  out += rule(left, y0, left, y1, "#444444") + rule(left, y1, x1, y1, "#444444");
  for (double t = step_of(points, 8); t <= points; t += step_of(points, 8)) {
    out += rule(at_x(t), y1, at_x(t), y1 + 5, "#444444");
    out += text(at_x(t), y1 + 19, "middle", fmt::format("{:.0f}", t));
  }

  double label = -100;  // where the last name stands: names keep their distance
  std::vector<line> sorted = p.lines;
  std::sort(sorted.begin(), sorted.end(), [](const line& a, const line& b) { return a.y.back() > b.y.back(); });
  for (const line& l : sorted) {
    out += fmt::format("<polyline fill='none' stroke-width='2' stroke='{}' points='", l.colour);
    for (std::size_t k = 0; k < l.y.size(); ++k)
      out += fmt::format("{:.1f},{:.1f} ", at_x(double(k + 1)), at_y(l.y[k]));
    out += "'/>\n";
    label = std::max(label + 16, at_y(l.y.back()) + 4);
    out += fmt::format("<text x='{:.1f}' y='{:.1f}' fill='{}'>{}</text>\n", x1 + 8, label, l.colour, l.name);
  }
  return out;
}

}  // namespace

void write_svg(const std::string& path, const std::string& title, const std::string& x_title,
               const std::vector<panel>& panels) {
  double points = 1;
  for (const panel& p : panels)
    for (const line& l : p.lines) points = std::max(points, double(l.y.size()));
  const double height = top + double(panels.size()) * (panel_height + gap) + 10;
  std::string out = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}' "
      "font-family='sans-serif' font-size='12' fill='#222222'>\n<rect width='100%' height='100%' fill='white'/>\n",
      width, height);
  out += text(left, 24, "start", title, " font-size='16'");
  for (std::size_t k = 0; k < panels.size(); ++k)
    out += draw(panels[k], top + double(k) * (panel_height + gap), points);
  out += text((left + width - right) / 2, height - 24, "middle", x_title) + "</svg>\n";
  std::ofstream file(path);
  file << out;
  file.close();
  if (!file) tiga::fail(path + ": cannot write the chart");
}

}  // namespace chart

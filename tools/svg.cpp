#include "svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <io/atomic_file.hpp>
#include <tiga/runtime/printable.hpp>

namespace tiga::tool {
namespace {

struct appearance {
  const char *called, *pattern, *sign;
};
constexpr appearance appearances[] = {
    {"live", "fill='#cfe3f7' stroke='#1b4f7a'", ""},
    {"a further copy", "fill='url(#copy)' stroke='#2f6d32'", ""},
    {"padding # (any value)", "fill='url(#top)' stroke='#777777' stroke-dasharray='4 2'", "#"},
    {"padding #{0} (zero)", "fill='url(#zero)' stroke='#777777'", "0"},
    {"padding #{!} (untouched)", "fill='url(#bottom)' stroke='#8c2f2f' stroke-width='1.6' stroke-dasharray='1.5 2'",
     "!"},
};
constexpr const char* patterns = R"(<defs>
<pattern id='copy' width='5' height='5' patternUnits='userSpaceOnUse'>
<rect width='5' height='5' fill='#dcf0d6'/><path d='M0 2.5H5' stroke='#8fbf8a' stroke-width='0.8'/></pattern>
<pattern id='top' width='6' height='6' patternUnits='userSpaceOnUse'>
<rect width='6' height='6' fill='#f1f1f1'/><path d='M-1 1L1 -1M0 6L6 0M5 7L7 5' stroke='#9a9a9a'/></pattern>
<pattern id='zero' width='6' height='6' patternUnits='userSpaceOnUse'>
<rect width='6' height='6' fill='#fffbe8'/><circle cx='3' cy='3' r='1' fill='#b59b3b'/></pattern>
<pattern id='bottom' width='6' height='6' patternUnits='userSpaceOnUse'>
<rect width='6' height='6' fill='#f7dddd'/><path d='M0 0L6 6M0 6L6 0' stroke='#b56a6a' stroke-width='0.8'/></pattern>
</defs>
)";
constexpr const char* styles[] = {
    "stroke='#1b4f7a'",
    "stroke='#b3541e' stroke-dasharray='7 3'",
    "stroke='#2f6d32' stroke-dasharray='2 2'",
    "stroke='#6b3fa0' stroke-dasharray='9 3 2 3'",
};
constexpr const char* style_colours[] = {"#1b4f7a", "#b3541e", "#2f6d32", "#6b3fa0"};
constexpr int style_count = 4;
constexpr double letter = 0.62;  // width of a letter, in sizes of the font

// As XML: its own characters are named, and the two of Unicode that it forbids are replaced.
std::string escaped(const std::string& said) {
  std::string out;
  const std::string line = printable(said);
  for (std::size_t i = 0; i < line.size(); ++i) {
    switch (line[i]) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '\'': out += "&#39;"; break;
      default:
        if (line.compare(i, 3, "\xEF\xBF\xBE") == 0 || line.compare(i, 3, "\xEF\xBF\xBF") == 0)
          out += "?", i += 2;
        else
          out += line[i];
    }
  }
  return out;
}
double letters(const std::string& said) {
  return double(std::count_if(said.begin(), said.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}
double longest(const std::vector<std::string>& lines) {
  double most = 0;
  for (const std::string& line : lines) most = std::max(most, letters(line));
  return most;
}

}  // namespace

look look_of(occupancy held, std::int64_t copy) {
  switch (held) {
    case occupancy::live: return copy > 0 ? look::copy : look::live;
    case occupancy::zero: return look::zero;
    case occupancy::bottom: return look::bottom;
    default: return look::top;
  }
}

std::vector<std::int64_t> shown(std::int64_t size, int most) {
  std::vector<std::int64_t> all;
  const bool whole = size <= most;
  for (std::int64_t i = 0; i < (whole ? size : most - 2); ++i) all.push_back(i);
  if (!whole) all.insert(all.end(), {-1, size - 2, size - 1});
  return all;
}

double picture::width_of(const std::vector<std::string>& lines) { return 8 + longest(lines) * 9 * letter; }

void picture::reach(double x, double y) {
  width_ = std::max(width_, x);
  height_ = std::max(height_, y);
}

void picture::cell(double x, double y, double width, double height, look as, const std::vector<std::string>& lines) {
  const appearance& a = appearances[int(as)];
  used_[int(as)] = true;
  reach(x + width, y + height);
  body_ +=
      fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' {}/>\n", x, y, width, height, a.pattern);
  const std::vector<std::string> sign = {a.sign};
  const std::vector<std::string>& said = lines.empty() && a.sign[0] ? sign : lines;
  if (said.empty()) return;
  const double size =
      std::min({9.0, (width - 4) / (longest(said) * letter), (height - 3) / (1.2 * double(said.size()))});
  if (size < 6) return;  // nobody could read it
  const double line = 1.2 * size, first = y + height / 2 - line * double(said.size()) / 2 + 0.85 * line;
  for (std::size_t i = 0; i < said.size(); ++i)
    body_ += fmt::format(
        "<text x='{:.1f}' y='{:.1f}' text-anchor='middle' font-size='{:.1f}' stroke='white' stroke-width='2.5' "
        "paint-order='stroke'>{}</text>\n",
        x + width / 2, first + line * double(i), size, escaped(said[i]));
}

void picture::words(double x, double y, const char* anchor, const std::string& said, double size, bool bold) {
  const double width = letters(said) * size * letter;
  reach(anchor[0] == 's' ? x + width : anchor[0] == 'm' ? x + width / 2 : x, y + size / 2);
  body_ += fmt::format(
      "<text x='{:.1f}' y='{:.1f}' text-anchor='{}' font-size='{}' stroke='white' stroke-width='3' "
      "paint-order='stroke'{}>{}</text>\n",
      x, y, anchor, size, bold ? " font-weight='bold'" : "", escaped(said));
}

void picture::circle(double x, double y, double radius, const std::string& said) {
  reach(x + radius, y + radius);
  body_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='white' stroke='#222222'/>\n", x, y, radius);
  words(x, y + 3, "middle", said, 9);
}

void picture::path(const std::vector<double>& points, int style, bool head) {
  body_ += fmt::format("<polyline fill='none' stroke-width='1.4' {}", styles[style % style_count]);
  if (head) body_ += fmt::format(" marker-end='url(#head{})'", style % style_count);
  body_ += " points='";
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    reach(points[i], points[i + 1]);
    body_ += fmt::format("{:.1f},{:.1f} ", points[i], points[i + 1]);
  }
  body_ += "'/>\n";
}

void picture::dot(double x, double y, int style) {
  body_ +=
      fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2.6' fill='{}'/>\n", x, y, style_colours[style % style_count]);
}

double picture::legend(double x, double y) {
  bool used[5];
  std::copy(used_, used_ + 5, used);
  for (int i = 0; i < 5; ++i) {
    if (!used[i]) continue;
    cell(x, y, 24, 16, look(i), {});
    words(x + 30, y + 12, "start", appearances[i].called, 10);
    x += 46 + letters(appearances[i].called) * 6.2;
  }
  return y + 30;
}

void picture::save(const std::string& path, const std::string& title) const {
  std::string out = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0:.0f} {1:.0f}' width='{0:.0f}' height='{1:.0f}' "
      "font-family='sans-serif' fill='#222222'>\n<title>{2}</title>\n{3}",
      width_ + 20, height_ + 20, escaped(title), patterns);
  for (int i = 0; i < style_count; ++i)
    out += fmt::format(
        "<marker id='head{}' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' markerHeight='7' orient='auto' "
        "markerUnits='userSpaceOnUse'><path d='M0 0L8 4L0 8Z' fill='{}'/></marker>\n",
        i, style_colours[i]);
  out += "<rect width='100%' height='100%' fill='white'/>\n" + body_ + "</svg>\n";
  io::atomic_file file(path);
  file.write(out);
  file.commit();
}

}  // namespace tiga::tool

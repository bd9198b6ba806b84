#include "layout_picture.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "svg.hpp"

namespace tiga::tool {
namespace {

constexpr double left = 20, gap = 18, widest = 1200;

std::vector<std::string> label(const positions& p, std::int64_t position) {
  if (p.held(position) != occupancy::live) return {};
  std::vector<std::string> lines = p.coordinates(position);
  if (p.has_copies()) lines.push_back(fmt::format("copy {}", p.copy(position)));
  if (lines.empty()) lines.push_back("1");
  return lines;
}
void put_cell(picture& to, const positions& p, std::int64_t position, double x, double y, double width, double height) {
  to.cell(x, y, width, height, look_of(p.held(position), p.copy(position)), label(p, position));
}

// The room that the label of the last live position needs: it has the largest coordinates.
struct room {
  double width = 30, height = 20;
  void hold(const std::vector<std::string>& lines) {
    width = std::clamp(picture::width_of(lines), width, 90.0);
    height = std::clamp(picture::height_of(lines), height, 52.0);
  }
};

std::string cut_note(std::int64_t drawn, std::int64_t all, const char* what) {
  return drawn < all ? fmt::format("cut: {} of {} {}", drawn, all, what) : std::string();
}
std::int64_t drawn(const std::vector<std::int64_t>& shown) {
  return std::count_if(shown.begin(), shown.end(), [](std::int64_t i) { return i >= 0; });
}

void put_notes(picture& to, double y, std::vector<std::string> notes) {
  for (const std::string& note : notes) {
    if (note.empty()) continue;
    to.words(left, y, "start", note);
    y += 16;
  }
}

class stream_picture {
 public:
  stream_picture(const mapping_value& slice, const mapping_value& time, const mapping_value& packet)
      : slice_({&slice}), time_({&time}), packet_({&packet}), all_({&slice, &time, &packet}) {
    packet_wide_ = std::min<std::int64_t>(packet_.row_of(4), packet_.size());
    for (const std::int64_t s : slices_)
      for (const std::int64_t t : times_)
        for (const std::int64_t p : packets_)
          if (s >= 0 && t >= 0 && p >= 0) inner_.hold(label(all_, at(s, t, p)));
    const auto rows = (drawn(packets_) + packet_wide_ - 1) / packet_wide_;
    width_ = inner_.width * double(packet_wide_) + 6;
    slices_ = shown(slice_.size(), std::clamp(int(widest / (width_ + 4)), 4, most));
    height_ = inner_.height * double(rows) + 6;
    for (const std::int64_t t : times_)
      if (t >= 0) left_ = std::max(left_, left + 12 + picture::width_of({step(t)}) * 1.15);
  }
  void write(const std::string& path) {
    const std::string title =
        fmt::format("Slice {}, Time {}, Packet {}", slice_.normal_form(), time_.normal_form(), packet_.normal_form());
    to_.words(left, 26, "start", title, 14, true);
    put_heads();
    double y = top;
    for (const std::int64_t t : times_) {
      if (t < 0) {
        to_.words(left_ - 10, y + 12, "end", "...");
      } else {
        to_.words(left_ - 8, y + height_ / 2 + 4, "end", step(t), 10);
        put_row(t, y);
      }
      y += t < 0 ? gap : height_ + 4;
    }
    y = to_.legend(left, y + 14);
    put_notes(
        to_, y + 10,
        {cut_note(drawn(slices_), slice_.size(), "slices"), cut_note(drawn(times_), time_.size(), "steps of time"),
         cut_note(drawn(packets_), packet_.size(), "positions of the packet")});
    to_.save(path, title);
  }

 private:
  static constexpr double top = 64;
  static constexpr int most = 16;  // slices, steps, positions of a packet
  static std::string step(std::int64_t t) { return fmt::format("time {}", t); }
  std::int64_t at(std::int64_t s, std::int64_t t, std::int64_t p) const {
    return (s * time_.size() + t) * packet_.size() + p;
  }
  void put_heads() {
    double x = left_;
    for (const std::int64_t s : slices_) {
      if (s < 0)
        to_.words(x + gap / 2, top - 10, "middle", "...");
      else
        to_.words(x + width_ / 2, top - 8, "middle", width_ < 52 ? std::to_string(s) : fmt::format("slice {}", s), 10);
      x += s < 0 ? gap : width_ + 4;
    }
  }
  void put_row(std::int64_t t, double y) {
    double x = left_;
    for (const std::int64_t s : slices_) {
      if (s >= 0) put_packet(s, t, x, y);
      x += s < 0 ? gap : width_ + 4;
    }
  }
  void put_packet(std::int64_t s, std::int64_t t, double x, double y) {
    to_.path({x, y, x + width_, y, x + width_, y + height_, x, y + height_, x, y}, 0, false);
    std::int64_t place = 0;
    for (const std::int64_t p : packets_) {
      if (p < 0) continue;
      put_cell(to_, all_, at(s, t, p), x + 3 + double(place % packet_wide_) * inner_.width,
               y + 3 + double(place / packet_wide_) * inner_.height, inner_.width, inner_.height);
      ++place;
    }
  }

  positions slice_, time_, packet_, all_;
  std::vector<std::int64_t> slices_ = shown(slice_.size(), most), times_ = shown(time_.size(), most),
                            packets_ = shown(packet_.size(), most);
  std::int64_t packet_wide_ = 1;
  room inner_;
  double width_ = 0, height_ = 0, left_ = left;
  picture to_;
};

}  // namespace

void draw_positions(const std::string& path, const mapping_value& layout) {
  const positions p({&layout});
  const std::int64_t size = p.size(), wide = std::min(p.row_of(16), size);
  const std::vector<std::int64_t> rows = shown((size - 1) / wide + 1, 32);
  room cell;
  std::int64_t count = 0;
  for (const std::int64_t row : rows)
    for (std::int64_t i = row * wide; row >= 0 && i < (size - row * wide < wide ? size : (row + 1) * wide);
         ++i, ++count)
      cell.hold(label(p, i));
  const double x = left + 14 + picture::width_of({std::to_string(size - 1)});
  const std::string title = fmt::format("{}, {} positions", spelled(layout), size);
  picture to;
  to.words(left, 26, "start", title, 14, true);
  double y = 44;
  for (const std::int64_t row : rows) {
    to.words(x - 8, y + (row < 0 ? 12 : cell.height / 2 + 4), "end", row < 0 ? "..." : std::to_string(row * wide), 10);
    for (std::int64_t k = 0; row >= 0 && k < wide && k < size - row * wide; ++k)
      put_cell(to, p, row * wide + k, x + double(k) * cell.width, y, cell.width, cell.height);
    y += row < 0 ? gap : cell.height;
  }
  y = to.legend(left, y + 14);
  put_notes(to, y + 10, {cut_note(count, size, "positions")});
  to.save(path, title);
}

void draw_stream(const std::string& path, const mapping_value& slice, const mapping_value& time,
                 const mapping_value& packet) {
  stream_picture(slice, time, packet).write(path);
}

}  // namespace tiga::tool

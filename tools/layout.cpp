// `tiga layout`.
#include <fmt/core.h>

#include <algorithm>
#include <tiga/runtime/printable.hpp>

#include "commands.hpp"
#include "layout_picture.hpp"
#include "layout_text.hpp"

namespace tiga::tool {
namespace {

constexpr std::int64_t whole_table = 40, first_rows = 24, last_rows = 8;

const char* padding_text(occupancy held) {
  switch (held) {
    case occupancy::zero: return "padding #{0}";
    case occupancy::bottom: return "padding #{!}";
    default: return "padding #";
  }
}

class table {
 public:
  explicit table(const positions& p) : p_(p) {
    for (const axis& a : p.axes()) heads_.push_back(spelled(a.id));
    if (p.has_copies()) heads_.push_back("copy");
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      const std::int64_t most = i < p.axes().size() ? p.axes()[i].size - 1 : p.size() - 1;
      widths_.push_back(std::max(heads_[i].size(), std::to_string(most).size()));
    }
    place_ = std::max(std::string("position").size(), std::to_string(p.size() - 1).size());
  }
  void print() const {
    fmt::print("{:>{}}", "position", place_);
    for (std::size_t i = 0; i < heads_.size(); ++i) fmt::print("  {:>{}}", heads_[i], widths_[i]);
    fmt::print("\n");
    const bool whole = p_.size() <= whole_table;
    for (std::int64_t i = 0; i < (whole ? p_.size() : first_rows); ++i) print_row(i);
    if (whole) return;
    fmt::print("{:>{}}\n", "...", place_);
    for (std::int64_t i = p_.size() - last_rows; i < p_.size(); ++i) print_row(i);
  }

 private:
  void print_row(std::int64_t position) const {
    fmt::print("{:>{}}", position, place_);
    const occupancy held = p_.held(position);
    if (held != occupancy::live) {
      fmt::print("  {}\n", padding_text(held));
      return;
    }
    for (std::size_t i = 0; i < heads_.size(); ++i)
      fmt::print("  {:>{}}", i < p_.axes().size() ? p_.coordinate(position, p_.axes()[i]) : p_.copy(position),
                 widths_[i]);
    fmt::print("{}\n", heads_.empty() ? "  live" : "");
  }

  const positions& p_;
  std::vector<std::string> heads_;
  std::vector<std::size_t> widths_;
  std::size_t place_;
};

void print_size(const char* called, const mapping_value& layout) {
  const positions p({&layout});
  fmt::print("{:<12} {}\n", called, spelled(layout));
  fmt::print("{:<12} {}\n{:<12} {}\n", "size", p.size(), "normal form", p.normal_form());
}

}  // namespace

int layout(const layout_request& r) {
  const bool stream = !r.time.empty() || !r.packet.empty();
  const std::vector<axis> axes = read_axes(r.axes);
  const mapping_value value = read_layout("layout", r.layout, axes);
  const mapping_value time = read_layout("--time", r.time.empty() ? "1" : r.time, axes);
  const mapping_value packet = read_layout("--packet", r.packet.empty() ? "1" : r.packet, axes);
  if (const std::string fault = positions({&value, &time, &packet}).fault(); !fault.empty())
    throw wrong_input("slices, time and packet together: " + fault);
  if (!r.svg.empty() && stream) draw_stream(r.svg, value, time, packet);
  if (!r.svg.empty() && !stream) draw_positions(r.svg, value);

  print_size(stream ? "slices" : "layout", value);
  if (!r.time.empty()) print_size("time", time);
  if (!r.packet.empty()) print_size("packet", packet);
  const positions p({&value});
  fmt::print("\n");
  table(p).print();
  if (!r.svg.empty()) fmt::print("\npicture: {}\n", printable(r.svg));
  return 0;
}

}  // namespace tiga::tool

#include "reduce_picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "reduce_sources.hpp"
#include "svg.hpp"

namespace tiga::tool {
namespace {

constexpr double left = 20, gap = 20, lane = 9;
constexpr int most_slices = 16, most_steps = 12;

std::vector<axis> axes_of(const digit_run& run) {
  std::vector<axis> axes;
  for (int i = 0; i < run.count; ++i) axes.emplace_back(run.digits[i].axis, run.digits[i].size);
  return axes;
}
// Numbers in order with -1 where some are left out.
std::vector<std::int64_t> with_gaps(const std::set<std::int64_t>& numbers, std::int64_t size) {
  std::vector<std::int64_t> all;
  std::int64_t next = 0;
  for (const std::int64_t n : numbers) {
    if (n != next) all.push_back(-1);
    all.push_back(n);
    next = n + 1;
  }
  if (next < size) all.push_back(-1);
  return all;
}

class reduce_picture {
 public:
  reduce_picture(const reduction& r, const slice_verdict& v)
      : v_(v),
        slice_({&r.slice}),
        time_({&r.time}),
        out_time_({&r.out_time}),
        before_({&r.slice, &r.time}),
        after_({&r.out_slice, &r.out_time}),
        from_(r.shape),
        slots_(shown(v.ratio, most_slices)),
        out_steps_(shown(out_time_.size(), most_steps)) {
    for (const digit_run* run : {&v.reduced, &v.promoted})
      for (const axis& a : axes_of(*run)) told_before_.push_back(a);
    told_after_ = axes_of(v.fresh);
    for (const positions* p : {&before_, &after_})
      if (const std::string fault = p->fault(); !fault.empty()) throw wrong_input("slices and time together: " + fault);
    choose_steps();
    measure();
  }
  void write(const std::string& path, const reduction& r) {
    const std::string title = words(describe(v_));
    to_.words(left, 26, "start", title, 14, true);
    double y = put_before(r, 52);
    y = put_buses(y);
    y = put_after(r, y);
    y = to_.legend(left, y + 14);
    for (const std::string& note : notes()) {
      to_.words(left, y + 6, "start", note);
      y += 16;
    }
    to_.save(path, title);
  }

 private:
  struct fold {
    std::int64_t step;
    double y;                   // of its row before
    std::vector<double> slots;  // where its arrows end in the first row after
  };

  bool is_live(std::int64_t slot, std::int64_t out_step) const {
    return after_.held(slot * out_time_.size() + out_step) == occupancy::live;
  }
  // Those that the first step afterwards needs, and as many of the first ones as there is room for.
  void choose_steps() {
    std::set<std::int64_t> steps;
    for (const std::int64_t slot : slots_)
      if (slot >= 0 && is_live(slot, 0)) steps.insert(from_.step(slot, 0));
    for (std::int64_t t = 0; t < time_.size() && t < most_steps && int(steps.size()) < most_steps; ++t) steps.insert(t);
    steps_ = with_gaps(steps, time_.size());
  }
  void measure() {
    for (const std::int64_t s : slots_) {
      for (const std::int64_t t : steps_)
        if (s >= 0 && t >= 0) hold(label_before(s, t));
      for (const std::int64_t t : out_steps_)
        if (s >= 0 && t >= 0) hold(label_after(s, t));
    }
    for (const std::int64_t t : steps_)
      if (t >= 0) left_ = std::max(left_, left + 6 + 1.15 * picture::width_of({row_name(time_, t)}));
    for (const std::int64_t t : out_steps_)
      if (t >= 0) left_ = std::max(left_, left + 6 + 1.15 * picture::width_of({row_name(out_time_, t)}));
  }
  void hold(const std::vector<std::string>& lines) {
    width_ = std::clamp(picture::width_of(lines), width_, 96.0);
    height_ = std::clamp(picture::height_of(lines), height_, 52.0);
  }
  static std::string row_name(const positions& p, std::int64_t step) {
    std::string name = fmt::format("time {}", step);
    for (const std::string& c : p.coordinates(step)) name += " " + c;
    return name;
  }
  std::vector<std::string> label_before(std::int64_t slice, std::int64_t step) const {
    const std::int64_t position = slice * time_.size() + step;
    return before_.held(position) == occupancy::live ? before_.coordinates(position, &told_before_)
                                                     : std::vector<std::string>();
  }
  std::vector<std::string> label_after(std::int64_t slot, std::int64_t out_step) const {
    if (!is_live(slot, out_step)) return {};
    std::vector<std::string> lines = {fmt::format("from time {}", from_.step(slot, out_step))};
    for (const std::string& c : after_.coordinates(slot * out_time_.size() + out_step, &told_after_))
      lines.push_back(c);
    return lines;
  }

  double right() const {
    double x = left_;
    for (const std::int64_t s : slots_) x += s < 0 ? gap : width_;
    return x;
  }
  void put_heads(const char* called, double y) {
    double x = left_;
    for (const std::int64_t s : slots_) {
      if (s < 0)
        to_.words(x + gap / 2, y, "middle", "...");
      else
        to_.words(x + width_ / 2, y, "middle", width_ < 46 ? std::to_string(s) : fmt::format("{} {}", called, s), 10);
      x += s < 0 ? gap : width_;
    }
  }
  template <class Cell>
  void put_row(const std::string& name, double y, const Cell& cell) {
    to_.words(left_ - 8, y + height_ / 2 + 4, "end", name, 10);
    double x = left_;
    for (const std::int64_t s : slots_) {
      if (s >= 0) cell(s, x);
      x += s < 0 ? gap : width_;
    }
  }
  double put_before(const reduction& r, double y) {
    to_.words(left, y, "start",
              fmt::format("before: Slice {}, Time {}; slices 0 to {} of {} meet", spelled(r.slice), spelled(r.time),
                          v_.ratio - 1, slice_.size()));
    put_heads("slice", y + 20);
    y += 26;
    for (const std::int64_t t : steps_) {
      if (t < 0) {
        to_.words(left_ - 8, y + 13, "end", "...");
        y += gap;
        continue;
      }
      put_row(row_name(time_, t), y, [&](std::int64_t s, double x) {
        const std::int64_t position = s * time_.size() + t;
        to_.cell(x, y, width_, height_, look_of(before_.held(position), before_.copy(position)), label_before(s, t));
      });
      folds_.push_back({t, y + height_ / 2, {}});
      y += height_ + 4;
    }
    return y;
  }
  // Every fold that a slot of the first step needs gets a lane of its own: to the right, down, back, and down to slots.
  double put_buses(double y) {
    double x = left_;
    for (const std::int64_t s : slots_) {
      if (s >= 0 && is_live(s, 0))
        for (fold& f : folds_)
          if (f.step == from_.step(s, 0)) f.slots.push_back(x + width_ / 2);
      x += s < 0 ? gap : width_;
    }
    int lanes = 0;
    for (const fold& f : folds_) lanes += !f.slots.empty();
    const double below = y + 34 + lane * lanes;
    int k = 0;
    for (auto f = folds_.rbegin(); f != folds_.rend(); ++f) {
      to_.path({left_ + 2, f->y + height_ / 2 + 2, right() + 8, f->y + height_ / 2 + 2, right() + 8, f->y}, 0, false);
      if (!f->slots.empty()) put_bus(*f, right() + 34 + lane * k, y + 12 + lane * k, below, k), ++k;
      to_.circle(right() + 12, f->y, 8, v_.reduced.count > 0 ? "+" : "=");
    }
    return below;
  }
  void put_bus(const fold& f, double x, double y, double below, int style) {
    to_.path({right() + 20, f.y, x, f.y, x, y, f.slots.front(), y}, style, false);
    for (const double slot : f.slots) {
      to_.path({slot, y, slot, below}, style, true);
      to_.dot(slot, y, style);
    }
  }
  double put_after(const reduction& r, double y) {
    put_heads("slot", y + 12);
    y += 18;
    for (const std::int64_t t : out_steps_) {
      if (t < 0) {
        to_.words(left_ - 8, y + 13, "end", "...");
        y += gap;
        continue;
      }
      put_row(row_name(out_time_, t), y, [&](std::int64_t s, double x) {
        const std::int64_t position = s * out_time_.size() + t;
        to_.cell(x, y, width_, height_, look_of(after_.held(position), after_.copy(position)), label_after(s, t));
      });
      y += height_ + 4;
    }
    to_.words(left, y + 14, "start",
              fmt::format("after: OutSlice {}, OutTime {}", spelled(r.out_slice), spelled(r.out_time)));
    return y + 14;
  }
  std::vector<std::string> notes() const {
    std::vector<std::string> all;
    const auto count = [](const std::vector<std::int64_t>& numbers) {
      return std::count_if(numbers.begin(), numbers.end(), [](std::int64_t n) { return n >= 0; });
    };
    const auto cut = [&](const std::vector<std::int64_t>& numbers, std::int64_t size, const char* what) {
      if (count(numbers) < size) all.push_back(fmt::format("cut: {} of {} {}", count(numbers), size, what));
    };
    all.push_back(v_.reduced.count > 0 ? "(+) folds the live slices of its row; padding is skipped"
                                       : "(=) hands its row on: nothing is reduced");
    if (v_.promoted.count > 0) all.push_back("promoted: each slot gets the result of a time step of its own");
    if (v_.fresh.count > 0) all.push_back("broadcast: one result goes to several slots");
    if (out_time_.size() > 1)
      all.push_back("arrows are drawn for the first step afterwards; the cells of the others say theirs");
    cut(slots_, v_.ratio, "slices of the group");
    cut(steps_, time_.size(), "time steps before");
    cut(out_steps_, out_time_.size(), "time steps after");
    if (slice_.size() > v_.ratio)
      all.push_back(fmt::format("this is the first of {} groups", slice_.size() / v_.ratio));
    return all;
  }

  const slice_verdict& v_;
  positions slice_, time_, out_time_, before_, after_;
  reduce_sources from_;
  std::vector<std::int64_t> slots_, steps_, out_steps_;
  std::vector<axis> told_before_, told_after_;
  std::vector<fold> folds_;
  double width_ = 48, height_ = 22, left_ = left;
  picture to_;
};

}  // namespace

void draw_reduction(const std::string& path, const reduction& r, const slice_verdict& v) {
  reduce_picture(r, v).write(path, r);
}

}  // namespace tiga::tool

// A reduction as addresses: which slices of a group live, and where each piece of a result goes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <tiga/stream/core.hpp>
#include <vector>

namespace tiga::detail {

/// `count` pieces of time that lie `in_step` pieces apart in Time and side by side in OutTime.
struct piece_run {
  std::int64_t in, out, count, in_step;
};
/// A place of OutSlice that holds a value: which pieces of time it gets.
struct live_slot {
  std::int64_t slot;
  int code;
};
/// Slices of a group, `count` from `first` on.
struct slice_run {
  std::int64_t first, count;
};
/// An axis with reduced digits whose last coordinates do not exist: a position lives where its coordinates, summed over
/// the digits in every part of the layout, stay below the bound.
struct ragged_axis {
  std::int64_t bound;
  std::vector<std::int64_t> of_group, of_slice, of_time, of_lane;  // coordinates; of_group repeats with its size
  std::int64_t furthest;                                           // the largest coordinate within a row
  std::int64_t base(std::int64_t group, std::int64_t slice) const {
    return of_group[std::size_t(group)] + of_slice[std::size_t(slice)];
  }
};

/// Positions of a run.
inline std::int64_t extent_of(const digit_run& run) {
  std::int64_t size = 1;
  for (int i = 0; i < run.count; ++i) size *= run.digits[i].extent;
  return size;
}
/// The place of each digit at position `at` of a run.
struct places {
  std::int64_t of[layout_digits + 1];
  bool live = true;
  places(const digit_run& run, std::int64_t at) {
    for (int i = 0; i < run.count; ++i) {
      of[i] = at % run.digits[i].extent;
      at /= run.digits[i].extent;
      live = live && of[i] < run.digits[i].live;
    }
  }
};
/// The digits of several layouts, the outermost first, as one run.
digit_run together(const layout_view* parts, int count);
/// The largest coordinate of an axis within a run.
std::int64_t furthest(const digit_run& run, const digit& of);
/// Coordinate sums of one axis at every position of a run.
std::vector<std::int64_t> coordinates(const digit_run& run, const digit& of);

struct slice_plan {
  std::int64_t groups = 1;  // over Chip, Cluster and the outer part of Slice
  std::int64_t ratio = 1;   // slices of a group
  std::int64_t lanes = 1;   // of Packet
  std::int64_t time = 1;    // of Time
  std::int64_t out_time = 1;
  std::int64_t piece = 1;  // time steps that stay together
  std::vector<slice_run> live;
  std::vector<live_slot> slots;
  std::vector<std::vector<piece_run>> pieces;  // by code
  std::vector<ragged_axis> ragged;

  /// Whether the element at `at` in the row of a slice exists. Slices that are dead as a whole are not in `live`.
  bool lives(std::int64_t group, std::int64_t slice, std::int64_t at) const {
    for (const ragged_axis& a : ragged)
      if (a.base(group, slice) + a.of_time[std::size_t(at / lanes)] + a.of_lane[std::size_t(at % lanes)] >= a.bound)
        return false;
    return true;
  }
  /// f(place in the group of the output, place in the stretch, length) for all results of [first, first + length) of a
  /// group's row: slots ascending, and within each ascending.
  template <class F>
  void each_place(std::int64_t first, std::int64_t length, const F& f) const {
    const std::int64_t step = piece * lanes, out_row = out_time * lanes;
    const std::int64_t head = first / step, last = (first + length - 1) / step;
    for (const live_slot& s : slots) {
      const auto& runs = pieces[std::size_t(s.code)];
      // the first run that does not end before this stretch
      auto run = std::partition_point(runs.begin(), runs.end(),
                                      [&](const piece_run& r) { return r.in + (r.count - 1) * r.in_step < head; });
      for (; run != runs.end() && run->in <= last; ++run) {
        std::int64_t i = run->in >= head ? 0 : (head - run->in + run->in_step - 1) / run->in_step;
        for (; i < run->count; ++i) {
          const std::int64_t in = run->in + i * run->in_step;
          if (in > last) break;
          const std::int64_t from = std::max(in * step, first), end = std::min((in + 1) * step, first + length);
          f(s.slot * out_row + (run->out + i - in) * step + from, from - first, end - from);
        }
      }
    }
  }
};

}  // namespace tiga::detail

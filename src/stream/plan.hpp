// A reduction as addresses: which slices of a group live, and where each piece of a result goes.
#pragma once
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
};

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
};

}  // namespace tiga::detail

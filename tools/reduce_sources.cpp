#include "reduce_sources.hpp"

namespace tiga::tool {
namespace {

// The step of a digit at a position of a run that has it, or -1.
std::int64_t step_of(const digit_run& run, std::int64_t position, const digit& of) {
  for (int i = 0; i < run.count; ++i) {
    const digit& d = run.digits[i];
    if (detail::is_named(d) && detail::same_key(d, of)) return position % d.extent;
    position /= d.extent;
  }
  return -1;
}

}  // namespace

// The digits as the verifier cuts them: each one of Time stands whole in OutSlice or in OutTime.
reduce_sources::reduce_sources(const slice_reduction& shape) {
  const layout_view parts[] = {shape.slice, shape.time, shape.out_slice, shape.out_time};
  digit_run raw[5];
  for (int i = 0; i < 4; ++i) raw[i] = detail::digits_of(parts[i]);
  for (int i = 0; i < shape.other_count; ++i) {
    const digit_run other = detail::digits_of(shape.others[i]);
    for (int k = 0; k < other.count; ++k) raw[4].push(other.digits[k]);
  }
  time_ = detail::refined(raw[1], raw, 5);
  out_slice_ = detail::refined(raw[2], raw, 5);
  out_time_ = detail::refined(raw[3], raw, 5);
}

std::int64_t reduce_sources::step(std::int64_t slot, std::int64_t out_step) const {
  std::int64_t sum = 0, place = 1;
  for (int i = 0; i < time_.count; ++i) {
    const digit& d = time_.digits[i];
    const std::int64_t promoted = step_of(out_slice_, slot, d), kept = step_of(out_time_, out_step, d);
    if (detail::is_named(d)) sum += place * (promoted >= 0 ? promoted : kept >= 0 ? kept : 0);
    place *= d.extent;
  }
  return sum;
}

}  // namespace tiga::tool

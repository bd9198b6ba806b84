// What a layout means: what each of its positions holds. Every other rule is checked against this one.
#pragma once
#include "mapping.hpp"

namespace tiga {

/// What a position of a layout holds: an element, a hole that may be used as its `padding` says, or nothing.
enum class occupancy { bottom = 0, zero = 1, top = 2, live, outside };

namespace detail {

/// Calls `visit(digit, step)` for every digit of a layout at a position, innermost first; returns what is left of it.
template <class Visit>
constexpr std::int64_t walk_digits(const factor* f, int count, std::int64_t position, Visit visit) {
  for (int i = count; i-- > 0;)
    for (int k = 0; k < f[i].count; ++k) {
      const digit& d = digit_at(f[i], k);
      visit(d, position % d.extent);
      position /= d.extent;
    }
  return position;
}

/// The digits of one axis together: what they add up to, those of one bound alone, and the coarsest of those.
struct axis_sum {
  std::int64_t all = 0, bounded = 0, coarsest = 0;
};
constexpr axis_sum sum_of_axis(const factor* f, int count, std::int64_t position, const digit& of) {
  axis_sum sum;
  walk_digits(f, count, position, [&](const digit& d, std::int64_t step) {
    if (!(d.axis == of.axis) || d.size != of.size) return;
    sum.all += d.stride * step;
    if (d.bound != of.bound) return;
    sum.bounded += d.stride * step;
    if (d.stride > sum.coarsest) sum.coarsest = d.stride;
  });
  return sum;
}

}  // namespace detail

/// What `position`, from 0, of a layout of static size holds. The outermost hole gives its kind; where there is none
/// but the digits of an axis add up beyond a bound, the coarsest of them does. O(digits squared).
constexpr occupancy occupancy_at(const factor* f, int count, std::int64_t position) {
  occupancy held = occupancy::live, bounded = occupancy::live, beyond = occupancy::live;
  const std::int64_t rest = detail::walk_digits(f, count, position, [&](const digit& d, std::int64_t step) {
    if (step >= d.live) held = occupancy(d.kind);
    if (!detail::is_named(d)) return;
    const detail::axis_sum sum = detail::sum_of_axis(f, count, position, d);
    if (sum.bounded >= d.bound && d.stride == sum.coarsest) bounded = occupancy(d.kind);
    if (sum.all >= d.size) beyond = occupancy(d.kind);  // several bounds together
  });
  if (position < 0 || rest > 0) return occupancy::outside;
  if (held != occupancy::live) return held;
  return bounded != occupancy::live ? bounded : beyond;
}

/// The coordinate on the axis `of` that a live position of a layout of static size means; 0 when it has no such axis.
constexpr std::int64_t coordinate_at(const factor* f, int count, std::int64_t position, const axis& of) {
  std::int64_t sum = 0;
  detail::walk_digits(f, count, position, [&](const digit& d, std::int64_t step) {
    if (d.axis == of.id && d.size == of.size) sum += d.stride * step;
  });
  return sum;
}

/// The same of a layout type.
template <class M>
constexpr occupancy occupancy_at(std::int64_t position) {
  static_assert(M::size != dynamic, "tiga: occupancy_at needs a layout whose size is known at compile time");
  return occupancy_at(M::factors, M::rank, position);
}
template <class M>
constexpr std::int64_t coordinate_at(std::int64_t position, const axis& of) {
  static_assert(M::size != dynamic, "tiga: coordinate_at needs a layout whose size is known at compile time");
  return coordinate_at(M::factors, M::rank, position, of);
}

}  // namespace tiga

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

/// Whether the digits of one axis add up to a coordinate that does not exist.
constexpr bool overshoots(const factor* f, int count, std::int64_t position, const digit& of) {
  std::int64_t bounded = 0, all = 0;
  walk_digits(f, count, position, [&](const digit& d, std::int64_t step) {
    if (!(d.axis == of.axis) || d.size != of.size) return;
    all += d.stride * step;
    if (d.bound == of.bound) bounded += d.stride * step;
  });
  return bounded >= of.bound || all >= of.size;
}

}  // namespace detail

/// What `position`, from 0, of a layout of static size holds. The outermost hole gives its kind; where the digits of an
/// axis add up beyond it, the one of largest stride does. O(digits squared).
constexpr occupancy occupancy_at(const factor* f, int count, std::int64_t position) {
  occupancy held = occupancy::live;
  const std::int64_t rest = detail::walk_digits(f, count, position, [&](const digit& d, std::int64_t step) {
    if (step >= d.live) held = occupancy(d.kind);
  });
  if (position < 0 || rest > 0) return occupancy::outside;
  if (held != occupancy::live) return held;
  std::int64_t largest = 0;
  detail::walk_digits(f, count, position, [&](const digit& d, std::int64_t) {
    if (!detail::is_named(d) || !detail::overshoots(f, count, position, d) || d.stride <= largest) return;
    largest = d.stride;
    held = occupancy(d.kind);
  });
  return held;
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

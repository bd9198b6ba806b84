// Layouts back in the user's notation: `[A / 8, 1 # 4]`. Text that is read back as an expression gives the same digits.
#pragma once
#include "digits.hpp"

namespace tiga {
namespace detail {

constexpr void put_padding(text& t, std::int64_t kind, std::int64_t extent) {
  t << (kind == std::int64_t(padding::zero) ? " #{0} " : kind == std::int64_t(padding::bottom) ? " #{!} " : " # ");
  t << extent;
}
constexpr void put_live_part(text& t, const digit& d) {
  t << d.axis;
  if (d.extent == dynamic) return;
  const std::int64_t unit = d.stride * d.live;
  if (d.bound != d.size && d.bound == unit && d.size % d.stride == 0) {
    if (d.stride != 1) t << " / " << d.stride;
    t << " = " << d.live;
    return;
  }
  if (d.bound != d.size) t << " = " << d.bound;
  const std::int64_t whole = (d.bound + unit - 1) / unit * unit;  // a ragged axis was padded before it was cut
  if (whole != d.bound) put_padding(t, d.kind, whole);
  if (d.stride != 1) t << " / " << d.stride;
  if (whole != unit) t << " % " << d.live;
}

}  // namespace detail

constexpr text& operator<<(text& t, const digit& d) {
  if (detail::is_named(d)) detail::put_live_part(t, d);
  if (!detail::is_named(d)) t << d.live;
  if (d.extent != d.live) detail::put_padding(t, d.kind, d.extent);
  return t;
}
/// Outermost digit first, as in `m<...>`; a factor without digits is the one position `1`.
constexpr text& operator<<(text& t, const factor& f) {
  if (f.count == 0) t << 1;
  for (int i = int(f.count); i-- > 0;) {
    t << digit_at(f, i);
    if (i) t << ", ";
  }
  return t;
}

/// A layout of `count` factors, outermost first: `[N, F]`; a layout without factors is `[]`. What does not fit is cut.
constexpr text mapping_text(const factor* factors, int count) {
  text t;
  t << "[";
  for (int i = 0; i < count; ++i) t << (i ? ", " : "") << factors[i];
  return t << "]";
}

}  // namespace tiga

// The arithmetic of digits on plain arrays: the normal form, and the cut of a list in two.
// Source: the mixed-radix normal form of mapping expressions, decided for ragged and resized axes by `digit::bound`.
#pragma once
#include "factor.hpp"

namespace tiga::detail {

constexpr bool is_named(const digit& d) { return !(d.axis == name{0, 0}); }
constexpr bool is_full(const digit& d) { return d.live == d.extent; }
/// Whether the last live step ends beyond the bound, so that lower digits of the same axis may overshoot it.
constexpr bool is_ragged(const digit& d) {
  return is_named(d) && d.extent != dynamic && d.live > d.bound / d.stride;  // live * stride > bound, without overflow
}
constexpr digit anonymous(std::int64_t live, std::int64_t extent, std::int64_t kind) {
  return {name{0, 0}, 0, 0, 0, live, extent, kind};
}

/// One digit in its only spelling: a single live step means nothing of its axis, a digit without holes has no kind.
constexpr digit tidy(const digit& d) {
  digit t = d.live == 1 ? anonymous(1, d.extent, d.kind) : d;
  if (is_full(t) && !is_ragged(t)) t.kind = std::int64_t(padding::top);
  return t;
}

/// Folds `outer` into the digit just inside it where both together are one digit; says whether it did.
constexpr bool absorb(digit& inner, const digit& outer) {
  if (inner.extent == dynamic || outer.extent == dynamic) return false;
  if (!is_named(outer) && outer.live == 1) {  // padding outside is more extent inside, if the holes are of one kind
    const bool solid = is_full(inner) && !is_ragged(inner);
    if (!solid && inner.kind != outer.kind) return false;
    inner.kind = outer.kind;
    inner.extent *= outer.extent;
    return true;
  }
  if (!is_full(inner) || !(inner.axis == outer.axis) || inner.size != outer.size || inner.bound != outer.bound)
    return false;
  std::int64_t live = outer.live * inner.extent;
  if (is_named(inner)) {
    if (outer.stride % inner.extent != 0 || outer.stride / inner.extent != inner.stride) return false;
    const std::int64_t reachable = (inner.bound + inner.stride - 1) / inner.stride;
    if (live > reachable) live = reachable;
  }
  inner.live = live;
  inner.extent *= outer.extent;
  inner.kind = outer.kind;
  inner = tidy(inner);
  return true;
}

/// Brings `count` digits, innermost first, to normal form in place and returns how many are left. Every position keeps
/// its meaning; doing it twice changes nothing. The product of the extents must fit in 63 bits. O(count).
constexpr int canonicalise(digit* d, int count) {
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const digit t = tidy(d[i]);
    if (t.extent == 1) continue;
    if (kept == 0 || !absorb(d[kept - 1], t)) d[kept++] = t;
  }
  return kept;
}

/// Packs digits into a factor in normal form; `fault::composite` when more than `factor_digits` are left.
constexpr factor pack_digits(digit* d, int count) {
  factor f;
  f.count = canonicalise(d, count);
  if (f.count > factor_digits) {
    f.count = factor_digits;
    f.problem = std::int64_t(fault::composite);
  }
  for (int i = 0; i < f.count; ++i) digit_at(f, i) = d[i];
  return f;
}

/// The two parts of a factor cut so that the inner one has `n` positions; `exists` is false when no digit form does.
struct halves {
  factor outer, inner;
  bool exists;
};

/// Whether `d` can be cut into an inner digit of `k` steps and the rest, which are then `low` and `high`.
constexpr bool cut_digit(const digit& d, std::int64_t k, digit& low, digit& high) {
  const bool uneven = d.live > k && d.live % k != 0;
  if (d.extent % k != 0 || (uneven && !is_named(d))) return false;
  low = high = d;
  // An uneven cut leaves more combinations than there are live steps; the bound makes holes of the surplus.
  if (uneven && !is_ragged(d)) low.bound = high.bound = d.stride * d.live;
  low.extent = k;
  low.live = d.live < k ? d.live : k;
  high.extent = d.extent / k;
  high.live = d.live <= k ? 1 : (d.live + k - 1) / k;
  if (high.live > 1) high.stride = d.stride * k;
  return true;
}

/// Cuts `f` at `n`, which must divide its size. O(digits).
constexpr halves split_at(const factor& f, std::int64_t n) {
  digit outer[factor_digits]{}, inner[factor_digits]{};
  int outers = 0, inners = 0;
  for (int i = 0; i < f.count; ++i) {
    const digit& d = digit_at(f, i);
    if (n == 1) {
      outer[outers++] = d;
    } else if (n % d.extent == 0) {
      inner[inners++] = d;
      n /= d.extent;
    } else {
      if (!cut_digit(d, n, inner[inners], outer[outers])) return {f, f, false};
      ++inners, ++outers;
      n = 1;
    }
  }
  return {pack_digits(outer, outers), pack_digits(inner, inners), true};
}

}  // namespace tiga::detail

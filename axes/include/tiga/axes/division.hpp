// Whole layouts beside each other: their digits cut at each other's boundaries, cut in two, divided, and walked as
// loops. Source: the division and sequencing of mixed-radix mapping expressions (Furiosa's mapping algebra), restated.
#pragma once
#include "equivalence.hpp"

namespace tiga {

/// A layout that some function looks at, outermost factor first, and what messages call it: "Slice", "Packet".
struct layout_view {
  const factor* factors;
  int count;
  const char* called = "the layout";
};
template <factor... F>
constexpr layout_view view_of(m<F...>, const char* called = "the layout") {
  return {m<F...>::factors, m<F...>::rank, called};
}

/// All digits of one layout, innermost first; `fits` is false when there are more than `layout_digits`.
inline constexpr int layout_digits = 32;
struct digit_run : digit_list<layout_digits> {
  bool fits = true;
  constexpr void push(const digit& d) {
    fits = fits && count < layout_digits;
    if (fits) digits[count++] = d;
  }
};

namespace detail {

/// In normal form.
constexpr digit_run digits_of(const layout_view& of) {
  digit_run run;
  for (int i = of.count; i-- > 0;)
    for (int k = 0; k < of.factors[i].count; ++k) run.push(digit_at(of.factors[i], k));
  run.count = canonicalise(run.digits, run.count);
  return run;
}
/// The digits of one axis, one stride and one number of live steps: what division and reduction match by.
constexpr bool same_key(const digit& a, const digit& b) {
  return a.axis == b.axis && a.size == b.size && a.stride == b.stride && a.live == b.live;
}
constexpr bool is_static(const digit& d) { return d.extent != dynamic; }

/// The smallest coordinate at which some digit of `by` begins or ends and `d` can be cut, or 0.
constexpr std::int64_t first_cut(const digit& d, const digit_run* by, int runs) {
  std::int64_t first = 0;
  const auto meets = [&](std::int64_t at) {
    if (at <= d.stride || at % d.stride != 0) return;
    const std::int64_t k = at / d.stride;
    if (k < d.live && d.extent % k == 0 && (first == 0 || at < first)) first = at;
  };
  for (int r = 0; r < runs; ++r)
    for (int i = 0; i < by[r].count; ++i) {
      const digit& e = by[r].digits[i];
      if (!is_named(e) || !(e.axis == d.axis) || !is_static(e)) continue;
      meets(e.stride);
      meets(e.stride * e.live);
    }
  return first;
}
/// Every digit cut wherever a digit of `by` of the same axis begins or ends inside it and the cut is even.
constexpr digit_run refined(const digit_run& run, const digit_run* by, int runs) {
  digit_run out;
  out.fits = run.fits;
  for (int i = 0; i < run.count; ++i) {
    digit rest = run.digits[i];
    while (is_named(rest) && is_static(rest)) {
      const std::int64_t at = first_cut(rest, by, runs);
      digit low{}, high{};
      if (at == 0 || !cut_digit(rest, at / rest.stride, low, high)) break;
      out.push(low);
      rest = high;
    }
    out.push(rest);
  }
  return out;
}

/// The two parts of a run cut so that the inner one has `n` positions; `exists` is false when no digit form does.
struct run_halves {
  digit_run outer, inner;
  bool exists = true;
};
constexpr run_halves split_run(const digit_run& run, std::int64_t n) {
  run_halves h;
  for (int i = 0; i < run.count; ++i) {
    const digit& d = run.digits[i];
    if (n == 1) {
      h.outer.push(d);
    } else if (!is_static(d)) {
      return h.exists = false, h;
    } else if (n % d.extent == 0) {
      h.inner.push(d);
      n /= d.extent;
    } else {
      digit low{}, high{};
      if (d.extent % n != 0 || !cut_digit(d, n, low, high)) return h.exists = false, h;
      h.inner.push(low);
      h.outer.push(high);
      n = 1;
    }
  }
  h.exists = n == 1;
  return h;
}

constexpr bool same_digits(const digit_run& a, const digit_run& b) {
  if (a.count != b.count) return false;
  for (int i = 0; i < a.count; ++i)
    if (!(a.digits[i] == b.digits[i])) return false;
  return true;
}
/// The normal form of a run beside the digits that stand elsewhere in the same tensor: those tell which holes an axis
/// has.
constexpr digit_run settled(const digit_run& run, const digit_run& beside) {
  digit all[2 * layout_digits]{};
  int count = 0;
  for (int i = 0; i < run.count; ++i) all[count++] = run.digits[i];
  for (int i = 0; i < beside.count; ++i) all[count++] = beside.digits[i];
  settle_digits(all, count);
  digit_run out;
  for (int i = 0; i < run.count; ++i) out.push(all[i]);
  out.count = canonicalise(out.digits, out.count);
  return out;
}

/// A digit without the room it takes: `R % 4` of `R % 4 # 8`.
constexpr text live_part(const digit& d) {
  text t;
  if (is_named(d))
    put_live_part(t, d);
  else
    t << d;
  return t;
}

}  // namespace detail

/// `[A / 8, 1 # 4]`, the outermost digit first.
constexpr text& operator<<(text& t, const digit_run& run) {
  t << "[";
  for (int i = run.count; i-- > 0;) t << run.digits[i] << (i ? ", " : "");
  return t << (run.count ? "]" : "1]");
}

/// What is left when the digits of one layout are taken out of another.
struct division {
  digit_run matched;   ///< the digits of the divisor that were found, innermost first
  digit_run left;      ///< what the dividend has beside them, its padding included, in normal form
  digit_run residue;   ///< the dividend with holes in place of what was matched: positions do not move
  digit_run missing;   ///< live digits of the divisor that the dividend lacks
  bool exact = false;  ///< nothing is missing
};

/// Divides layout x by layout y: whether every live digit of y (axis, stride, live steps) stands somewhere in x, in any
/// order, and what is left. Digits are first cut at each other's boundaries; a padded digit gives the smallest block of
/// its extent that holds its live steps. O(digits squared).
constexpr division divide(const layout_view& x, const layout_view& y) {
  const digit_run raw[] = {detail::digits_of(x), detail::digits_of(y)};
  digit_run dividend = detail::refined(raw[0], raw, 2);
  const digit_run divisor = detail::refined(raw[1], raw, 2);
  division out;
  bool taken[layout_digits + 1]{};
  for (int j = 0; j < divisor.count; ++j) {
    const digit& wanted = divisor.digits[j];
    if (!detail::is_named(wanted)) continue;
    int at = 0;
    while (at < dividend.count && (taken[at] || !detail::same_key(dividend.digits[at], wanted))) ++at;
    if (at == dividend.count) {
      out.missing.push(wanted);
      continue;
    }
    taken[at] = true;
    out.matched.push(wanted);
  }
  for (int i = 0; i < dividend.count; ++i) {
    const digit& d = dividend.digits[i];
    if (!taken[i]) {
      out.left.push(d);
      out.residue.push(d);
      continue;
    }
    std::int64_t blocks = d.extent == dynamic ? 1 : d.extent / d.live;
    while (d.extent % blocks != 0) --blocks;
    if (blocks > 1) out.left.push(detail::anonymous(1, blocks, d.kind));
    out.residue.push(detail::anonymous(1, d.extent, std::int64_t(padding::top)));
  }
  out.left.count = detail::canonicalise(out.left.digits, out.left.count);
  out.residue.count = detail::canonicalise(out.residue.digits, out.residue.count);
  out.exact = out.missing.count == 0;
  return out;
}

}  // namespace tiga

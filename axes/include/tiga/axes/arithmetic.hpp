// What users write between axes: A / n, A % n, pad, resize, dummy, copies, join. Each is a plain constexpr function
// with a consteval spelling: the rules that the compiler applies to types are those that a tool applies to text. A
// mistake does not stop here: the result is its left operand, poisoned, and `m<...>` says the sentence.
#pragma once
#include "axis.hpp"
#include "digits.hpp"

namespace tiga {
namespace detail {

constexpr factor poisoned(factor f, fault why, char operation, std::int64_t operand) {
  f.problem = std::int64_t(why);
  f.operation = operation;
  f.operand = operand;
  return f;
}

/// The mistake that every operation with a number shares, or `fault::none`.
constexpr fault unfit(const factor& f, std::int64_t n) {
  if (size_of(f) == dynamic) return fault::run_time_axis;
  return n <= 0 ? fault::not_positive : fault::none;
}

/// `f / n` or `f % n`, as the operation says: the outer or the inner part of the cut at `n`.
constexpr factor part_of(const factor& f, std::int64_t n, char operation) {
  if (f.problem) return f;
  if (const fault why = unfit(f, n); why != fault::none) return poisoned(f, why, operation, n);
  const std::int64_t size = size_of(f);
  if (size % n != 0) return poisoned(f, fault::not_dividing, operation, n);
  if (n == (operation == '/' ? 1 : size)) return f;
  const halves h = split_at(f, n);
  if (!h.exists) return poisoned(f, fault::composite, operation, n);
  return operation == '/' ? h.outer : h.inner;
}

constexpr factor padded(const factor& f, std::int64_t n, padding kind) {
  if (f.problem) return f;
  if (const fault why = unfit(f, n); why != fault::none) return poisoned(f, why, '#', n);
  const std::int64_t size = size_of(f);
  if (n < size) return poisoned(f, fault::pad_too_small, '#', n);
  if (n == size) return f;
  digit d[factor_digits + 1]{};
  for (int i = 0; i < f.count; ++i) d[i] = digit_at(f, i);
  if (f.count > 0) {
    digit& last = d[f.count - 1];
    const std::int64_t below = size / last.extent;
    const bool one_kind = last.kind == std::int64_t(kind) || (is_full(last) && !is_ragged(last));
    if (one_kind && n % below == 0) {
      last.extent = n / below;
      last.kind = std::int64_t(kind);
      return pack_digits(d, int(f.count));
    }
  }
  if (n % size != 0) return poisoned(f, fault::composite, '#', n);
  d[f.count] = anonymous(1, n / size, std::int64_t(kind));
  const factor g = pack_digits(d, int(f.count) + 1);
  return g.problem ? poisoned(f, fault::composite, '#', n) : g;
}

constexpr factor resized(const factor& f, std::int64_t n) {
  if (f.problem) return f;
  if (const fault why = unfit(f, n); why != fault::none) return poisoned(f, why, '=', n);
  std::int64_t below = size_of(f);
  if (n > below) return poisoned(f, fault::resize_too_large, '=', n);
  if (n == below) return f;
  digit d[factor_digits]{};
  int count = int(f.count);
  for (int i = 0; i < count; ++i) d[i] = digit_at(f, i);
  while (below >= n && count > 0) below /= d[--count].extent;
  digit& last = d[count];  // the outermost one that is still needed
  if (n % below != 0) return poisoned(f, fault::composite, '=', n);
  last.extent = n / below;
  if (last.live > last.extent) {
    last.live = last.extent;
    if (is_named(last) && !is_ragged(last)) last.bound = last.stride * last.live;
  }
  return pack_digits(d, count + 1);
}

constexpr factor joined(const factor& outer, const factor& inner) {
  if (outer.problem) return outer;
  if (inner.problem) return inner;
  const std::int64_t a = size_of(outer), b = size_of(inner);
  if (a != dynamic && b != dynamic && size_product(a, b) == overflow) return poisoned(outer, fault::too_large, ',', b);
  digit d[2 * factor_digits]{};
  int count = 0;
  for (int i = 0; i < inner.count; ++i) d[count++] = digit_at(inner, i);
  for (int i = 0; i < outer.count; ++i) d[count++] = digit_at(outer, i);
  const factor f = pack_digits(d, count);
  return f.problem ? poisoned(outer, fault::composite, ',', b) : f;
}

/// `live` positions that mean the same, and holes up to `extent`.
constexpr factor unnamed(std::int64_t live, std::int64_t extent, char operation) {
  if (extent <= 0) return poisoned({}, fault::not_positive, operation, extent);
  digit d = anonymous(live, extent, std::int64_t(padding::top));
  return pack_digits(&d, 1);
}

}  // namespace detail

/// Every n-th coordinate, from 0: `size / n` positions. n must divide the size.
consteval factor operator/(const factor& f, std::int64_t n) { return detail::part_of(f, n, '/'); }
/// The first n coordinates, as the digit that completes `f / n`: `m<f / n, f % n>` means `m<f>`. n must divide the
/// size.
consteval factor operator%(const factor& f, std::int64_t n) { return detail::part_of(f, n, '%'); }

/// `f` followed by holes, n positions in all; n is at least the size. `f # n` in text.
/// Where the holes are inside a digit or of two kinds, n must be a multiple of what lies below it (else composite).
consteval factor pad(const factor& f, std::int64_t n, padding kind = padding::top) {
  return detail::padded(f, n, kind);
}
/// The first n positions of `f`, its other coordinates forgotten; n is at most the size. `f = n` in text.
consteval factor resize(const factor& f, std::int64_t n) { return detail::resized(f, n); }

/// One live position that belongs to no axis, and n - 1 holes. `1 # n` in text.
consteval factor dummy(std::int64_t n) { return detail::unnamed(1, n, 'd'); }
/// n live positions that all mean the same: a broadcast without a name. `n` in text.
consteval factor copies(std::int64_t n) { return detail::unnamed(n, n, 'c'); }

/// `outer` and `inner` as one factor, to be cut or padded together: `join(A, B) / 6`. At most `factor_digits` digits.
consteval factor join(const factor& outer, const factor& inner) { return detail::joined(outer, inner); }

}  // namespace tiga

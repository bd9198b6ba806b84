// Laws over all coordinates: every axis up to a size, every number that may stand in the expression, every position.
#include "cells.hpp"

namespace tiga::test {
namespace {

using detail::joined;
using detail::padded;
using detail::part_of;
using detail::resized;

inline constexpr axis A{"A", 1}, B{"B", 1};  // the loops give the sizes

constexpr bool agree(const factor& a, const factor& b, std::int64_t size_a, std::int64_t size_b) {
  axis axes[] = {A, B};
  axes[0].size = size_a;
  axes[1].size = size_b;
  const factor left[] = {a}, right[] = {b};
  return !a.problem && !b.problem && hold_the_same(left, right, axes, 2);
}
constexpr bool rejoin(const factor& outer, const factor& inner, const factor& whole_one, std::int64_t size) {
  axis axes[] = {A};
  axes[0].size = size;
  const factor parts[] = {outer, inner}, all[] = {whole_one};
  return !outer.problem && !inner.problem && hold_the_same(parts, all, axes, 1);
}

// [E / n, E % n] is E, for E = A, A # p of every kind, A = r and A = r # p.
constexpr bool cuts_rejoin(std::int64_t size) {
  for (std::int64_t r = 1; r <= size; ++r)
    for (std::int64_t p = r; p <= size + 6; ++p) {
      const factor e = padded(resized(whole(A, size), r), p, padding(p % 3));
      for (std::int64_t n = 1; n <= p; ++n)
        if (p % n == 0 && !rejoin(part_of(e, n, '/'), part_of(e, n, '%'), e, size)) return false;
    }
  return true;
}
static_assert(cuts_rejoin(1) && cuts_rejoin(2) && cuts_rejoin(3), "[E / n, E % n] is E");
static_assert(cuts_rejoin(4), "[E / n, E % n] is E");
static_assert(cuts_rejoin(5), "[E / n, E % n] is E");
static_assert(cuts_rejoin(6), "[E / n, E % n] is E");
static_assert(cuts_rejoin(8), "[E / n, E % n] is E");

// (E / k) / n is E / (k n); (E % k) % n is E % n; (E / k) % n is (E % (k n)) / k; for E = A # p.
constexpr bool cuts_compose(std::int64_t size, std::int64_t p) {
  const factor e = padded(whole(A, size), p, padding::top);
  for (std::int64_t k = 1; k <= p; ++k)
    for (std::int64_t n = 1; p % k == 0 && n <= p / k; ++n) {
      if (p / k % n != 0) continue;
      const factor outer = part_of(e, k, '/');
      if (!agree(part_of(outer, n, '/'), part_of(e, k * n, '/'), size, 1)) return false;
      if (!agree(part_of(part_of(e, k * n, '%'), n, '%'), part_of(e, n, '%'), size, 1)) return false;
      if (!agree(part_of(outer, n, '%'), part_of(part_of(e, k * n, '%'), k, '/'), size, 1)) return false;
    }
  return true;
}
static_assert(cuts_compose(12, 12) && cuts_compose(7, 12) && cuts_compose(5, 16) && cuts_compose(13, 24),
              "cuts compose");
static_assert(cuts_compose(11, 30), "cuts compose");

// [A, B] / |B| is A and [A, B] % |B| is B; [A # p, B] is [A, B] # p |B|; [1 # n, A] is A # n |A|.
constexpr bool groups_part(std::int64_t limit) {
  for (std::int64_t a = 1; a <= limit; ++a)
    for (std::int64_t b = 1; b <= limit; ++b) {
      const factor outer = whole(A, a), inner = whole(B, b), both = joined(outer, inner);
      if (!agree(part_of(both, b, '/'), outer, a, b) || !agree(part_of(both, b, '%'), inner, a, b)) return false;
      for (std::int64_t p = a; p <= a + 3; ++p)
        if (!agree(joined(padded(outer, p, padding::zero), inner), padded(both, p * b, padding::zero), a, b))
          return false;
      const factor holes = detail::unnamed(1, b, 'd');
      if (!agree(joined(holes, outer), padded(outer, a * b, padding::top), a, b)) return false;
    }
  return true;
}
static_assert(groups_part(5), "groups fall apart, and outer padding slides inward");

// Padding and resizing do what their table says, position for position.
constexpr bool pads_and_resizes(std::int64_t size) {
  for (std::int64_t n = 1; n <= size; ++n) {
    const factor cut = resized(whole(A, size), n), wide = padded(cut, size + 3, padding::bottom);
    axis a = A;
    a.size = size;
    for (std::int64_t p = 0; p < size + 3; ++p) {
      if (occupancy_at(&wide, 1, p) != (p < n ? occupancy::live : occupancy::bottom)) return false;
      if (p < n && coordinate_at(&wide, 1, p, a) != p) return false;
      if (p < n && coordinate_at(&cut, 1, p, a) != p) return false;
    }
    if (occupancy_at(&cut, 1, n) != occupancy::outside) return false;
  }
  return true;
}
static_assert(pads_and_resizes(1) && pads_and_resizes(2) && pads_and_resizes(9) && pads_and_resizes(16),
              "pad and resize");

// Random expressions of two axes, evaluated twice: as digits, and as a plain table of what each position holds, made by
// the definition of each operation. Both must agree, and expressions of equal tables must have equal normal forms.
struct entry {
  int hole = -1;  // a `padding`, or -1
  std::int64_t a = 0, b = 0;
};
struct expression {
  static constexpr int room = 48;
  factor digits;
  entry cells[room]{};
  int size = 0;
};
struct generator {
  std::uint64_t state;
  constexpr int below(int n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return int((state >> 33) % std::uint64_t(n));
  }
};

constexpr expression grow(generator& next, int size_a, int size_b, int depth) {
  expression e;
  const int choice = next.below(depth == 0 ? 2 : 7);
  if (choice < 2) {
    const int size = choice ? size_a : size_b;
    e.digits = choice ? whole(A, size) : whole(B, size);
    for (e.size = 0; e.size < size; ++e.size) (choice ? e.cells[e.size].a : e.cells[e.size].b) = e.size;
    return e;
  }
  e = grow(next, size_a, size_b, depth - 1);
  const int old = e.size;
  if (choice == 2 || choice == 3) {
    int n = 1 + next.below(old);
    while (old % n != 0) --n;
    e.digits = part_of(e.digits, n, choice == 2 ? '/' : '%');
    e.size = choice == 2 ? old / n : n;
    for (int i = 0; choice == 2 && i < e.size; ++i) e.cells[i] = e.cells[i * n];
  } else if (choice == 4) {
    e.size = old + next.below(4);
    if (next.below(2)) e.size = 2 * old;
    if (e.size > expression::room) e.size = old;
    const int kind = next.below(3);
    e.digits = padded(e.digits, e.size, padding(kind));
    for (int i = old; i < e.size; ++i) e.cells[i] = {kind, 0, 0};
  } else if (choice == 5) {
    e.size = 1 + next.below(old);
    e.digits = resized(e.digits, e.size);
  } else {
    const expression inner = grow(next, size_a, size_b, depth - 1), outer = e;
    if (outer.size * inner.size > expression::room) return e;
    e.digits = joined(outer.digits, inner.digits);
    e.size = outer.size * inner.size;
    for (int i = 0; i < e.size; ++i) {
      const entry &o = outer.cells[i / inner.size], &n = inner.cells[i % inner.size];
      e.cells[i] = o.hole >= 0 ? o : n.hole >= 0 ? n : entry{-1, o.a + n.a, o.b + n.b};
    }
  }
  return e;
}

constexpr bool means_its_table(const expression& e, int size_a, int size_b) {
  axis a = A, b = B;
  a.size = size_a;
  b.size = size_b;
  if (size_of(e.digits) != e.size) return false;
  for (int i = 0; i < e.size; ++i) {
    const occupancy held = occupancy_at(&e.digits, 1, i);
    const entry& cell = e.cells[i];
    if (cell.hole >= 0 && held != occupancy(cell.hole)) return false;
    if (cell.hole >= 0) continue;
    // The table of a resized and then ragged axis knows only where the axis ends, the digits know where it was cut.
    const bool beyond = cell.a >= size_a || cell.b >= size_b;
    if (beyond != (held != occupancy::live)) return false;
    if (!beyond && (coordinate_at(&e.digits, 1, i, a) != cell.a || coordinate_at(&e.digits, 1, i, b) != cell.b))
      return false;
  }
  return true;
}

constexpr bool normal_forms_agree(const expression& x, const expression& y) {
  if (x.size != y.size) return true;
  for (int i = 0; i < x.size; ++i) {
    const occupancy held = occupancy_at(&x.digits, 1, i);
    if (held != occupancy_at(&y.digits, 1, i)) return true;
    if (held == occupancy::live && (x.cells[i].a != y.cells[i].a || x.cells[i].b != y.cells[i].b)) return true;
  }
  digit p[factor_digits]{}, q[factor_digits]{};
  for (int i = 0; i < factor_digits; ++i) {
    p[i] = digit_at(x.digits, i);
    q[i] = digit_at(y.digits, i);
  }
  const int count = detail::canonicalise_layout(p, int(x.digits.count));
  if (count != detail::canonicalise_layout(q, int(y.digits.count))) return false;
  for (int i = 0; i < count; ++i)
    if (!(p[i] == q[i])) return false;
  return true;
}

/// The number of expressions that were checked, or -1 for a failure.
constexpr int checked(std::uint64_t seed) {
  generator next{seed * 977 + 1};
  expression kept[8]{};
  int count = 0;
  for (int tries = 0; tries < 24 && count < 8; ++tries) {
    const expression e = grow(next, 6, 4, 3);
    if (e.digits.problem == std::int64_t(fault::composite)) continue;
    if (e.digits.problem) return -1;
    if (!mapping_fault(&e.digits, 1).empty()) continue;  // the same digit twice is no layout
    if (!means_its_table(e, 6, 4)) return -1;
    for (int i = 0; i < count; ++i)
      if (!normal_forms_agree(e, kept[i])) return -1;
    kept[count++] = e;
  }
  return count;
}
template <std::uint64_t... Seed>
constexpr bool all_checked(std::integer_sequence<std::uint64_t, Seed...>) {
  constexpr int counts[] = {checked(Seed)...};
  int total = 0;
  for (const int n : counts) {
    if (n < 0) return false;
    total += n;
  }
  return total > 6 * int(sizeof...(Seed));
}
static_assert(all_checked(std::make_integer_sequence<std::uint64_t, 24>{}), "digits mean what the definitions say");

}  // namespace
}  // namespace tiga::test

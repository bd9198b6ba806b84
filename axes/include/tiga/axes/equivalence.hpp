// When two layouts mean the same: the normal form of all their digits together.
#pragma once
#include "mapping.hpp"

namespace tiga {

/// The digits of a whole layout in normal form, innermost first.
template <std::size_t Capacity>
struct digit_list {
  digit digits[Capacity + 1]{};  // one more, for a layout without digits
  int count = 0;
};

namespace detail {

constexpr std::int64_t greatest_divisor(std::int64_t a, std::int64_t b) {
  while (b != 0) {
    const std::int64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

/// Forgets what no position can tell: bounds that are never reached or that lie between two reachable coordinates, and
/// kinds of holes that do not occur. Only sound for a complete layout, for a later digit could still overshoot. O(n^2).
constexpr void settle_digits(digit* d, int count) {
  for (int i = 0; i < count; ++i) {
    if (!is_named(d[i]) || d[i].extent == dynamic) continue;
    std::int64_t furthest = 0, step = 0, coarsest = 0;
    for (int j = 0; j < count; ++j) {
      if (!(d[j].axis == d[i].axis) || d[j].size != d[i].size) continue;
      if (d[j].stride > coarsest) coarsest = d[j].stride;
      if (d[j].bound != d[i].bound) continue;
      furthest += d[j].stride * (d[j].live - 1);
      step = greatest_divisor(step, d[j].stride);
    }
    const bool beyond = furthest >= d[i].bound;
    const std::int64_t old = d[i].bound;
    std::int64_t next = beyond ? (old + step - 1) / step * step : d[i].size;
    if (next > d[i].size) next = d[i].size;
    for (int j = 0; j < count; ++j) {
      if (!(d[j].axis == d[i].axis) || d[j].size != d[i].size || d[j].bound != old) continue;
      d[j].bound = next;
      if (is_full(d[j]) && (!beyond || d[j].stride != coarsest)) d[j].kind = std::int64_t(padding::top);
    }
  }
}

/// Brings all digits of a complete layout, innermost first, to the form that layouts of one meaning share; returns how
/// many are left. O(count^2) for each round, and a round more only where digits merged.
constexpr int canonicalise_layout(digit* d, int count) {
  settle_digits(d, count);
  for (int before = -1; before != count;) {  // what is settled may merge, and what is merged may settle
    before = count;
    count = canonicalise(d, count);
    settle_digits(d, count);
  }
  return count;
}

}  // namespace detail

/// The one digit list that all layouts of the same meaning share. O(digits squared).
template <factor... F>
constexpr auto canonical_digits(m<F...>) {
  digit_list<(std::size_t(F.count) + ... + 0)> list;
  for (int i = m<F...>::rank; i-- > 0;)
    for (int k = 0; k < m<F...>::factors[i].count; ++k) list.digits[list.count++] = digit_at(m<F...>::factors[i], k);
  list.count = detail::canonicalise_layout(list.digits, list.count);
  return list;
}

namespace detail {
template <class M, class N>
constexpr bool same_meaning() {
  const auto a = canonical_digits(M{});
  const auto b = canonical_digits(N{});
  if (a.count != b.count) return false;
  for (int i = 0; i < a.count; ++i)
    if (!(a.digits[i] == b.digits[i])) return false;
  return true;
}
}  // namespace detail

/// Whether two layouts have the same size and every position means the same, holes and their kinds included:
/// `equivalent<m<A / 8, A % 8>, m<A>>`. Axes of one coordinate do not count; a run-time axis equals only itself.
template <class M, class N>
inline constexpr bool equivalent = detail::same_meaning<M, N>();

}  // namespace tiga

// What a layout means, spelled out position by position, so that tests compare meanings and not digits.
#pragma once
#include <tiga/axes/axes.hpp>

namespace tiga::test {

/// An axis of the same name and of size n: sizes that a loop counts through.
constexpr factor whole(axis a, std::int64_t n) {
  a.size = n;
  return a;
}

constexpr bool same(const text& t, const char* expected) {
  for (int i = 0; i < t.length; ++i)
    if (expected[i] != t.chars[i]) return false;  // a shorter `expected` ends in 0, which no text contains
  return expected[t.length] == 0;
}

/// The declared size of an axis among the factors, or 0.
constexpr std::int64_t declared(const factor* f, int count, const name& of) {
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < f[i].count; ++k)
      if (digit_at(f[i], k).axis == of) return digit_at(f[i], k).size;
  return 0;
}

constexpr void put_cell(text& t, const factor* f, int count, std::int64_t position) {
  switch (occupancy_at(f, count, position)) {
    case occupancy::bottom: t << ".!"; return;
    case occupancy::zero: t << ".0"; return;
    case occupancy::top: t << "."; return;
    case occupancy::outside: t << "outside"; return;
    case occupancy::live: break;
  }
  const int start = t.length;
  for (char c = 'A'; c <= 'Z'; ++c) {
    axis a("?");
    a.id = name{std::uint64_t(c), 0};
    a.size = declared(f, count, a.id);
    const std::int64_t coordinate = a.size ? coordinate_at(f, count, position, a) : 0;
    if (coordinate) t << text{}.put(c) << coordinate;
  }
  if (t.length == start) t << "-";
}

/// All positions in order: `-` is a live position without coordinates, `A1B2` one of A = 1 and B = 2, and `.`, `.0`,
/// `.!` are holes of the three kinds. Axes are single letters.
constexpr text cells(const factor* f, int count) {
  std::int64_t size = 1;
  for (int i = 0; i < count; ++i) size *= size_of(f[i]);
  text t;
  for (std::int64_t p = 0; p < size; ++p) {
    if (p) t << " ";
    put_cell(t, f, count, p);
  }
  return t;
}

template <factor... F>
constexpr bool means(const char* expected) {
  return same(cells(m<F...>::factors, m<F...>::rank), expected);
}

/// Whether two lists of factors have the same size and hold the same in every position: the definition of equivalence.
template <std::size_t N, std::size_t M>
constexpr bool hold_the_same(const factor (&a)[N], const factor (&b)[M], const axis* axes, int axis_count) {
  std::int64_t size = 1, other = 1;
  for (const factor& f : a) size *= size_of(f);
  for (const factor& f : b) other *= size_of(f);
  if (size != other) return false;
  for (std::int64_t p = 0; p < size; ++p) {
    const occupancy held = occupancy_at(a, int(N), p);
    if (held != occupancy_at(b, int(M), p)) return false;
    for (int i = 0; held == occupancy::live && i < axis_count; ++i)
      if (coordinate_at(a, int(N), p, axes[i]) != coordinate_at(b, int(M), p, axes[i])) return false;
  }
  return true;
}

}  // namespace tiga::test

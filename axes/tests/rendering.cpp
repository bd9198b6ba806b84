// Text of layouts, and the law that text which is read back gives the same digits.
#include "cells.hpp"

namespace tiga::test {
namespace {

inline constexpr axis A{"A", 512}, A24{"A", 24}, B{"B", 2}, A5{"A", 5}, A8{"A", 8}, A13{"A", 13},
    features{"features", 64};
inline constexpr axis N{"N"};

template <factor... F>
constexpr bool reads(const char* expected) {
  return same(render(m<F...>{}), expected);
}
static_assert(reads<>("[]") && reads<N, features>("[N, features]"), "names");
static_assert(reads<A / 8, dummy(4)>("[A / 8, 1 # 4]"), "the layout of the design");
static_assert(reads<A % 8>("[A % 8]") && reads<A / 8 % 4>("[A / 8 % 4]") && reads<A % 32 / 8>("[A / 8 % 4]"), "digits");
static_assert(reads<pad(A, 600)>("[A # 600]") && reads<pad(A / 8, 100, padding::zero)>("[A / 8 #{0} 100]"), "padding");
static_assert(reads<pad(A, 600, padding::bottom)>("[A #{!} 600]"), "padding that must not be touched");
static_assert(reads<resize(A, 5)>("[A = 5]") && reads<resize(A / 8, 5)>("[A / 8 = 5]"), "resizing");
static_assert(reads<copies(3)>("[3]") && reads<pad(copies(3), 4)>("[3 # 4]") && reads<A % 1>("[1]"), "no axis");
static_assert(reads<join(A, B) / 4>("[A / 2]") && reads<join(A % 2, pad(B, 4))>("[A % 2, B # 4]"), "groups");
static_assert(reads<pad(A5, 8) / 4>("[A # 8 / 4]") && reads<pad(A5, 8) % 4>("[A # 8 % 4]"), "ragged cuts");
static_assert(reads<pad(A13, 16) / 4 % 2>("[A # 16 / 4 % 2]"), "a ragged digit in the middle");
static_assert(reads<pad(resize(A8, 5), 8) / 4>("[A = 5 # 8 / 4]"), "a ragged cut of a resized axis");
static_assert(reads<pad(A13, 16, padding::zero) / 4>("[A #{0} 16 / 4]"), "the kind of ragged holes");

// Reads one digit of one axis: `A`, then operators with numbers.
constexpr factor read_back(const text& t, const factor& whole_axis) {
  factor f = whole_axis;
  for (int i = 1; i < t.length;) {
    const char op = t.chars[i + 1];
    padding kind = padding::top;
    i += 3;
    if (op == '#' && t.chars[i - 1] == '{') {
      kind = t.chars[i] == '0' ? padding::zero : padding::bottom;
      i += 3;
    }
    std::int64_t n = 0;
    for (; i < t.length && t.chars[i] != ' '; ++i) n = 10 * n + (t.chars[i] - '0');
    f = op == '#' ? detail::padded(f, n, kind) : op == '=' ? detail::resized(f, n) : detail::part_of(f, n, op);
  }
  return f;
}
constexpr bool survives(const factor& f, const factor& whole_axis) {
  if (f.problem || f.count != 1 || !detail::is_named(f.d0)) return true;  // a pure hole has no axis to be read from
  text t;
  return read_back(t << f, whole_axis) == f;
}
// A = r, A = r / k and A / k = r, padded, and the two parts of every cut of these, and their parts at 2.
constexpr bool all_survive(std::int64_t size) {
  const factor whole_axis = whole(A, size);
  for (std::int64_t r = 1; r <= size; ++r)
    for (std::int64_t p = r; p <= size + 4; ++p) {
      const factor e = detail::padded(detail::resized(whole_axis, r), p, padding(p % 3));
      if (!survives(e, whole_axis)) return false;
      for (std::int64_t n = 2; n < p; ++n) {
        if (p % n != 0) continue;
        const factor outer = detail::part_of(e, n, '/'), inner = detail::part_of(e, n, '%');
        if (!survives(outer, whole_axis) || !survives(inner, whole_axis)) return false;
        if (n % 2 == 0 && !survives(detail::part_of(inner, 2, '/'), whole_axis)) return false;
        const factor shorter = detail::resized(outer, (p / n + 1) / 2);
        if (!survives(shorter, whole_axis) || !survives(detail::padded(shorter, p, padding::zero), whole_axis))
          return false;
      }
    }
  return true;
}
static_assert(all_survive(4) && all_survive(6) && all_survive(9), "text that is read back gives the same digits");
static_assert(survives(pad(A24 / 2 % 6, 8) / 4, A24) && survives(pad(A24 / 2 % 6, 8) % 4, A24), "padding of a digit");

// Text is cut, never overrun.
static_assert(
    [] {
      text t;
      for (int i = 0; i < 2 * text::capacity; ++i) t.put('x');
      return t.length == text::capacity - 1 && t.chars[t.length] == 0;
    }(),
    "a full text still ends in 0");
static_assert(
    [] {
      text t;
      t << std::int64_t(-9223372036854775807 - 1) << " " << 0 << " " << 42;
      return same(t, "-9223372036854775808 0 42");
    }(),
    "numbers");

}  // namespace
}  // namespace tiga::test

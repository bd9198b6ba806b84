// A factor is one comma-separated part of a layout, `A`, `A / 8`, `A % 8`, `A # 16` or `1 # 4`, held as digits.
// The rules are those of mixed-radix mappings (the `m![...]` notation of Furiosa's compiler), restated as plain values.
#pragma once
#include <cstdint>

#include "name.hpp"

namespace tiga {

/// The extent of an axis whose size is known at run time only.
inline constexpr std::int64_t dynamic = -1;

/// What a hole of a layout may be used for; the order is the order of permissions.
enum class padding : std::int64_t { bottom = 0, zero = 1, top = 2 };

/// One digit of a mixed-radix decomposition. Position x of `extent` means coordinate `stride * x` of `axis`
/// where x < live and that coordinate (summed over the digits of the axis) is below `bound`; else it is a hole.
/// `axis` empty: a broadcast (live == extent) or a dummy (live == 1).
struct digit {
  name axis;
  std::int64_t size;    // declared size of the axis, or `dynamic`
  std::int64_t bound;   // coordinates that exist: the size, or less after a resize
  std::int64_t stride;  // coordinates a step
  std::int64_t live;    // steps that may mean something
  std::int64_t extent;  // steps that take room
  std::int64_t kind;    // of the holes: a `padding`
  friend constexpr bool operator==(const digit&, const digit&) = default;
};

/// Why an expression over axes cannot be a factor; it is carried along and becomes a sentence where it is used.
enum class fault : std::int64_t {
  none,
  not_dividing,      // A / 7, A % 7
  not_positive,      // A / 0, axis of size 0
  pad_too_small,     // pad(A, n) below the size of A
  resize_too_large,  // resize(A, n) above the size of A
  run_time_axis,     // an operation that needs a size
  composite,         // no digit form
  too_large,         // a size that does not fit in 63 bits
};

/// A structural class of integers alone (see name.hpp): as a template argument of a type it may reach a kernel; as an
/// argument of a `__global__` template itself nvcc 13 writes its mangled name and fails. `count` digits, innermost
/// first, outermost last. The digits come after the numbers: g++ and clang leave trailing zeros out of the names of
/// symbols.
struct factor {
  std::int64_t count = 0;
  std::int64_t problem = 0;    // a `fault`
  std::int64_t operation = 0;  // the character of the failing operation: '/', '%', '#', '=', ','; 0 for an axis itself
  std::int64_t operand = 0;    // its number
  digit d0{}, d1{}, d2{}, d3{}, d4{}, d5{};
  friend constexpr bool operator==(const factor&, const factor&) = default;
};
inline constexpr int factor_digits = 6;

constexpr digit& digit_at(factor& f, int i) {
  switch (i) {
    case 0: return f.d0;
    case 1: return f.d1;
    case 2: return f.d2;
    case 3: return f.d3;
    case 4: return f.d4;
    default: return f.d5;
  }
}
constexpr const digit& digit_at(const factor& f, int i) { return digit_at(const_cast<factor&>(f), i); }

/// A size that does not fit in 63 bits; a factor of it is refused by `m`.
inline constexpr std::int64_t overflow = -2;

namespace detail {
/// a * b of two positive sizes, or `overflow`. By division: nvcc evaluates no overflow builtins.
constexpr std::int64_t size_product(std::int64_t a, std::int64_t b) {
  return a > std::int64_t(~std::uint64_t(0) >> 1) / b ? overflow : a * b;
}
}  // namespace detail

/// Number of positions of a factor; `dynamic` for a run-time axis, `overflow` beyond 63 bits.
constexpr std::int64_t size_of(const factor& f) {
  std::int64_t size = 1;
  for (int i = 0; i < f.count; ++i) {
    const std::int64_t e = digit_at(f, i).extent;
    if (e == dynamic) return dynamic;
    if (e > 0) size = detail::size_product(size, e);
    if (e <= 0 || size == overflow) return overflow;
  }
  return size;
}

}  // namespace tiga

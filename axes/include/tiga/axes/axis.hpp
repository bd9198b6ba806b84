// What users declare: `inline constexpr axis A{"A", 512}, N{"N"};`, and the arithmetic that makes factors of it.
#pragma once
#include "factor.hpp"

namespace tiga {

/// The largest size of an axis. Room above it keeps every product of a stride and a step inside 63 bits.
inline constexpr std::int64_t largest_axis = std::int64_t(1) << 61;

/// A named axis of 1 to 16 characters. With a size, from 1 to `largest_axis`, the compiler knows it; without one it is
/// known at run time. Two axes are the same axis when name and declared size agree.
struct axis {
  name id;
  std::int64_t size;
  template <std::size_t N>
  consteval axis(const char (&letters)[N], std::int64_t extent)
      : id(pack(literal(letters))), size(extent > 0 ? extent : 0) {
    static_assert(N > 1, "tiga: an axis needs a name");
  }
  template <std::size_t N>
  consteval axis(const char (&letters)[N]) : id(pack(literal(letters))), size(dynamic) {
    static_assert(N > 1, "tiga: an axis needs a name");
  }
  /// Of a name and a size that are known at run time only: what a tool reads.
  constexpr axis(name called, std::int64_t extent) : id(called), size(extent) {}
  constexpr operator factor() const {
    factor f;
    f.d0 = {id, size, size, 1, size, size, std::int64_t(padding::top)};
    f.count = 1;
    if (size == 0) f.problem = std::int64_t(fault::not_positive);
    if (size > largest_axis) f.problem = std::int64_t(fault::too_large);
    return f;
  }
};

}  // namespace tiga

// The two 16-bit floating formats. They only store: arithmetic on them happens in float, by conversion.
// Conversions round to nearest, ties to even, bit for bit like hardware, on the host, on a device and in constexpr.
#pragma once
#include <cstdint>
#include <tiga/program/detail/host_device.hpp>
#include <type_traits>

namespace tiga {
namespace detail {

/// binary16 of a float. Infinities and overflow become infinity; a NaN stays one (quiet, upper payload kept).
constexpr TIGA_HD std::uint16_t half_bits(float value) {
  const auto all = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t sign = all >> 16 & 0x8000u, x = all & 0x7fffffffu;
  std::uint32_t h = 0;
  if (x > 0x7f800000u) {
    h = 0x7e00u | (x >> 13 & 0x3ffu);
  } else if (x >= 0x47800000u) {
    h = 0x7c00u;
  } else if (x < 0x38800000u) {
    // Below the normal numbers: one step of binary16 is one step of a float just above 0.5, so that the adder rounds.
    h = __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, x) + 0.5f) - 0x3f000000u;
  } else {
    h = (x - 0x38000000u + 0xfffu + (x >> 13 & 1u)) >> 13;  // a carry out of 65504 ends in infinity
  }
  return std::uint16_t(sign | h);
}

/// The float of a binary16: exact.
constexpr TIGA_HD float half_value(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t(bits & 0x8000u) << 16, x = std::uint32_t(bits & 0x7fffu) << 13;
  std::uint32_t f = 0;
  if (x >= 0x0f800000u) {
    f = x + 0x70000000u;
  } else if (x >= 0x00800000u) {
    f = x + 0x38000000u;
  } else {
    // A subnormal: hang the fraction on 2^-14 and take 2^-14 away.
    f = __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, x + 0x38800000u) - 0x1p-14f);
  }
  return __builtin_bit_cast(float, sign | f);
}

/// bfloat16 of a float: its upper half, rounded. A NaN stays one.
constexpr TIGA_HD std::uint16_t brain_bits(float value) {
  const auto x = __builtin_bit_cast(std::uint32_t, value);
  if ((x & 0x7fffffffu) > 0x7f800000u) return std::uint16_t(x >> 16 | 0x40u);
  return std::uint16_t((x + 0x7fffu + (x >> 16 & 1u)) >> 16);
}

constexpr TIGA_HD float brain_value(std::uint16_t bits) { return __builtin_bit_cast(float, std::uint32_t(bits) << 16); }

/// A float that rounds to any shorter format as the double itself would: what the float cuts off is remembered in
/// its last bit (rounding to odd; Boldo and Melquiond, 2008).
constexpr TIGA_HD float round_to_odd(double value) {
  const float f = float(value);
  if (!(f - f == 0) || double(f) == value) return f;  // infinite, NaN or exact
  auto bits = __builtin_bit_cast(std::uint32_t, f);
  if (bits & 1u) return f;
  // The odd neighbour on the side of the value.
  const bool away = (double(f) < value) == (value > 0);
  if ((bits & 0x7fffffffu) == 0) return __builtin_bit_cast(float, (value < 0 ? 0x80000000u : 0u) | 1u);
  bits += away ? 1u : 0xffffffffu;
  return __builtin_bit_cast(float, bits);
}

}  // namespace detail

/// IEEE binary16: 5 bits of exponent, 10 of fraction, largest value 65504.
struct f16 {
  std::uint16_t bits;

  f16() = default;
  constexpr TIGA_HD explicit f16(float number) : bits(detail::half_bits(number)) {}
  /// From double and integers: rounded once.
  template <class A>
  requires std::is_arithmetic_v<A>
  constexpr TIGA_HD explicit f16(A value) : bits(detail::half_bits(detail::round_to_odd(double(value)))) {}
  constexpr TIGA_HD operator float() const { return detail::half_value(bits); }
  static constexpr TIGA_HD f16 from_bits(std::uint16_t bits) {
    f16 h{};
    h.bits = bits;
    return h;
  }
};

/// bfloat16: the upper half of a float, 8 bits of exponent, 7 of fraction.
struct bf16 {
  std::uint16_t bits;

  bf16() = default;
  constexpr TIGA_HD explicit bf16(float number) : bits(detail::brain_bits(number)) {}
  /// From double and integers: rounded once.
  template <class A>
  requires std::is_arithmetic_v<A>
  constexpr TIGA_HD explicit bf16(A value) : bits(detail::brain_bits(detail::round_to_odd(double(value)))) {}
  constexpr TIGA_HD operator float() const { return detail::brain_value(bits); }
  static constexpr TIGA_HD bf16 from_bits(std::uint16_t bits) {
    bf16 h{};
    h.bits = bits;
    return h;
  }
};

}  // namespace tiga

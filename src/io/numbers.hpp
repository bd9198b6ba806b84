// Numbers in text that is known to end with a newline, which stops every loop here.
#pragma once
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace tiga::io {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
inline void skip_blanks(const char*& p) {
  while (is_blank(*p)) ++p;
}
inline const char* word_end(const char* p) {
  while (!is_blank(*p) && *p != '\n') ++p;
  return p;
}

enum class number { good, none, too_large };

/// Digits with an optional sign; p moves behind them.
inline number read_integer(const char*& p, std::int64_t& value) {
  const bool negative = *p == '-';
  const char* const first = p + (*p == '-' || *p == '+');
  const char* q = first;
  std::uint64_t v = 0;
  for (; is_digit(*q); ++q) v = v * 10 + std::uint64_t(*q - '0');
  if (q == first) return number::none;
  p = q;
  if (q - first <= 18) {  // below 2^63 in any case
    value = negative ? -std::int64_t(v) : std::int64_t(v);
    return number::good;
  }
  const std::string exact = (negative ? "-" : "") + std::string(first, q);
  return std::from_chars(exact.data(), exact.data() + exact.size(), value).ec == std::errc() ? number::good
                                                                                             : number::too_large;
}

/// Of a decimal number that is no double: is it too large, and not too near to 0? Its own digits say so, whatever the
/// locale; the C library's functions would ask that for the decimal point.
inline bool above_one(const char* first, const char* last) {
  std::int64_t place = 0;  // without the exponent the number is below 10^place, and at least a tenth of that
  bool leading = false, behind_point = false;
  const char* q = first + (*first == '-');
  for (; q != last && *q != 'e' && *q != 'E'; ++q) {
    if (*q == '.') {
      behind_point = true;
    } else {
      leading = leading || *q != '0';
      place += leading && !behind_point ? 1 : !leading && behind_point ? -1 : 0;
    }
  }
  if (q == last) return place > 0;
  std::int64_t exponent = 0;
  const char* const digits = q + 1 + (q[1] == '-' || q[1] == '+');
  if (std::from_chars(digits, last, exponent).ec != std::errc()) return q[1] != '-';
  return q[1] == '-' ? place > exponent : place > -exponent;
}

/// What the fast path leaves: many digits, large exponents, inf and nan. p moves behind the word.
inline number read_real_slowly(const char*& p, double& value) {
  const char* const last = word_end(p);
  const char* const first = p + (*p == '+');
  if (first == last || (first != p && *first == '-')) return number::none;
  const auto [end, problem] = std::from_chars(first, last, value);
  if (problem == std::errc::invalid_argument || end != last) return number::none;
  p = last;
  if (problem == std::errc()) return number::good;
  if (above_one(first, last)) return number::too_large;
  value = *first == '-' ? -0.0 : 0.0;
  return number::good;
}

/// A decimal number, inf or nan; p moves behind it. Correctly rounded: up to 2^53 and 10^22 both parts are exact
/// doubles, so that one operation rounds once (Clinger's fast path); the rest goes to std::from_chars.
inline number read_real(const char*& p, double& value) {
  static constexpr double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const bool negative = *p == '-';
  const char* q = p + (*p == '-' || *p == '+');
  const char* const first = q;
  std::uint64_t v = 0;
  for (; is_digit(*q); ++q) v = v * 10 + std::uint64_t(*q - '0');
  std::int64_t digits = q - first, exponent = 0;
  if (*q == '.') {
    const char* const fraction = ++q;
    for (; is_digit(*q); ++q) v = v * 10 + std::uint64_t(*q - '0');
    exponent = fraction - q;
    digits -= exponent;
  }
  if (digits > 0 && (*q == 'e' || *q == 'E')) {
    const bool down = q[1] == '-';
    const char* e = q + 1 + (q[1] == '-' || q[1] == '+');
    const char* const from = e;
    std::int64_t tens = 0;
    for (; is_digit(*e) && e - from < 5; ++e) tens = tens * 10 + (*e - '0');
    if (e == from) return number::none;
    exponent += down ? -tens : tens;
    q = e;
  }
  if (digits == 0 || digits > 19 || v > (std::uint64_t(1) << 53) || exponent < -22 || exponent > 22 || is_digit(*q))
    return read_real_slowly(p, value);
  p = q;
  const double whole = static_cast<double>(v);
  const double magnitude = exponent < 0 ? whole / power[-exponent] : whole * power[exponent];
  value = negative ? -magnitude : magnitude;
  return number::good;
}

}  // namespace tiga::io

// Names as two integers: nvcc writes class-type template arguments into its host code, and only plain integers survive.
#pragma once
#include <cstddef>
#include <cstdint>

#include "text.hpp"

namespace tiga {

/// At most 16 characters packed into two integers, first character in the lowest byte.
struct name {
  std::uint64_t lo, hi;
  friend constexpr bool operator==(const name&, const name&) = default;
};

/// A string literal of at most 16 characters as a template argument: `field<"x">`.
struct literal {
  char chars[17]{};
  template <std::size_t N>
  consteval literal(const char (&letters)[N]) {
    static_assert(N <= 17, "tiga: a name holds at most 16 characters");
    for (std::size_t at = 0; at < N; ++at) chars[at] = letters[at];
  }
};

constexpr name pack(const char* s) {
  name n{0, 0};
  for (int i = 0; i < 16 && s[i]; ++i)
    (i < 8 ? n.lo : n.hi) |= std::uint64_t(static_cast<unsigned char>(s[i])) << (8 * (i % 8));
  return n;
}
consteval name pack(literal s) { return pack(s.chars); }

constexpr text& operator<<(text& t, const name& n) {
  for (int i = 0; i < 16; ++i)
    if (const char c = char(((i < 8 ? n.lo : n.hi) >> (8 * (i % 8))) & 255)) t.put(c);
  return t;
}

}  // namespace tiga

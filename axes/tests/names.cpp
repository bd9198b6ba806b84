// Names as integers, texts, and the parts of a sentence.
#include "cells.hpp"

namespace tiga::test {
namespace {

constexpr bool prints(const name& n, const char* expected) {
  text t;
  return same(t << n, expected);
}
static_assert(prints(pack("A"), "A") && prints(pack("features"), "features"), "up to 8 letters");
static_assert(prints(pack("sixteen_letters_"), "sixteen_letters_") && prints(pack(""), ""), "up to 16 letters");
static_assert(pack("A") == name{65, 0} && pack("ABCDEFGHI").hi == 'I', "the first letter is in the lowest byte");
static_assert(!(pack("AB") == pack("BA")) && !(pack("eight_88") == pack("eight_88x")), "names differ in every letter");

template <literal S>
inline constexpr name named = pack(S);
static_assert(named<"x"> == pack("x"), "a literal as a template argument");

// A sentence is carried in parts that each fit: together they are the sentence.
constexpr text sentence() {
  text t;
  return t << "a sentence that is longer than one of the parts that clang prints whole";
}
constexpr bool parts_are_whole() {
  const text t = sentence();
  const std::size_t length = std::size_t(t.length);
  std::size_t from = 0;
  for (std::size_t i = 0; from < length; ++i) from += detail::part_length(length, i);
  return from == length && detail::part<4>(t, 2).chars[0] == 's' && detail::part<4>(t, 2).chars[4] == 0;
}
static_assert(parts_are_whole(), "parts cover the sentence");

struct satisfied {
  static constexpr text why{};
};
static_assert(sizeof(require<satisfied>) == sizeof(int), "an empty sentence is no error");

}  // namespace
}  // namespace tiga::test

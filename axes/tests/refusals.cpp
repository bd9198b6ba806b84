// The sentences, one for each kind of mistake; that they become errors is tested by the programs that must not compile.
#include "cells.hpp"

namespace tiga::test {
namespace {

inline constexpr axis A{"A", 512}, A256{"A", 256}, B{"B", 2}, C{"C", 3}, N{"N"}, N8{"N", 8}, Z{"Z", 0};

template <std::size_t Count>
constexpr bool refused(const factor (&f)[Count], const char* sentence) {
  return same(mapping_fault(f, int(Count)), sentence);
}

static_assert(refused({A / 7}, "A / 7: 7 does not divide 512"), "a stride");
static_assert(refused({B, A % 7}, "A % 7: 7 does not divide 512"), "a digit");
static_assert(refused({A / 8 / 7}, "A / 8 / 7: 7 does not divide 64"), "the expression as far as it went");
static_assert(refused({A / 0}, "A / 0: 0 is not a size, the smallest is 1"), "zero");
static_assert(refused({A % -3}, "A % -3: -3 is not a size, the smallest is 1"), "negative");
static_assert(refused({Z}, "axis Z: 0 is not a size, the smallest is 1"), "an empty axis");
static_assert(refused({axis("A", largest_axis + 1)}, "axis A: the size does not fit in 63 bits"), "a huge axis");
static_assert(refused({dummy(0)}, "dummy(0): 0 is not a size, the smallest is 1"), "no room");
static_assert(refused({copies(-1)}, "copies(-1): -1 is not a size, the smallest is 1"), "fewer than none");
static_assert(refused({pad(A, 8)}, "A # 8: padding to 8 is below the size 512"), "a silent truncation elsewhere");
static_assert(refused({resize(A, 900)}, "A = 900: resizing to 900 exceeds the size 512"), "a silent overrun elsewhere");
static_assert(refused({N / 4}, "N / 4: the size is known at run time only"), "no number to divide");
static_assert(refused({join(B, C) / 2}, "[B, C] / 2: composite, it has no form as at most 6 digits of axes"),
              "cut of C");
static_assert(refused({pad(A, std::int64_t(1) << 40), pad(B, std::int64_t(1) << 40)},
                      "[A # 1099511627776, B # 1099511627776]: the size does not fit in 63 bits"),
              "80 bits");
static_assert(refused({A, B, A256}, "[A, B, A]: axis A has size 512 here and 256 there"), "one name, two sizes");
static_assert(refused({N, N8}, "[N, N]: axis N has a run-time size here and size 8 there"), "one name, two sizes");
static_assert(refused({N8, N}, "[N, N]: axis N has size 8 here and a run-time size there"), "one name, two sizes");
static_assert(refused({A, A}, "[A, A]: same digit twice, A and A overlap"), "the axis twice");
static_assert(refused({N, B, N}, "[N, B, N]: same digit twice, N and N overlap"), "a run-time axis twice");
static_assert(refused({A, A / 2}, "[A, A / 2]: same digit twice, A and A / 2 overlap"), "an axis and its digit");
static_assert(refused({A % 8, A / 4}, "[A % 8, A / 4]: same digit twice, A % 8 and A / 4 overlap"), "a shared digit");
static_assert(refused({join(A, B), A % 2}, "[A, B, A % 2]: same digit twice, A and A % 2 overlap"), "within a group");

static_assert(refused({A / 8, A % 8}, "") && refused({A % 8, A / 64, A / 8 % 8}, ""), "digits apart are a layout");
static_assert(refused({A / 8, A % 4}, "") && refused({dummy(4), dummy(4)}, ""), "so are gaps, and dummies");

// Two layouts that meet.
inline constexpr factor left[] = {N, A}, right[] = {B, A256}, fits[] = {A / 8, C};
static_assert(same(size_clash(left, 2, right, 2), "axis A has size 512 here and 256 there"), "two layouts");
static_assert(size_clash(left, 2, fits, 2).empty() && size_clash(left, 2, left, 2).empty(), "the same axes");

}  // namespace
}  // namespace tiga::test

// Division of layouts: the published table, and what is left.
#include <tiga/axes/division.hpp>

#include "texts.hpp"

namespace tiga::test {
namespace {

constexpr division divided(const char* axes, const char* x, const char* y) {
  const layouts read(axes);
  const mapping_value a = read(x), b = read(y);
  return divide(a.view(), b.view());
}
constexpr bool is(const digit_run& run, const char* axes, const char* text) {
  const mapping_value v = layouts(axes)(text);
  return detail::same_digits(run, detail::digits_of(v.view()));
}
/// Exact, so many digits matched, and this left over.
constexpr bool exactly(const char* axes, const char* x, const char* y, int matched, const char* left) {
  const division d = divided(axes, x, y);
  return d.exact && d.missing.count == 0 && d.matched.count == matched && is(d.left, axes, left);
}
constexpr bool lacks(const char* axes, const char* x, const char* y, int matched, int missing, const char* left) {
  const division d = divided(axes, x, y);
  return !d.exact && d.missing.count == missing && d.matched.count == matched && is(d.left, axes, left);
}

static_assert(exactly("A=512 B=4", "A / 8, B", "B", 1, "A / 8"));
static_assert(lacks("A=512 B=4 C=8", "A / 8, B", "B, C", 1, 1, "A / 8"));
static_assert(lacks("A=512 C=8", "A / 8", "C", 0, 1, "A / 8"));
static_assert(lacks("A=512 B=4 C=8 D=2", "A / 4, B, C", "B, C, D", 2, 1, "A / 4"));
static_assert(lacks("A=8", "A / 4", "A % 4", 0, 1, "A / 4"));
static_assert(exactly("A=2 B=3 C=5 D=7 E=11", "A, B, C, D, E", "A, C, E", 3, "B, D"));
static_assert(exactly("A=512 R=15", "1 # 2, A / 8, R # 16 / 4, A % 8, R # 16 % 4", "A, R # 16", 4, "1 # 2"));
static_assert(exactly("A=8", "A # 64", "A", 1, "1 # 8"));
static_assert(exactly("A=4", "A # 16", "A", 1, "1 # 4"));
static_assert(exactly("A=3", "A # 16", "A", 1, "1 # 4"));
static_assert(exactly("A=2 B=3", "A, B # 8", "A, B", 2, "1 # 2"));
static_assert(exactly("A=3 B=3", "A # 8, B # 8", "A, B", 2, "1 # 4"));
static_assert(exactly("A=3 B=5", "A, 1 # 4, B", "A, B", 2, "1 # 4"));
static_assert(is(divided("A=3 B=4", "A, B", "B").residue, "A=3 B=4", "A, 1 # 4"), "what is matched leaves holes");
static_assert(!divided("A=15", "A % 5, A / 5", "A % 3, A / 3").exact, "3 and 5 have no common refinement");
// whole axes by themselves, in any order, and copies need no partner
static_assert(exactly("A=6 B=4", "B, A", "A, B", 2, "1"));
static_assert(exactly("A=6", "3, A", "A", 1, "3"));
static_assert(exactly("A=6", "A", "1 # 4", 0, "A"));

}  // namespace
}  // namespace tiga::test

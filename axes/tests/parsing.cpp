// Layouts as texts: what they mean, and where they are none.
#include "texts.hpp"

namespace tiga::test {
namespace {

inline constexpr axis A{"A", 512}, B{"B", 3}, R{"R", 4}, Long{"a_long_name_16ch", 2};

template <detail::mapping_letters Text, class M>
constexpr bool means = std::is_same_v<mapping_of<Text, A, B, R, Long>, M>;

static_assert(means<"A", m<A>>);
static_assert(means<"m![A / 8, R]", m<A / 8, R>>);
static_assert(means<" m! [ A/8 , R ] ", m<A / 8, R>>);
static_assert(means<"A / 8, R,", m<A / 8, R>>, "a trailing comma");
static_assert(means<"[A / 8], (R)", m<A / 8, R>>, "brackets of both kinds");
static_assert(means<"[A, [B, R]]", m<A, B, R>>);
static_assert(means<"1", m<>>, "nothing");
static_assert(means<"3", m<copies(3)>>);
static_assert(means<"1 # 4", m<dummy(4)>>);
static_assert(means<"A / 8 % 4", m<A / 8 % 4>>, "from the left");
static_assert(means<"A / 32 = 2 # 16", m<pad(resize(A / 32, 2), 16)>>, "all operators bind alike");
static_assert(means<"B #{0} 4", m<pad(B, 4, padding::zero)>>);
static_assert(means<"B #{!} 4", m<pad(B, 4, padding::bottom)>>);
static_assert(means<"B #{*} 4, R", m<pad(B, 4), R>>);
static_assert(means<"[B, R] # 16", m<pad(join(B, R), 16)>>);
static_assert(means<"a_long_name_16ch", m<Long>>);
static_assert(means<"A = 1_0", m<resize(A, 10)>>, "digits in groups");

constexpr bool fails(const char* text, const char* words) { return says(layouts("A=512 B=3")(text).why, words); }
static_assert(fails("", "a layout is wanted"));
static_assert(fails("   ", "a layout is wanted"));
static_assert(fails("m!", "after m! a bracket is wanted"));
static_assert(fails(",A", "place 1: an axis, a number or a bracket is wanted"));
static_assert(fails("A,,B", "place 3: an axis, a number or a bracket is wanted"));
static_assert(fails("A B", "place 3: the end is wanted"));
static_assert(fails("A /", "place 4: a number is wanted"));
static_assert(fails("A / B", "place 5: a number is wanted"));
static_assert(fails("A # {2} 8", "a padding is #, #{*}, #{0} or #{!}") || fails("A # {2} 8", "a number is wanted"));
static_assert(fails("A #{0 8", "} is wanted"));
static_assert(fails("[A, B", "] is wanted"));
static_assert(fails("(A, B]", ") is wanted"));
static_assert(fails("A * 2", "the end is wanted"));
static_assert(fails("X", "place 1: no axis of this name"));
static_assert(fails("A % 4, Aa", "place 8: no axis of this name"));
static_assert(fails("a_name_of_17_char", "at most 16 characters"));
static_assert(fails("A / 99999999999999999999", "the number is too large"));
static_assert(fails("[[[[[[[[[[[[[[[[[[[[[[[[[[[[A]]]]]]]]]]]]]]]]]]]]]]]]]]]]", "too many brackets"));
static_assert(fails("A / 7", "A / 7: 7 does not divide 512"));
static_assert(fails("A = 900", "900"));
static_assert(fails("A # 8", "8"));
static_assert(fails("A / 0", "0"));
static_assert(fails("A, A / 2", "same digit twice"));
static_assert(fails("[A, B] # 2048 / 1024", "A") || fails("[A, B] # 2048 / 1024", "cut"));

}  // namespace
}  // namespace tiga::test

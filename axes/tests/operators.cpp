// The public face of the algebra: sizes, factors, questions to a layout.
#include <tiga/axes/axes.hpp>
#include <type_traits>

namespace tiga::test {
namespace {

inline constexpr axis A{"A", 512}, B{"B", 2}, R{"R", 4}, one{"one", 1};
inline constexpr axis N{"N"}, E{"E"};

// Axes.
static_assert(factor(A) == factor(axis{"A", 512}) && !(factor(A) == factor(axis{"A", 256})),
              "name and size are an axis");
static_assert(!(factor(N) == factor(axis{"N", 8})), "a run-time axis is not a static one of the same name");
static_assert(factor(axis{"sixteen_letters_", 3}).problem == 0, "16 characters fit");
static_assert(size_of(A) == 512 && size_of(N) == dynamic && size_of(one) == 1, "sizes of axes");

// Sizes.
static_assert(m<A / 8, R>::size == 256, "64 * 4");
static_assert(m<A / 8, dummy(4)>::size == 256, "a dummy takes room");
static_assert(m<>::size == 1 && m<>::rank == 0, "no factors: one position");
static_assert(m<N, R>::size == dynamic && m<R, N>::size == dynamic, "one run-time axis makes the size one");
static_assert(size_of(A / 8) == 64 && size_of(A % 8) == 8 && size_of(A / 8 % 2) == 2, "cuts");
static_assert(size_of(pad(A, 1000)) == 1000 && size_of(resize(A, 5)) == 5 && size_of(copies(3)) == 3, "pad and resize");
static_assert(size_of(join(A, R) / 16) == 128 && size_of(join(N, R)) == dynamic, "groups");
static_assert(m<resize(A, 511), pad(B, std::int64_t(1) << 40)>::size == 511 * (std::int64_t(1) << 40), "64-bit sizes");

// Extents.
using slices = m<A / 8, N, dummy(4)>;
static_assert(slices::rank == 3 && slices::extent(0) == 64 && slices::extent(1) == dynamic && slices::extent(2) == 4,
              "extents from the outermost");

// Equality is equality of types.
static_assert(std::is_same_v<m<A / 8 / 2>, m<A / 16>> && m<A / 8 / 2>{} == m<A / 16>{}, "factors are in normal form");
static_assert(m<N, R>{} != m<R, N>{} && m<N>{} != m<N, R>{} && m<>{} == m<>{}, "order and rank count");
static_assert(A / 1 == A && A % 512 == A && pad(A, 512) == A && resize(A, 512) == A, "nothing done");
static_assert(one / 1 == one && one % 1 == one, "an axis of one coordinate keeps its name");
static_assert(size_of(A % 1) == 1 && (A % 1).count == 0, "no digit is left");

// Where a factor is.
static_assert(index_of<slices>(A / 8) == 0 && index_of<slices>(N) == 1 && index_of<slices>(dummy(4)) == 2, "positions");
static_assert(index_of<slices>(A) == -1 && index_of<slices>(E) == -1 && index_of<m<>>(A) == -1, "absent");
static_assert(contains<slices>(N) && !contains<slices>(R) && !contains<m<A / 8, A % 8>>(A), "whole factors only");

// Poison goes through an expression and keeps the first mistake.
static_assert(((A / 7) % 3).operand == 7 && (pad(A / 7, 4)).operation == '/' && (resize(A / 7, 4)).operand == 7,
              "first");
static_assert(join(A / 7, R).problem == std::int64_t(fault::not_dividing) && join(R, A / 7).operand == 7, "first");

// At most six digits: those of a bit reversal do not merge.
inline constexpr axis P{"P", 64};
inline constexpr factor three = join(P % 2, join(P / 2 % 2, P / 4 % 2));
inline constexpr factor six = join(three, join(P / 8 % 2, join(P / 16 % 2, P / 32)));
static_assert(three.count == 3 && six.count == 6 && six.problem == 0, "six digits");
static_assert(join(six, B).problem == std::int64_t(fault::composite), "a seventh has no room");
static_assert(six / 8 == three, "they come apart again");
static_assert(join(pad(A, largest_axis), pad(B, 8)).problem == std::int64_t(fault::too_large), "2^61 * 8");

// Layouts, factors and axes can be passed around as plain template arguments.
template <class M, factor F>
struct carries {
  static constexpr std::int64_t both = M::size * size_of(F);
};
static_assert(carries<m<R, B>, A / 8>::both == 512, "4 * 2 * 64");
static_assert(std::is_empty_v<slices> && std::is_trivially_copyable_v<factor>, "a layout costs nothing");

}  // namespace
}  // namespace tiga::test

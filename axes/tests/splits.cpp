// Cuts at a position, and which layouts are equivalent: published vectors and laws, and what is no law.
#include "cells.hpp"

namespace tiga::test {
namespace {

inline constexpr axis A2{"A", 2}, A3{"A", 3}, A4{"A", 4}, A5{"A", 5}, A8{"A", 8}, A19{"A", 19}, A512{"A", 512};
inline constexpr axis B2{"B", 2}, B4{"B", 4}, C2{"C", 2}, C8{"C", 8}, D2{"D", 2}, R3{"R", 3}, R14{"R", 14};

template <factor Whole, std::int64_t N, class Outer, class Inner>
constexpr bool splits = equivalent<m<Whole / N>, Outer>&& equivalent<m<Whole % N>, Inner>;

// The table of cuts.
static_assert(splits<join(pad(A2, 4), pad(B2, 4)), 8, m<dummy(2)>, m<A2, pad(B2, 4)>>, "m![A # 4, B # 4] at 8");
static_assert(splits<join(pad(A2, 4), join(B2, C2)), 8, m<dummy(2)>, m<A2, B2, C2>>, "m![A # 4, B, C] at 8");
static_assert(splits<join(join(pad(A2, 4), pad(B2, 4)), join(pad(C2, 16), pad(D2, 4))), 16,
                     m<pad(A2, 4), pad(B2, 4), dummy(4)>, m<pad(C2, 4), pad(D2, 4)>>,
              "m![A # 4, B # 4, C # 16, D # 4] at 16");
static_assert(splits<pad(A8, 16), 4, m<dummy(2), A8 / 4 % 2>, m<A8 % 4>>, "m![A # 16] of 8 at 4");
static_assert(splits<join(A2, join(pad(B2, 4), pad(join(C2, D2), 8))), 16, m<A2, dummy(2)>, m<B2, dummy(2), C2, D2>>,
              "m![A, B # 4, [C, D] # 8] at 16");
static_assert(splits<pad(A3, 16), 4, m<dummy(4)>, m<pad(A3, 4)>>, "m![A # 16] of 3 at 4");
static_assert(splits<dummy(64), 8, m<dummy(8)>, m<dummy(8)>>, "m![1 # 64] at 8");
static_assert((join(B4, pad(A4, 9)) / 4).problem == std::int64_t(fault::composite), "m![B, A # 9] at 4");
static_assert((join(B4, pad(A4, 9)) % 4).problem == std::int64_t(fault::composite), "m![B, A # 9] at 4");

// Published identities.
static_assert(equivalent<m<pad(R3, 64) / 8>, m<dummy(8)>>, "0 is the only multiple of 8 below 3");
static_assert(equivalent<m<pad(R3, 16) / 4, A5>, m<pad(A5, 20)>>, "outer padding slides inward");
static_assert(equivalent<m<pad(R3, 64) / 8, A5>, m<pad(A5, 40)>>, "outer padding slides inward");
static_assert(equivalent<m<pad(A5, 16) / 4>, m<dummy(2), pad(A5, 8) / 4>>, "two live blocks out of four");
static_assert(equivalent<m<pad(A19, 24) / 4, pad(A19, 24) / 2 % 2>, m<pad(A19, 24) / 2>>, "ragged digits rejoin");
static_assert(equivalent<m<pad(R14, 16) / 4, pad(R14, 16) % 4>, m<pad(R14, 16)>>, "ragged digits rejoin");
static_assert(equivalent<m<pad(A5, 16) / 4 / 2>, m<dummy(2)>>, "live blocks 0 and 1; stride 2 leaves block 0");

// Laws.
static_assert(equivalent<m<A512, copies(1)>, m<A512>> && equivalent<m<copies(1), A512>, m<A512>>, "1 is neutral");
static_assert(equivalent<m<join(A2, B2), C2>, m<A2, join(B2, C2)>> && equivalent<m<join(A2, B2), C2>, m<A2, B2, C2>>,
              "grouping is associative");
static_assert(equivalent<m<A512 / 1>, m<A512>> && equivalent<m<A512 % 1>, m<>>, "cuts at 1");
static_assert(equivalent<m<resize(A512, 512)>, m<A512>> && equivalent<m<pad(A512, 512)>, m<A512>>, "no change of size");
static_assert(equivalent<m<A512 / 8, A512 % 8>, m<A512>>, "a cut axis rejoins");
static_assert(equivalent<m<join(A2, B4) / 4>, m<A2>> && equivalent<m<join(A2, B4) % 4>, m<B4>>, "a group falls apart");
static_assert(equivalent<m<pad(A3, 4), B2>, m<pad(join(A3, B2), 8)>>, "[A # p, B] is [A, B] # p |B|");
static_assert(equivalent<m<dummy(4), A3>, m<pad(A3, 12)>>, "[1 # n, E] is E # n |E|");
static_assert(equivalent<m<A512 / 4 / 8>, m<A512 / 32>> && equivalent<m<A512 % 32 % 4>, m<A512 % 4>>, "cuts compose");
static_assert(equivalent<m<A512 / 4 % 8>, m<A512 % 32 / 4>>, "a digit in the middle, cut from either side");
static_assert(equivalent<m<resize(A512, 8)>, m<A512 % 8>>, "% and = differ in intent, not in meaning");
static_assert(equivalent<m<resize(pad(A3, 4), 2)>, m<resize(A3, 2)>>, "a resize removes padding");
static_assert(equivalent<m<pad(A4, 8, padding::zero) / 4>, m<dummy(2)>> == false &&
                  equivalent<m<pad(A4, 8, padding::zero) / 4>, m<pad(copies(1), 2, padding::zero)>>,
              "a cut keeps the kind of the holes");

// The normal form of one factor is reached at once, so that equal parts are equal types.
static_assert(m<A512 / 4 / 8>{} == m<A512 / 32>{} && m<A512 / 4 % 8>{} == m<A512 % 32 / 4>{}, "the same type");
static_assert(m<pad(A8, 16) / 4 % 2>{} == m<A8 / 4>{} && m<pad(pad(A8, 16), 64)>{} == m<pad(A8, 64)>{},
              "the same type");
static_assert(!(m<A512>{} == m<A512 / 8, A512 % 8>{}) && !(m<A2, B2>{} == m<B2, A2>{}), "not the same type");

// What no position can tell does not count: the kind of holes that are not there, a bound between two steps.
static_assert(equivalent<m<pad(A5, 8, padding::zero) / 4>, m<pad(A5, 8) / 4>>, "both are A0, A4");
static_assert(!equivalent<m<pad(A5, 8, padding::zero) / 4, B2, pad(A5, 8, padding::zero) % 4>,
                          m<pad(A5, 8) / 4, B2, pad(A5, 8) % 4>>,
              "with the other digit there are holes");
template <std::int64_t End>
using even = m<pad(resize(A8, End), 8) / 4, B2, pad(resize(A8, End), 8) / 2 % 2>;
static_assert(equivalent<even<5>, even<6>> && !equivalent<even<4>, even<5>>, "0, 2 and 4 are below 5 and below 6");

// No laws.
static_assert(!equivalent<m<A2, B2>, m<B2, A2>>, "order means something");
static_assert(!equivalent<m<A3, dummy(2)>, m<dummy(2), A3>>, "so does the place of padding");
static_assert(!equivalent<m<copies(2)>, m<dummy(2)>>, "a copy is no hole");
static_assert(!equivalent<m<A8 / 4, A8 % 4>, m<A8 % 4, A8 / 4>>, "a shuffle");
static_assert(!equivalent<m<pad(resize(A3, 2), 4)>, m<pad(A3, 4)>>, "a resize forgets");
static_assert(!equivalent<m<pad(A3, 4, padding::zero)>, m<pad(A3, 4)>>, "kinds of holes count");
static_assert(!equivalent<m<A2>, m<A4 / 2>> && !equivalent<m<A8>, m<C8>>, "axes count, with their sizes");

// Axes of run-time size stand whole.
inline constexpr axis N{"N"}, E{"E"};
static_assert(equivalent<m<N, A8 / 4, A8 % 4>, m<N, A8>> && !equivalent<m<N>, m<E>>, "a run-time axis is only itself");
static_assert(!equivalent<m<N, dummy(4)>, m<dummy(4), N>>, "padding does not slide into a run-time axis");

}  // namespace
}  // namespace tiga::test

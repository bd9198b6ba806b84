// The worked examples of the specification of mappings: every position of every layout.
#include "cells.hpp"

namespace tiga::test {
namespace {

inline constexpr axis A2{"A", 2}, A3{"A", 3}, A4{"A", 4}, A5{"A", 5}, A8{"A", 8}, A12{"A", 12}, A14{"A", 14};
inline constexpr axis B2{"B", 2}, B3{"B", 3}, B4{"B", 4}, B512{"B", 512};
inline constexpr axis C2{"C", 2}, C13{"C", 13}, D3{"D", 3}, D61{"D", 61}, H{"H", 4}, W{"W", 4}, R{"R", 5};

// An axis, nothing, copies, and pairs.
static_assert(means<>("-"), "a layout without factors has one position");
static_assert(means<A4>("- A1 A2 A3"), "m![A]");
static_assert(means<copies(1)>("-"), "m![1]");
static_assert(means<copies(3)>("- - -"), "m![3]");
static_assert(means<A2, B3>("- B1 B2 A1 A1B1 A1B2"), "m![A, B]: the last factor moves fastest");
static_assert(means<B3, A2>("- A1 B1 A1B1 B2 A1B2"), "m![B, A]");

// Padding and resizing.
static_assert(means<pad(A3, 4)>("- A1 A2 ."), "m![A # 4]");
static_assert(means<pad(A3, 4, padding::zero)>("- A1 A2 .0"), "m![A #{0} 4]");
static_assert(means<pad(A3, 4, padding::bottom)>("- A1 A2 .!"), "m![A #{!} 4]");
static_assert(means<dummy(4)>("- . . ."), "m![1 # 4]");
static_assert(means<pad(copies(3), 4)>("- - - ."), "m![3 # 4]");
static_assert(means<resize(A3, 2)>("- A1"), "m![A = 2]");
static_assert(means<pad(resize(A3, 2), 4)>("- A1 . ."), "m![A = 2 # 4]");
static_assert(means<resize(pad(A3, 4), 2)>("- A1"), "m![A # 4 = 2]");

// Digits of one axis.
static_assert(means<A8 / 2>("- A2 A4 A6"), "m![A / 2]");
static_assert(means<A8 % 2>("- A1"), "m![A % 2]");
static_assert(means<A8 / 2 % 2>("- A2"), "m![A / 2 % 2]");
static_assert(means<A8 % 4 / 2>("- A2"), "m![A % 4 / 2]");
static_assert(means<A8 / 4, A8 % 4>("- A1 A2 A3 A4 A5 A6 A7"), "m![A / 4, A % 4]");
static_assert(means<A8 % 4, A8 / 4>("- A4 A1 A5 A2 A6 A3 A7"), "m![A % 4, A / 4]");
static_assert(means<A8 / 4, A8 % 2, A8 / 2 % 2>("- A2 A1 A3 A4 A6 A5 A7"), "m![A / 4, A % 2, A / 2 % 2]");
static_assert(means<pad(resize(A8 / 2, 2), 4)>("- A2 . ."), "m![A / 2 = 2 # 4]");
static_assert(means<pad(A8 / 2, 8) / 4>("- ."), "m![A / 2 # 8 / 4]");

// Ragged cuts: combinations beyond the axis are holes.
static_assert(means<pad(A5, 8) / 4>("- A4"), "m![A # 8 / 4]");
static_assert(means<pad(A5, 8) % 4>("- A1 A2 A3"), "m![A # 8 % 4]");
static_assert(means<pad(A5, 8) / 4, pad(A5, 8) % 4>("- A1 A2 A3 A4 . . ."), "m![A # 8 / 4, A # 8 % 4]");
static_assert(means<pad(A5, 8) % 4, pad(A5, 8) / 4>("- A4 A1 . A2 . A3 ."), "m![A # 8 % 4, A # 8 / 4]");
static_assert(means<pad(R, 16) % 4, pad(R, 16) / 4>("- R4 . . R1 . . . R2 . . . R3 . . ."),
              "m![R # 16 % 4, R # 16 / 4]");
static_assert(means<pad(A5, 8, padding::zero) / 4, pad(A5, 8, padding::zero) % 4>("- A1 A2 A3 A4 .0 .0 .0"),
              "the holes of a ragged cut are of the kind of the padding");

static_assert(means<join(dummy(2), join(pad(A5, 8, padding::zero) / 4, B2)), pad(A5, 8, padding::zero) % 4>(
                  "- A1 A2 A3 B1 A1B1 A2B1 A3B1 A4 .0 .0 .0 A4B1 .0 .0 .0 . . . . . . . . . . . . . . . ."),
              "the holes of a ragged cut stay of their kind beside those of the padding around it");

// A resized axis ends where it was cut, not where it was declared.
static_assert(means<pad(resize(A8, 5), 8) / 4, pad(resize(A8, 5), 8) % 4>("- A1 A2 A3 A4 . . ."),
              "m![[A = 5] # 8 / 4, [A = 5] # 8 % 4]");

static_assert(means<pad(resize(A14, 13), 16) / 4, pad(A14, 16) % 4>("- A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 . ."),
              "each digit has its own end, and together they end with the axis");

// A digit that was padded before it was cut unevenly keeps its own end, too.
static_assert(means<pad(A12 % 6, 8) / 4, pad(A12 % 6, 8) % 4>("- A1 A2 A3 A4 A5 . ."), "m![A % 6 # 8] of 12, cut at 4");
static_assert(means<pad(A12 / 2, 8) / 4, pad(A12 / 2, 8) % 4>("- A2 A4 A6 A8 A10 . ."),
              "m![A / 2 # 8] of 12, cut at 4");
static_assert((pad(copies(6), 8) / 4).problem == std::int64_t(fault::composite), "copies have no bound to end at");

// Padding among several factors.
static_assert(means<A2, pad(B3, 4)>("- B1 B2 . A1 A1B1 A1B2 ."), "m![A, B # 4]");
static_assert(means<pad(A3, 4), B2>("- B1 A1 A1B1 A2 A2B1 . ."), "m![A # 4, B]");
static_assert(means<dummy(2), A3>("- A1 A2 . . ."), "m![1 # 2, A]");
static_assert(means<A3, dummy(2)>("- . A1 . A2 ."), "m![A, 1 # 2]");
static_assert(means<copies(2), A3>("- A1 A2 - A1 A2"), "m![2, A]");
static_assert(means<A3, copies(2)>("- - A1 A1 A2 A2"), "m![A, 2]");
static_assert(means<C2, resize(D3, 2)>("- D1 C1 C1D1"), "m![C, D = 2]");

// Groups.
static_assert(means<join(A2, B4) / 2>("- B2 A1 A1B2"), "m![[A, B] / 2]");
static_assert(means<join(A2, B4) % 2>("- B1"), "m![[A, B] % 2]");
static_assert(means<join(A2, B3) / 3>("- A1"), "m![[A, B] / 3]");
static_assert(means<resize(join(A2, B4), 3)>("- B1 B2"), "m![[A, B] = 3]");
static_assert(means<resize(join(A2, B4), 4)>("- B1 B2 B3"), "m![[A, B] = 4]");
static_assert((join(A2, B3) / 2).problem == std::int64_t(fault::composite), "m![[A, B] / 2] cuts B of size 3");
static_assert(pad(join(A2, B3), 8).problem == std::int64_t(fault::composite), "m![[A, B] # 8] is no digit of A");

// Larger ones.
static_assert(means<H / 2, W / 2, H % 2, W % 2>("- W1 H1 H1W1 W2 W3 H1W2 H1W3 H2 H2W1 H3 H3W1 H2W2 H2W3 H3W2 H3W3"),
              "m![H / 2, W / 2, H % 2, W % 2]: tiles of an image");
static_assert(coordinate_at<m<B512 / 64, B512 % 32, B512 / 32 % 2>>(67, B512) == 97, "64 + 1 + 32");

using padded_rows = m<C13, pad(D61, 64)>;
static_assert(padded_rows::size == 832, "13 * 64");
static_assert(coordinate_at<padded_rows>(60, D61) == 60 && coordinate_at<padded_rows>(64, C13) == 1, "rows of 64");
static_assert(occupancy_at<padded_rows>(60) == occupancy::live && occupancy_at<padded_rows>(61) == occupancy::top &&
                  occupancy_at<padded_rows>(63) == occupancy::top && occupancy_at<padded_rows>(64) == occupancy::live,
              "three holes end each row");
static_assert(occupancy_at<padded_rows>(832) == occupancy::outside &&
                  occupancy_at<padded_rows>(-1) == occupancy::outside,
              "positions end with the size");

}  // namespace
}  // namespace tiga::test

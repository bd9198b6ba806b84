// Axes and layouts: the types that every tiga program is checked against. Nothing here happens at run time but
// printing. This example needs the algebra alone; tiga/tiga.hpp includes it.
#include <cstdio>
#include <tiga/axes/axes.hpp>

using namespace tiga;

// An axis is a value with a name. With a size, the compiler knows it; without, it is known at run time.
inline constexpr axis A{"A", 512}, R{"R", 4};
inline constexpr axis height{"height", 4}, width{"width", 6};
inline constexpr axis N{"N"}, F{"F", 64};

// A layout lists factors from the outermost to the innermost: the last one moves fastest, as in a C array.
using features = m<N, F>;
static_assert(features::rank == 2 && features::extent(1) == 64, "a row of 64 features for each of N nodes");
static_assert(features::extent(0) == dynamic && features::size == dynamic, "how many nodes is known at run time");

// A / 8 counts in steps of 8, A % 8 counts within a step: the digits of A. Together they are A again.
static_assert(m<A / 8, R>::size == 256, "512 / 8 * 4");
static_assert(equivalent<m<A / 8, A % 8>, m<A>>, "two digits in order are the axis");
static_assert(!equivalent<m<A % 8, A / 8>, m<A>>, "in the other order they shuffle it");

// dummy(4) is one position and three holes; pad(A, 600) is A and 88 holes; resize(A, 100) forgets all but 100.
using out_slice = m<A / 8, dummy(4)>;
static_assert(out_slice::size == m<A / 8, R>::size, "a dummy keeps the room of what was reduced");
static_assert(m<pad(A, 600)>::size == 600 && m<resize(A, 100)>::size == 100, "sizes as asked for");

// An image in tiles of 2 x 3 pixels is the same four digits in another order.
using rows_of_pixels = m<height, width>;
using tiles = m<height / 2, width / 3, height % 2, width % 3>;
static_assert(tiles::size == rows_of_pixels::size && !equivalent<tiles, rows_of_pixels>, "the same pixels, moved");

// None of these compiles. The first line of the error holds the sentence:
//   m<A / 7>          A / 7: 7 does not divide 512
//   m<pad(A, 8)>      A # 8: padding to 8 is below the size 512
//   m<A, A / 2>       [A, A / 2]: same digit twice, A and A / 2 overlap
//   m<N / 4>          N / 4: the size is known at run time only

template <class M>
void print(const char* what) {
  std::printf("%-16s %s", what, render(M{}).c_str());
  if (M::size == dynamic) std::printf(", size known at run time\n");
  if (M::size != dynamic) std::printf(", %lld positions\n", static_cast<long long>(M::size));
}

// Where each pixel of the image is kept: the layout read as a map from positions to coordinates.
template <class M>
void print_pixels() {
  for (std::int64_t p = 0; p < M::size; ++p) {
    const auto y = coordinate_at<M>(p, height), x = coordinate_at<M>(p, width);
    std::printf("%lld%lld%s", static_cast<long long>(y), static_cast<long long>(x), (p + 1) % 6 == 0 ? "\n" : " ");
  }
}

int main() {
  print<features>("features:");
  print<m<A / 8, R>>("slices:");
  print<out_slice>("reduced slices:");
  print<m<pad(A, 600)>>("padded:");
  print<tiles>("tiles:");
  std::printf("\npixels (row, column) in memory, row by row:\n");
  print_pixels<rows_of_pixels>();
  std::printf("\nand tile by tile, a tile a line:\n");
  print_pixels<tiles>();
}

// Layouts: which element stands at which position. The parts of an axis, padding and copies, as types and as texts, and
// the questions that one has about them.
#include <cstdio>
#include <tiga/axes/queries.hpp>
#include <tiga/format.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512}, R{"R", 4}, K{"K", 5}, H{"H", 4}, W{"W", 4};

/// What a layout holds, position by position.
template <class M>
void show(const char* called, const axis& first, const axis& second) {
  fmt::print("{:<28}", called);
  for (std::int64_t i = 0; i < M::size && i < 10; ++i) {
    if (occupancy_at<M>(i) == occupancy::live)
      fmt::print(" {},{}", coordinate_at<M>(i, first), coordinate_at<M>(i, second));
    else
      fmt::print("  . ");
  }
  fmt::print("{}\n", M::size > 10 ? " ..." : "");
}

int main() {
  // Every eighth coordinate of A, and all of R within: 64 * 4 positions.
  using slices = m<A / 8, R>;
  fmt::print("{} has {} positions\n\n", render(slices{}).c_str(), slices::size);
  show<slices>("[A / 8, R]", A, R);
  show<m<A % 8, R>>("[A % 8, R]", A, R);
  show<m<pad(K, 8)>>("[K # 8], padded", K, R);
  show<m<pad(K, 8) % 4, pad(K, 8) / 4>>("[K # 8 % 4, K # 8 / 4]", K, R);  // the last coordinates do not exist
  show<m<copies(2), K>>("[2, K], two copies", K, R);
  show<m<H / 2, W / 2, H % 2, W % 2>>("tiles of 2 x 2", H, W);

  // A text means the same type: what a file or a user says can be checked by the same rules.
  static_assert(std::is_same_v<mapping_of<"m![A / 8, R]", A, R>, slices>);

  // Two spellings of one layout, and two layouts that are not.
  static_assert(equivalent<m<A / 8, A % 8>, m<A>> && !equivalent<m<A % 8, A / 8>, m<A>>);

  // Questions. Where is A? Which position holds A = 40, R = 3? What is left when R goes?
  const axis_places where = where_is(view_of(slices{}), A);
  fmt::print("\nA: {} steps of {}, {} positions apart\n", where.places[0].live, where.places[0].coordinate,
             where.places[0].positions);
  const coordinate at[] = {{A, 40}, {R, 3}};
  fmt::print("A = 40, R = 3 stands at position {}\n", positions_of(view_of(slices{}), at, 2).first);
  const division rest = divide(view_of(slices{}), view_of(m<R>{}));
  text left;
  fmt::print("[A / 8, R] without R: {}\n", (left << rest.left).c_str());

  // A layout as loops over a packed [H, W]: offset and stride, as users of CuTe write them.
  const strided_layout tiles = strided(view_of(m<H / 2, W / 2, H % 2, W % 2>{}), view_of(m<H, W>{}));
  fmt::print("tiles of 2 x 2 in memory: {}\n", cute_text(tiles).c_str());
  fmt::print("and back: {}\n", cute_text(right_inverse(tiles)).c_str());

  // m<A / 7> does not compile: "A / 7: 7 does not divide 512". Of a text the sentence is a value:
  const axis axes[] = {A, R};
  fmt::print("\n{}\n", value_of(parse_mapping("A / 7, R", 8, axes, 2)).why.c_str());
}

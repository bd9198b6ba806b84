// A grid is a graph too: `stencil` makes one in which every cell is joined to the cells at given offsets. Heat spreads
// over it by the same kind of program as over any other graph.
#include <cstdio>
#include <string>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis cell{"cell"}, side_of{"side"};  // cells, and the sides that two of them share
inline constexpr std::int64_t rows = 16, columns = 48;

inline constexpr field<"heat"> heat;
inline constexpr parameter<"rate"> rate;

// What flows in is what the neighbours have more; what one cell gains another one loses, so the sum stays. At the rim
// of the grid there are fewer edges, and nothing else to take care of.
struct smooth : message_passing<smooth> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto dst, auto /*edge*/) { return src[heat] - dst[heat]; }
  static constexpr auto node(auto dst, auto incoming) { return dst[heat] + rate * incoming; }
};

void draw(const tensor<float, m<cell>>& t) {
  const std::string shades = " .:-=+*#%@";
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const float v = t(i * columns + j);
      std::putchar(shades[v >= 1 ? 9 : v <= 0 ? 0 : std::size_t(9 * v + 0.5f)]);
    }
    std::putchar('\n');
  }
}

int main() {
  const auto grid = stencil<cell, side_of>({rows, columns}, {{-1, 0}, {1, 0}, {0, -1}, {0, 1}});
  std::printf("%lld cells, %lld edges\n", static_cast<long long>(grid.nodes()), static_cast<long long>(grid.edges()));

  // A hot block and a hot line in a cold room.
  auto room = zeros<float, m<cell>>(grid.nodes());
  const auto hot = mutable_view(room);
  for (std::int64_t i = 4; i < 12; ++i)
    for (std::int64_t j = 6; j < 16; ++j) hot(i * columns + j) = 1;
  for (std::int64_t j = 26; j < 44; ++j) hot(8 * columns + j) = 1;

  for (int step = 0; step <= 60; ++step) {
    if (step == 0 || step == 10 || step == 60) {
      std::printf("\nafter %d steps: total heat %.3f\n", step, double(sum(room).item()));
      draw(room);
    }
    room = smooth{}(grid, ndata(heat = room), rate = 0.2f);
  }
}

// Tensors: values with named axes. Making them, looking at them in other ways, computing with them element by element,
// and reducing the axes that you name.
#include <cstdio>
#include <tiga/format.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis day{"day"};                           // how many: known at run time
inline constexpr axis station{"station", 3}, pair{"pair"};  // three stations: the compiler knows

int main() {
  // The layout is a part of the type; extents that it leaves open come from the data.
  const tensor<float, m<day, station>> celsius = from({{18, 21, 15}, {20, 24, 16}, {23, 27, 14}, {19, 22, 15}});
  fmt::print("temperatures, {}\n", celsius);

  // Views are tensors over the same memory: no copies. What the compiler cannot know gets a name: `pair`.
  fmt::print("\nby station, {}\n", transpose(celsius));
  fmt::print("\nthe last two days, {}\n", slice<day, pair>(celsius, 2, 4));
  fmt::print("\nthe middle station, {}\n", pick<station>(celsius, 1));

  // Arithmetic is written as usual and runs in one pass when it becomes a tensor, without temporaries.
  // `max` is the larger of two numbers here, and a reduction below.
  const tensor fahrenheit = max(celsius * 1.8f + 32, 60);
  fmt::print("\nin Fahrenheit, at least 60, {}\n", fahrenheit);

  // Reductions name the axes that disappear. argmax answers with positions on that axis, not with bare integers.
  fmt::print("\nmean of each station, {:.4}\n", mean<day>(celsius));
  fmt::print("warmest station of each day, {}\n", argmax<station>(celsius));
  fmt::print("warmest of all: {}\n", max(celsius).item());

  // A tensor is a value. Copies share memory until one of them is written to; then that one gets its own.
  tensor<float, m<day, station>> corrected = celsius;
  mutable_view(corrected)(0, 2) = 17;
  fmt::print("\ncorrected {}, before {}\n", corrected(0, 2), celsius(0, 2));

  // What the compiler can see, it refuses with a sentence. None of these compiles:
  //   sum<pair>(celsius)             sum: [day, station] has no axis pair
  //   celsius + transpose(celsius)   elementwise: the mappings [day, station] and [station, day] differ; ...
  //   slice<station, 0, 4>(celsius)  slice: [0, 4) of axis station of size 3 is outside it
  // What it cannot see is an exception, with the axis and the numbers.
  try {
    pick<station>(celsius, 7);
  } catch (const error& e) {
    fmt::print("error: {}\n", e.what());
  }

  // NumPy reads and writes the same files.
  save_npy("celsius.npy", celsius);
  const auto again = load_npy<float, m<day, station>>("celsius.npy");
  std::remove("celsius.npy");
  fmt::print("read again: {}\n", describe(again));

  // Random numbers depend on the seed and the position alone: not on the number of threads.
  const auto noise = normal<float, m<day, station>>(7, 100'000);
  fmt::print("300,000 random numbers: mean {:.4f}\n", mean(noise).item());
}

// What each rule of reductions over slices protects from, shown by what the compiler would say. The decision is one
// function, at compile time and here.
#include <cstdio>
#include <cstring>
#include <tiga/axes/inter_slice.hpp>
#include <tiga/axes/parse.hpp>
#include <tiga/format.hpp>

using namespace tiga;

struct mistake {
  const char *slice, *time, *out_slice, *out_time;
  const char* otherwise;  // what would happen without the rule
};
constexpr mistake mistakes[] = {
    {"R, W", "1", "1 # 4, W", "1", "slices that do not stand beside each other would be added"},
    {"W, R", "1", "W, 1 # 2", "1", "half of the slices would have no place"},
    {"W, R, 1 # 2", "1", "W, 1 # 8", "1", "every other slice holds nothing"},
    {"W, R", "1", "X, W", "1", "all of W would move to other slices"},
    {"W, R", "1", "W, 4", "1", "nobody could name the copies later"},
    {"W, R", "S, V", "W, V", "1", "S would be gone, and nothing summed over it"},
    {"W, R", "S, V, U", "W, V", "U, S", "time steps would come in another order"},
    {"W, R", "S", "W, 1 # 4", "S, R", "what is reduced has no coordinates any more"},
    {"W, R", "S", "W, 1 # 4", "S, X", "time would get longer, for copies"},
    {"W, R", "V", "W, V", "V", "one number would stand in two places"},
    {"W, R", "S # 4, V", "W, V", "S", "the steps behind the padding would move up"},
    {"W, R / 2", "R % 2", "W, R / 2", "1", "the low half of R would be dropped, not reduced"},
};

int main() {
  constexpr axis axes[] = {axis("W", 64), axis("R", 4), axis("S", 2), axis("V", 4), axis("U", 2), axis("X", 4)};
  const auto read = [&](const char* t) { return value_of(parse_mapping(t, int(std::strlen(t)), axes, 6)); };
  int accepted = 0;
  for (const mistake& m : mistakes) {
    const mapping_value slice = read(m.slice), time = read(m.time), out = read(m.out_slice),
                        out_time = read(m.out_time);
    const slice_verdict verdict = verify_inter_slice(
        {slice.view("Slice"), time.view("Time"), out.view("OutSlice"), out_time.view("OutTime"), nullptr, 0});
    fmt::print("{}\n    otherwise: {}\n", describe(verdict).c_str(), m.otherwise);
    accepted += verdict.broken == slice_rule::none;
  }
  // The same question of two layouts that are fine:
  const mapping_value slice = read("W, R"), time = read("S, V"), out = read("W, V"), out_time = read("S");
  fmt::print("\n{}\n", describe(verify_inter_slice({slice.view("Slice"), time.view("Time"), out.view("OutSlice"),
                                                    out_time.view("OutTime"), nullptr, 0}))
                           .c_str());
  return accepted == 0 ? 0 : 1;
}

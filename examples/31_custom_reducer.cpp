// Reducers of one's own: an algebra (identity, lift, combine, finalize) is captured with the program, proved, fused and
// differentiated. Written by hand, a mean or a softmax reaches the very kernel of the built-in one.
//
//   31_custom_reducer [--ir]      --ir: only the algebras, in MLIR's generic syntax
#include <fmt/format.h>

#include <limits>
#include <string>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"};
inline constexpr field<"x"> x;          // a number a node
inline constexpr field<"open"> open;    // probability that a gate is open, a number an edge
inline constexpr field<"score"> score;  // a number an edge

// One pass over count, sum and sum of squares. (Where numbers are far from 0 the built-in var() keeps more digits.)
struct variance : reducer<"variance"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(0.f, 0.f, 0.f); }
  static constexpr auto lift(auto v) { return state(1.f, v, v * v); }
  static constexpr auto combine(auto l, auto r) { return state(l[_0] + r[_0], l[_1] + r[_1], l[_2] + r[_2]); }
  static constexpr auto finalize(auto s) {
    auto mean = s[_1] / s[_0];
    return s[_2] / s[_0] - mean * mean;
  }
};
struct neighbour_variance : message_passing<neighbour_variance> {
  static constexpr auto reducer = variance{};
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return reducer(src[x]); }
};

// All gates into a node are open. lift and finalize pass through.
struct product : reducer<"product"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 1.f; }
  static constexpr auto combine(auto l, auto r) { return l * r; }
};
struct reliability : message_passing<reliability> {
  static constexpr auto reducer = product{};
  static constexpr auto edge(auto /*src*/, auto /*dst*/, auto edge) { return reducer(edge[open]); }
};

// Components may have names instead of numbers.
inline constexpr field<"top"> top;
inline constexpr field<"weight"> weight;
inline constexpr field<"total"> total;
struct by_score : reducer<"by_score"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() {
    return state(top = -std::numeric_limits<float>::infinity(), weight = 0.f, total = 0.f);
  }
  static constexpr auto lift(auto s, auto v) { return state(top = s, weight = 1.f, total = v); }
  static constexpr auto combine(auto l, auto r) {
    auto m = max(l[top], r[top]);
    auto a = exp(l[top] - m), b = exp(r[top] - m);
    return state(top = m, weight = l[weight] * a + r[weight] * b, total = l[total] * a + r[total] * b);
  }
  static constexpr auto finalize(auto s) { return s[total] / s[weight]; }
};
template <class Reducer>
struct attention : message_passing<attention<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return reducer(edge[score], src[x]); }
};

// What arrives later counts more: not associative, so that edges are folded in their order.
struct fading : reducer<"fading"> {
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return l * 0.5f + r; }
};
struct remembers : message_passing<remembers> {
  static constexpr auto reducer = fading{};
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};

std::string proof(const std::string& explanation) {
  const std::size_t second = explanation.find('\n') + 1;
  return explanation.substr(second, explanation.find('\n', second) - second);
}

int main(int argc, char** argv) try {
  if (argc == 2 && std::string(argv[1]) == "--ir") {
    fmt::print("{}", ir_text(variance{}, {dtype::f32}, "variance"));
    fmt::print("// -----\n{}", ir_text(product{}, {dtype::f32}, "product"));
    fmt::print("// -----\n{}", ir_text(by_score{}, {dtype::f32, dtype::f32}, "by_score"));
    fmt::print("// -----\n{}", ir_text(fading{}, {dtype::f32}, "fading"));
    return 0;
  }
  const auto g = graph<N, E>::from_coo({0, 1, 2, 0, 2}, {1, 1, 1, 2, 2}, 3);
  // nodes 1 and 2 receive; node 0 does not, and is left out of what is printed
  const tensor<float, m<N>> values = from({1, 2, 6});
  const tensor<float, m<E>> gates = from({0.5F, 0.5F, 0.25F, 0.75F, 1.0F});
  const tensor<float, m<E>> scores = from({1000, 1001, 999, 0, 0});

  const auto spread = neighbour_variance{}(g, src(x = values));
  fmt::print("variance     [{:.4f}, {:.4f}]\n  {}\n", spread(1), spread(2),
             proof(neighbour_variance{}.explain(g, src(x = values))));
  const auto all_open = reliability{}(g, edge(open = gates));
  fmt::print("reliability  [{}, {}]\n  {}\n", all_open(1), all_open(2),
             proof(reliability{}.explain(g, edge(open = gates))));
  const auto by_hand = attention<by_score>{}(g, src(x = values), edge(score = scores));
  const auto built_in = attention<decltype(online_softmax())>{}(g, src(x = values), edge(score = scores));
  fmt::print("by score     [{:.4f}, {:.4f}], built in {:.4f}: the same bits: {}\n  {}\n", by_hand(1), by_hand(2),
             built_in(1), by_hand(1) == built_in(1) && by_hand(2) == built_in(2),
             proof(attention<by_score>{}.explain(g, src(x = values), edge(score = scores))));
  const auto memory = remembers{}(g, src(x = values));
  fmt::print("fading       [{}, {}]\n  {}\n", memory(1), memory(2), proof(remembers{}.explain(g, src(x = values))));
  fmt::print("one key: {}\n", reducer_key(by_score{}, {dtype::f32, dtype::f32}) ==
                                  reducer_key(online_softmax(), {dtype::f32, dtype::f32}));

  // gradients of all of them, generated
  const auto gate = track(gates);
  const auto slope = grad(sum(reliability{}(g, edge(open = gate))), gate);
  fmt::print("a gate's share in the reliability: [{}, {}, {}, {}, {}]\n", slope(0), slope(1), slope(2), slope(3),
             slope(4));
} catch (const tiga::error& e) {
  fmt::print(stderr, "31_custom_reducer: {}\n", e.what());
  return 1;
}

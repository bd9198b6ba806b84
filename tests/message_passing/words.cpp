// What a program says about itself, and that what it does about hoisting changes no bit.
#include <algorithm>

#include "helpers.hpp"

using namespace passing_test;
using tiga_test::ContainsSubstring;

namespace {

struct softly : tiga::message_passing<softly> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * exp(src[x] / 3); }
};
struct linear : tiga::message_passing<linear> {
  static constexpr auto reducer = tiga::mean();
  static constexpr auto edge(auto src, auto, auto edge) { return edge[w] * src[x]; }
  static constexpr auto node(auto dst, auto aggregate) { return dst[y] + dt * aggregate; }
};

struct summed_features : tiga::message_passing<summed_features> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
  static constexpr auto node(auto /*dst*/, auto aggregate) { return tiga::sum<F>(aggregate); }
};

}  // namespace

TEST_CASE("ir() prints one operation a line, then what is reduced and returned") {
  const edge_pairs p{{0, 1}, {1, 0}, 2, 2};
  const auto g = p.two_sided();
  const auto text =
      linear{}.ir(g, src(x = tiga::zeros<float, tiga::m<S, F>>(2, 3)), dst(y = tiga::zeros<float, tiga::m<D>>(2)),
                  edge(w = tiga::zeros<float, tiga::m<E>>(2)), dt = 0.5);
  for (const char* words :
       {"src[x] : f32[F]", "edge[w] : f32\n", "mul %", "mean over edges of %", "dst[y]", "parameter dt", "return %"})
    CHECK_THAT(text, ContainsSubstring(words));
}

TEST_CASE("explain() names the reduction, the items, and what is computed once a vertex") {
  const auto weights = [](std::int64_t n) { return tiga::ones<float, tiga::m<E>>(n); };
  const auto features = [](std::int64_t n) { return tiga::ones<float, tiga::m<S, F>>(n, 5); };
  const edge_pairs dense = random_pairs(1, 10, 10, 300);
  const auto often = softly{}.explain(dense.two_sided(), src(x = features(10)), edge(w = weights(300)));
  for (const char* words : {"sum over 300 edges into 10 rows", "[F] = 5", "at run time", "instruction set: ",
                            "exp((src[x] / 3)) depends on src alone and is computed once per vertex", "it pays"})
    CHECK_THAT(often, ContainsSubstring(words));
  const edge_pairs sparse = random_pairs(1, 1000, 10, 300);
  const auto seldom = softly{}.explain(sparse.two_sided(), src(x = features(1000)), edge(w = weights(300)));
  CHECK_THAT(seldom, ContainsSubstring("is computed per edge") && ContainsSubstring("too few edges"));
  const auto never = linear{}.explain(dense.two_sided(), src(x = features(10)),
                                      dst(y = tiga::ones<float, tiga::m<D>>(10)), edge(w = weights(300)), dt = 1);
  CHECK_THAT(never, ContainsSubstring("mean over 300 edges") &&
                        ContainsSubstring("nothing depends on one endpoint alone") &&
                        ContainsSubstring("node: runs in registers"));
  const edge_pairs hub = random_pairs(2, 10, 1, 20000);
  CHECK_THAT(summed_features{}.explain(hub.two_sided(), src(x = features(10))),
             ContainsSubstring("node: a second pass over the rows") && ContainsSubstring("cut into pieces"));
}

TEST_CASE("what is computed once a vertex gives the bits of once an edge") {
  const edge_pairs p = random_pairs(2, 20, 40, 900);
  auto wide = p;
  wide.sources = 50'000;  // so many that it does not pay
  const auto few = random<float, tiga::m<S, F>>(3, -2, 2, 20, 13);
  auto many = tiga::zeros<float, tiga::m<S, F>>(50'000, 13);
  std::copy(few.span().begin(), few.span().end(), many.mutable_span().begin());
  const auto weights = random<float, tiga::m<E>>(4, -1, 1, 900);
  const auto hoisted = softly{}(p.two_sided(), src(x = few), edge(w = weights));
  const auto direct = softly{}(wide.two_sided(), src(x = many), edge(w = weights));
  CHECK_THAT(softly{}.explain(p.two_sided(), src(x = few), edge(w = weights)), ContainsSubstring("it pays"));
  CHECK_THAT(softly{}.explain(wide.two_sided(), src(x = many), edge(w = weights)), ContainsSubstring("too few edges"));
  CHECK(bits(hoisted) == bits(direct));
}

// Flags are the user's word; what they promise can be tried.
#include "by_hand.hpp"

using namespace reducer_test;

namespace {

struct difference : reducer<"difference"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return l - r; }
};
struct max_from_zero : reducer<"max_from_zero"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto l, auto r) { return max(l, r); }
};
// accumulate that forgets to count
struct counts_wrong : mean_by_hand {
  static constexpr auto accumulate(auto s, auto value) { return state(s[_0] + value, s[_1]); }
};

}  // namespace

TEST_CASE("reducers that keep their word") {
  const auto f32 = dtype::f32;
  CHECK(check_laws(sum_by_hand{}, {f32}));
  CHECK(check_laws(mean_by_hand{}, {f32}));
  CHECK(check_laws(product_by_hand{}, {dtype::f64}));
  CHECK(check_laws(variance_by_hand{}, {f32}));
  CHECK(check_laws(affine{}, {f32, f32}));
  CHECK(check_laws(best_by_key{}, {f32, f32}));
  CHECK(check_laws(fading{}, {f32}));  // promises nothing
  CHECK(check_laws(sum(), {dtype::i8}));
  CHECK(check_laws(sum(7), {dtype::i32}));
  CHECK(check_laws(mean(), {f32}));
  CHECK(check_laws(max(), {dtype::u8}));
  CHECK(check_laws(min(), {dtype::i64}));
  CHECK(check_laws(prod(), {dtype::u32}));
  CHECK(check_laws(count(), {f32}));
  CHECK(check_laws(var(), {f32}));
  CHECK(check_laws(stddev(), {f32}));
  CHECK(check_laws(argmax(), {f32}));
  CHECK(check_laws(argmin(), {dtype::i32}));
  CHECK(check_laws(logsumexp(), {f32}));
  CHECK(check_laws(online_softmax(), {f32, f32}));
  CHECK(check_laws(any(), {dtype::boolean}));
  CHECK(check_laws(all(), {dtype::i32}));
}

TEST_CASE("flags that do not hold are found, with an example") {
  const law_report d = check_laws(difference{}, {dtype::f32});
  CHECK_FALSE(d);
  CHECK_FALSE(d.associative);
  CHECK_FALSE(d.commutative);
  CHECK_FALSE(d.merging);
  CHECK(d.text.find("associativity FAILS: a = ") != std::string::npos);
  CHECK(d.text.find("combine(a, combine(b, c)) gives") != std::string::npos);

  const law_report z = check_laws(max_from_zero{}, {dtype::f32});
  CHECK_FALSE(z);
  CHECK_FALSE(z.identity);
  CHECK(z.associative);

  const law_report f = check_laws(fading{}, {dtype::f32});
  CHECK(f.holds);
  CHECK_FALSE(f.associative);
  CHECK(f.text.find("is not promised") != std::string::npos);

  CHECK_FALSE(check_laws(counts_wrong{}, {dtype::f32}).merging);

  // the usual spelling of a softmax: two empty states meet as NaN
  const law_report s = check_laws(softmax_by_hand{}, {dtype::f32, dtype::f32});
  CHECK_FALSE(s);
  CHECK(s.text.find("-inf") != std::string::npos);
}

TEST_CASE("a seed gives the same tries") {
  CHECK(check_laws(difference{}, {dtype::f32}, {.tries = 50, .seed = 3}).text ==
        check_laws(difference{}, {dtype::f32}, {.tries = 50, .seed = 3}).text);
}

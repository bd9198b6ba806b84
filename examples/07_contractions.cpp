// Contractions: products summed over the axes that you name. Matrix products, batches, inner products and softmax over
// an axis, without counting positions or transposing by hand.
#include <cstdio>
#include <tiga/format.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis query{"query"}, key{"key"};  // how many: known at run time
inline constexpr axis feature{"feature", 4}, unit{"unit", 3};
inline constexpr axis head{"head", 2};

int main() {
  // What disappears is named; what is left keeps its order. No operand is transposed by hand.
  const auto x = uniform<float, m<query, feature>>(1, 2);
  const auto weights = uniform<float, m<feature, unit>>(2);
  const auto y = contract<feature>(x, weights);  // tensor<float, m<query, unit>>
  fmt::print("a linear layer, {:.4}\n", y);

  // The other way round gives the other layout: the axes of the first operand come first.
  fmt::print("\nits transpose, {:.4}\n", contract<feature>(weights, x));

  // An axis that both have and nobody names is walked together: scores of every query with every key, for each head.
  const auto q = uniform<float, m<head, query, feature>>(3, 2);
  const auto k = uniform<float, m<head, key, feature>>(4, 3);
  const auto v = uniform<float, m<head, key, unit>>(5, 3);
  const auto scores = contract<feature>(q, k);  // [head, query, key]
  const auto attention = softmax<key>(scores);  // sums to one over the keys
  const auto answer = contract<key>(attention, v);
  fmt::print("\nattention of {} heads, {:.4}\n", size_of(head), answer);
  fmt::print("its rows sum to {:.4}\n", sum<key>(attention));

  // Everything at once is an inner product; several axes may be named.
  fmt::print("\ninner product {:.4}, and by name {:.4}\n", dot(x, x).item(), contract<query, feature>(x, x).item());

  // contract<unit>(x, weights) does not compile: "contract: [query, feature] has no axis unit".
  // What the compiler cannot know is checked when the tensors meet:
  try {
    contract<key>(attention, uniform<float, m<head, key, unit>>(5, 4));
  } catch (const error& e) {
    fmt::print("\n{}\n", e.what());
  }
}

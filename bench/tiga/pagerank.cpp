#include <memory>

#include "fields.hpp"
#include "halves.hpp"

namespace bench::ours {
namespace {

using namespace tiga;

inline constexpr field<"inverse"> inverse;  // 1 / outgoing edges, 0 where there are none
inline constexpr parameter<"base"> base;
using numbers = tensor<float, m<N>>;

// What a vertex gives to each of those that it points at is kept beside its rank.
struct page_rank : message_passing<page_rank> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
  static constexpr auto node(auto dst, auto heard) {
    auto rank = base + 0.85F * heard;
    return outputs(rank, rank * dst[inverse]);
  }
};

}  // namespace

contender pagerank(const csr_input& input, const float_vector& inverse_degrees, int iterations, int threads) {
  const auto g = graph<N, E>::from_csr(input.ptr, input.idx);
  const numbers inverses = from(inverse_degrees);
  auto out = std::make_shared<numbers>();
  return in_process(
      "tiga", threads,
      [=] {
        use_threads(threads);
        const float n = float(g.nodes());
        auto ranks = zeros<float, m<N>>(g.nodes());
        for (float& one : ranks.mutable_span()) one = 1 / n;
        numbers given = eval(ranks * inverses);
        for (int k = 0; k < iterations; ++k) {
          auto [next, next_given] = page_rank{}(g, src(x = given), dst(inverse = inverses), base = 0.15F / n);
          ranks = next;
          given = next_given;
        }
        *out = ranks;
      },
      [=] {
        double total = 0;
        for (const float one : out->span()) total += double(one);
        return total;
      });
}

}  // namespace bench::ours

#include <memory>

#include "fields.hpp"
#include "halves.hpp"

namespace bench::ours {
namespace {

using namespace tiga;

struct smoothing : message_passing<smoothing> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return 0.25F * src[x]; }
};

graph<N, E> grid(std::int64_t side) { return stencil<N, E>({side, side}, {{-1, 0}, {0, -1}, {0, 1}, {1, 0}}); }

}  // namespace

contender stencil_build(std::int64_t side, int threads) {
  auto g = std::make_shared<graph<N, E>>();
  return in_process(
      "tiga", threads,
      [=] {
        use_threads(threads);
        *g = graph<N, E>();
        *g = grid(side);
      },
      [=] { return double(g->edges()); });
}

contender stencil_apply(std::int64_t side, const float_vector& values, int threads) {
  const auto g = grid(side);
  const tensor<float, m<N>> f = from(values);
  auto out = std::make_shared<tensor<float, m<N>>>();
  return in_process(
      "tiga", threads,
      [=] {
        use_threads(threads);
        *out = tensor<float, m<N>>();
        *out = smoothing{}(g, src(x = f));
      },
      [=] { return checksum(out->data(), out->size()); });
}

}  // namespace bench::ours

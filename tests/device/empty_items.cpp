// An item axis that is empty at run time: what has no items is computed all the same, by one thread of a block.
#include "device/programs.hpp"
#include "device/stepped.hpp"

using namespace tiga;
using namespace tiga::testing;

inline constexpr axis F{"F"};

/// An output with items and one without.
struct both : message_passing<both> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto, auto edge) { return outputs(edge[w] * src[x], edge[w] + edge[w]); }
};

TEST_CASE("device: an item axis that is empty at run time") {
  const auto g = hubs();
  const auto features = numbers<float, m<N, F>>(1, g.sources(), 0);
  const auto weights = numbers<float, m<E>>(2, g.edges());
  stepped run;
  for (const auto& [blocks, threads] : {std::pair{1, 1}, {3, 5}, {200, 32}}) {
    run.blocks = blocks;
    run.threads = threads;
    weighted_kernels<weighted<reducer_kind::sum>, F>(g, run, 0);
    call_kernels<both>(g, run, ndata(x = features), edge(w = weights));
    edge_kernels<both>(g, run, ndata(x = features), edge(w = weights));
  }
  CHECK(run.kernels > 3 * 9);
}

// Block plans are made by whoever needs them first, also in the middle of parallel work: the builder holds no lock
// there.
#include <atomic>
#include <tiga/graph/message_passing/run.hpp>
#include <tiga/runtime/parallel.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;

TEST_CASE("tasks that ask for one plan at the same time get the same one") {
  tiga::runtime::set_threads(4);
  const std::int64_t nodes = 60'000, edges = 4 * nodes;
  random_numbers next{5};
  std::vector<std::int32_t> source, destination;
  for (std::int64_t e = 0; e < edges; ++e) {
    source.push_back(std::int32_t(next.below(nodes)));
    destination.push_back(std::int32_t(next.below(nodes)));
  }
  for (int round = 0; round < 10; ++round) {
    const auto g = square::from_coo(source, destination, nodes);
    const tiga::csr& rows = g.in_edges();
    CHECK(tiga::detail::blocks_of(rows, false) == nullptr);  // the first use may be the last
    std::atomic<const tiga::runtime::block_plan*> plan{nullptr};
    std::atomic<int> others{0};
    tiga::runtime::parallel(64, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t k = begin; k < end; ++k) {
        const tiga::runtime::block_plan *const got = tiga::detail::blocks_of(rows, false), *none = nullptr;
        if (!plan.compare_exchange_strong(none, got) && none != got) ++others;
      }
    });
    CHECK(plan.load() != nullptr);
    CHECK(others == 0);
    CHECK(tiga::detail::blocks_of(rows, false) == plan.load());
  }
  tiga::runtime::set_threads(0);
}

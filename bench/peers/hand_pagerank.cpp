#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "hand.hpp"

namespace bench::hand {

void pagerank(const rows& g, const float* inverse, int iterations, float* rank, float* given, int threads) {
  const float base = 0.15F / float(g.count);
  const auto all = [&](auto&& body) {
    if (threads == 1)
      body(0, g.count);
    else
      tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, g.count, 1024),
                        [&](const auto& r) { body(r.begin(), r.end()); });
  };
  std::fill(rank, rank + g.count, 1 / float(g.count));
  tbb::task_arena(threads).execute([&] {
    for (int k = 0; k < iterations; ++k) {
      all([&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) given[i] = rank[i] * inverse[i];
      });
      all([&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
          float heard = 0;
          for (std::int64_t e = g.ptr[i]; e < g.ptr[i + 1]; ++e) heard += given[g.idx[e]];
          rank[i] = base + 0.85F * heard;
        }
      });
    }
  });
}

}  // namespace bench::hand

// Threads for the hand-written loops.
#pragma once
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdint>

namespace bench::hand {

/// body(begin, end) over [0, count) in pieces of at most `grain`, taken as threads get free.
template <class F>
void parallel(std::int64_t count, std::int64_t grain, int threads, const F& body) {
  if (threads == 1) {
    body(std::int64_t{0}, count);
    return;
  }
  static thread_local tbb::task_arena arena(tbb::task_arena::not_initialized);
  if (!arena.is_active() || arena.max_concurrency() != threads) {
    arena.terminate();
    arena.initialize(threads);
  }
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::int64_t>(0, count, std::size_t(grain)),
        [&](const tbb::blocked_range<std::int64_t>& r) { body(r.begin(), r.end()); }, tbb::simple_partitioner());
  });
}

}  // namespace bench::hand

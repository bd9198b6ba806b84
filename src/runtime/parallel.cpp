#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/memory.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/runtime/rows.hpp>
#include <vector>

#include "handover.hpp"

namespace tiga::runtime {
namespace {

// The partial sums of finished blocks of one row: a binary counter of 58 levels over the widest accumulators.
constexpr std::size_t room_bytes = std::size_t(256) << 10;
struct room {
  void* memory = std::aligned_alloc(64, room_bytes);
  room() = default;
  room(const room&) = delete;
  room& operator=(const room&) = delete;
  ~room() { std::free(memory); }
};

struct workers {
  std::mutex mutex;
  int wanted = 0;
  std::shared_ptr<tbb::task_arena> arena;
  std::unique_ptr<tbb::global_control> control;

  void set(int count) {
    if (count < 0 || count > 1024) fail("set_threads: " + std::to_string(count) + " threads; 0 to 1024 are possible");
    std::lock_guard lock(mutex);
    wanted = count;
    const int n = count ? count : tbb::info::default_concurrency();
    // without it TBB gives no more threads than there are cores, and a test of 3 threads would run 2
    control.reset();
    control = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                    std::size_t(std::max(n, tbb::info::default_concurrency())));
    arena = std::make_shared<tbb::task_arena>(n);
  }
  std::shared_ptr<tbb::task_arena> get() {
    {
      std::lock_guard lock(mutex);
      if (arena) return arena;
    }
    const char* asked = std::getenv("TIGA_THREADS");
    set(asked ? std::atoi(asked) : 0);
    std::lock_guard lock(mutex);
    return arena;
  }
};
workers& all_workers() {
  static workers* w = new workers;
  return *w;
}

template <class F>
void in_parallel(std::int64_t chunks, const F& chunk) {
  const auto arena = chunks > 1 ? all_workers().get() : nullptr;
  if (chunks <= 1 || arena->max_concurrency() == 1) {
    for (std::int64_t c = 0; c < chunks; ++c) chunk(c);
    return;
  }
  // Each thread has a share of its own, the same one in every call: much of it is still in its caches. Who is done
  // helps the next one.
  const std::int64_t shares = std::min<std::int64_t>(chunks, arena->max_concurrency());
  struct alignas(64) share {
    std::atomic<std::int64_t> next;
    std::int64_t end;
  };
  const std::unique_ptr<share[]> all(new share[std::size_t(shares)]);
  for (std::int64_t s = 0; s < shares; ++s) {
    all[std::size_t(s)].next = chunks * s / shares;
    all[std::size_t(s)].end = chunks * (s + 1) / shares;
  }
  const auto run = [&](std::int64_t own) {
    to_tasks.take();
    for (std::int64_t k = 0; k < shares; ++k) {
      share& s = all[std::size_t((own + k) % shares)];
      for (std::int64_t c = s.next++; c < s.end; c = s.next++) chunk(c);
    }
    from_tasks.give();
  };
  arena->execute([&] {
    to_tasks.give();
    tbb::parallel_for<std::int64_t>(0, shares, run, tbb::static_partitioner{});
  });
  from_tasks.take();
}

scratch room_here() {
  thread_local const room here;
  void* memory = here.memory;
  if (!memory) fail("out of memory: no scratch for a thread");
  return {memory, scratch::task::rows, 0, 0, nullptr, 0, 0};
}

// Work before row i, in units of one edge: a row costs as much as eight.
constexpr std::int64_t row_weight = 8;
std::int64_t first_row_at(const std::int64_t* ptr, std::int64_t rows, std::int64_t work) {
  std::int64_t lo = 0, hi = rows;
  while (lo < hi) {
    const std::int64_t mid = lo + (hi - lo) / 2;
    if (ptr[mid] + row_weight * mid < work)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

// A range is long enough that taking it costs nothing, and short jobs are cut once more, for all threads to have some:
// a worker that is awake comes within two microseconds, one that sleeps leaves its share to the others.
constexpr std::int64_t chunk_nanoseconds = 60'000, least_nanoseconds = 10'000;

void run_hub(const row_job& job, const row_args& a, std::int64_t row) {
  const std::int64_t begin = a.ptr[row], end = a.ptr[row + 1];
  const std::int64_t pieces = (end - begin + edges_per_piece - 1) / edges_per_piece;
  const std::int64_t pitch = (job.partial_bytes + 63) / 64 * 64;
  const buffer partials = buffer::allocate(std::size_t(pieces * pitch * job.components));
  char* const first = static_cast<char*>(partials.data());
  in_parallel(pieces, [&](std::int64_t p) {
    scratch s = room_here();
    s.what = scratch::task::piece;
    s.begin = begin + p * edges_per_piece;
    s.end = std::min(end, s.begin + edges_per_piece);
    s.partials = first + p * pitch * job.components;
    s.pitch = pitch;
    job.run(a, row, row + 1, s);
  });
  scratch s = room_here();
  s.what = scratch::task::merge;
  s.partials = first;
  s.count = pieces;
  s.pitch = pitch;
  job.run(a, row, row + 1, s);
}

}  // namespace

void set_threads(int count) { all_workers().set(count); }
int threads() { return all_workers().get()->max_concurrency(); }

void parallel_ranges(std::int64_t count, std::int64_t grain, range_function body, void* context) {
  if (count <= 0) return;
  const std::int64_t chunks = std::max<std::int64_t>(1, count / std::max<std::int64_t>(1, grain));
  const std::int64_t each = count / chunks, more = count % chunks;
  in_parallel(chunks, [&](std::int64_t c) {
    const std::int64_t begin = c * each + std::min(c, more);
    body(context, begin, begin + each + (c < more ? 1 : 0));
  });
}

void run_long_rows(const row_job& job, const row_args& a) {
  const std::int64_t rows = a.blocks->long_rows;
  const std::int64_t chunks = std::clamp<std::int64_t>(a.blocks->pieces / 2048, 1, std::max<std::int64_t>(1, rows));
  in_parallel(chunks, [&](std::int64_t c) {
    scratch s = room_here();
    s.what = scratch::task::combine;
    job.run(a, rows * c / chunks, rows * (c + 1) / chunks, s);
  });
}

void run_rows(const row_job& job, const row_args& a) {
  if (job.rows <= 0) return;
  const std::int64_t work = a.ptr ? a.ptr[job.rows] + row_weight * job.rows : job.rows;
  const std::int64_t cost = std::max<std::int64_t>(1, job.cost);
  const std::int64_t chunk_work = std::max<std::int64_t>(64, chunk_nanoseconds / cost);
  const std::int64_t shared = std::min<std::int64_t>(work * cost / least_nanoseconds, 4 * threads());
  const std::int64_t chunks = std::clamp<std::int64_t>(std::max(work / chunk_work, shared), 1, 4096);
  if (chunks == 1) {
    scratch s = room_here();
    job.run(a, 0, job.rows, s);
    return;
  }
  // a hub that alone is longer than several ranges would keep one thread busy when the others are done
  std::vector<std::int64_t> hubs;
  if (a.ptr && job.partial_bytes > 0 && job.max_degree > 2 * edges_per_piece && job.max_degree > 4 * chunk_work &&
      threads() > 1)
    for (std::int64_t i = 0; i < job.rows; ++i)
      if (const std::int64_t d = a.ptr[i + 1] - a.ptr[i]; d > 2 * edges_per_piece && d > 4 * chunk_work)
        hubs.push_back(i);
  const auto start = [&](std::int64_t c) {
    if (c == chunks) return job.rows;
    const std::int64_t want = work / chunks * c + work % chunks * c / chunks;
    return a.ptr ? first_row_at(a.ptr, job.rows, want) : want;
  };
  in_parallel(chunks, [&](std::int64_t c) {
    std::int64_t begin = start(c);
    const std::int64_t end = start(c + 1);
    scratch s = room_here();
    for (auto h = std::lower_bound(hubs.begin(), hubs.end(), begin); h != hubs.end() && *h < end; ++h) {
      if (begin < *h) job.run(a, begin, *h, s);
      begin = *h + 1;
    }
    if (begin < end) job.run(a, begin, end, s);
  });
  for (const std::int64_t row : hubs) run_hub(job, a, row);
}

}  // namespace tiga::runtime

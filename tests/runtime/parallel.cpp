// The door to the threads: every position once, ranges that depend on count and grain alone, exceptions that arrive.
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <utility>
#include <vector>

#include "catch.hpp"

using tiga::runtime::parallel;
using tiga::runtime::set_threads;

namespace {

std::set<std::pair<std::int64_t, std::int64_t>> ranges(std::int64_t count, std::int64_t grain) {
  std::set<std::pair<std::int64_t, std::int64_t>> all;
  std::mutex mutex;
  parallel(count, grain, [&](std::int64_t begin, std::int64_t end) {
    const std::lock_guard lock(mutex);
    all.insert({begin, end});
  });
  return all;
}
struct threads_back {
  ~threads_back() { set_threads(0); }
};

}  // namespace

TEST_CASE("ranges cover every position once and do not depend on the threads") {
  const threads_back back;
  for (const std::int64_t count : {0, 1, 7, 100, 12345})
    for (const std::int64_t grain : {1, 10, 4096}) {
      set_threads(1);
      const auto one = ranges(count, grain);
      std::int64_t at = 0;
      for (const auto& [begin, end] : one) {
        CHECK(begin == at);
        CHECK(end - begin >= std::min(grain, count));
        at = end;
      }
      CHECK(at == count);
      for (const int threads : {2, 3, 8}) {
        set_threads(threads);
        CHECK(ranges(count, grain) == one);
      }
    }
}

TEST_CASE("little work stays on the calling thread") {
  const threads_back back;
  set_threads(4);
  std::thread::id where;
  parallel(199, 100, [&](std::int64_t, std::int64_t) { where = std::this_thread::get_id(); });
  CHECK(where == std::this_thread::get_id());
}

TEST_CASE("more threads than cores are really started") {
  const threads_back back;
  set_threads(3);
  CHECK(tiga::runtime::threads() == 3);
  std::atomic<int> present{0};
  std::atomic<bool> met{false};
  parallel(3, 1, [&](std::int64_t, std::int64_t) {  // each waits for the other two, for 20 seconds at most
    ++present;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (present < 3 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    if (present == 3) met = true;
  });
  CHECK(met);
}

TEST_CASE("an exception in a range reaches the caller, and the next call works") {
  const threads_back back;
  for (const int threads : {1, 4}) {
    set_threads(threads);
    CHECK_THROWS_WITH(parallel(1000, 10,
                               [](std::int64_t begin, std::int64_t) {
                                 if (begin >= 500) tiga::fail("row 500 is bad");
                               }),
                      "row 500 is bad");
    CHECK(ranges(100, 10).size() == 10);
  }
}

TEST_CASE("parallel work inside parallel work") {
  const threads_back back;
  set_threads(3);
  std::atomic<std::int64_t> sum{0};
  parallel(8, 1, [&](std::int64_t b, std::int64_t e) {
    for (std::int64_t i = b; i < e; ++i)
      parallel(100, 5, [&](std::int64_t begin, std::int64_t end) { sum += end - begin; });
  });
  CHECK(sum == 800);
}

TEST_CASE("a senseless number of threads is refused with the number") {
  CHECK_THROWS_WITH(set_threads(-1), tiga_test::ContainsSubstring("-1 threads"));
  CHECK_THROWS_WITH(set_threads(5000), tiga_test::ContainsSubstring("5000 threads"));
}

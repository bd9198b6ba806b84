// Compiled with -O3 -march=native: eight independent accumulators in `read`, plain vector stores in the others.
#include "bandwidth.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "aligned.hpp"
#include "report.hpp"
#include "vectors.hpp"

namespace bench {
namespace {

constexpr std::int64_t count = std::int64_t{1} << 26;  // floats
constexpr std::int64_t piece = std::int64_t{1} << 16;

double read(const float* a, std::int64_t begin, std::int64_t end) {
  floats sums[8] = {};
  for (std::int64_t i = begin; i < end; i += 8 * lanes) {
    for (int k = 0; k < 8; ++k) sums[k] += load(a + i + lanes * k);
  }
  for (int k = 1; k < 8; ++k) sums[0] += sums[k];
  return double(sum(sums[0]));
}
void copy(const float* a, float* b, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; i += lanes) store(b + i, load(a + i));
}
void triad(const float* a, const float* b, float* c, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; i += lanes) store(c + i, load(a + i) + 3.0F * load(b + i));
}

template <class F>
void over_pieces(tbb::task_arena& arena, F&& f) {
  arena.execute([&] {
    tbb::parallel_for(std::int64_t{0}, count / piece, [&](std::int64_t k) { f(k * piece, (k + 1) * piece); });
  });
}

}  // namespace

void bandwidth(const options& o) {
  static bool done = false;
  if (std::exchange(done, true)) return;
  float_vector a(count, 1.0F);
  float_vector b(count, 2.0F);
  float_vector c(count, 0.0F);
  for (const int threads : o.threads) {
    tbb::task_arena arena(threads);
    std::atomic<double> total{0};
    std::vector<contender> kernels;
    kernels.push_back(in_process(
        "read", threads,
        [&] {
          total = 0;
          over_pieces(arena, [&](std::int64_t begin, std::int64_t end) { total += read(a.data(), begin, end); });
        },
        [&] { return total.load(); }));
    kernels.push_back(in_process(
        "copy", threads,
        [&] {
          over_pieces(arena, [&](std::int64_t begin, std::int64_t end) { copy(a.data(), c.data(), begin, end); });
        },
        [&] { return double(c[0]); }));
    kernels.push_back(in_process(
        "triad", threads,
        [&] {
          over_pieces(arena,
                      [&](std::int64_t begin, std::int64_t end) { triad(a.data(), b.data(), c.data(), begin, end); });
        },
        [&] { return double(c[0]); }));
    for (result& r : race(std::move(kernels), o.rounds, stay::everyone)) {
      const double arrays = r.impl == "read" ? 1 : r.impl == "copy" ? 2 : 3;
      const std::string name = "bandwidth_" + r.impl;
      r.impl = "hand";
      line(name, r, arrays * 4.0 * double(count), std::nan(""));
    }
  }
}

}  // namespace bench

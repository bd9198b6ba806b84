#include "race.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <numeric>

#include "clock.hpp"

namespace bench {
namespace {

// OpenMP workers of the contender before us spin for a while on the other cores; let them fall asleep.
void settle() {
  using namespace std::chrono;
  const auto end = steady_clock::now() + 1ms;
  while (steady_clock::now() < end) {
  }
}

constexpr double sample_seconds = 1e-3;  // a timed sample lasts at least this long
constexpr double patient = 0.5;          // shorter calls are warmed up before they are judged
constexpr double warm_below = 50e-3;     // longer calls sweep the caches themselves
constexpr double hopeless = 3;           // times the best rival, after the second round
constexpr int rounds_for_all = 3;        // then rivals that are far behind leave
constexpr double far_behind = 1.5;

struct runner {
  contender who;
  result seen;
  int calls = 1;
  bool warm = true;
  bool out = false;

  void prepare() {
    double once = who.run(1);
    if (once < patient) once = who.run(1);
    calls = std::clamp(int(std::ceil(sample_seconds / std::max(once, 1e-9))), 1, 10000);
    warm = once < warm_below;
  }
  void sample() {
    settle();
    if (warm) who.run(1);
    seen.seconds.push_back(who.run(calls));
  }
};

// Runs f; a contender that fails is named and leaves.
template <class F>
void guarded(runner& r, F&& f) {
  try {
    f();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "skipped %s (%d threads): %s\n", r.who.impl.c_str(), r.who.threads, e.what());
    r.out = true;
    r.seen.seconds.clear();
  }
}

void dismiss(std::vector<runner>& runners, double behind) {
  double best = std::numeric_limits<double>::infinity();
  for (const runner& r : runners) {
    if (!r.out && !r.who.is_tiga()) best = std::min(best, r.seen.least());
  }
  for (runner& r : runners) {
    if (!r.out && !r.who.is_tiga() && r.seen.least() > behind * best) r.out = true;
  }
}

}  // namespace

contender in_process(std::string impl, int threads, std::function<void()> call, std::function<double()> checksum) {
  return {std::move(impl), threads,
          [call = std::move(call)](int calls) {
            const double start = now();
            for (int k = 0; k < calls; ++k) call();
            return (now() - start) / calls;
          },
          std::move(checksum)};
}

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double result::least() const { return *std::min_element(seconds.begin(), seconds.end()); }
double result::median() const { return bench::median(seconds); }

double ratio(const result& a, const result& b) {
  std::vector<double> r;
  for (std::size_t k = 0; k < std::min(a.seconds.size(), b.seconds.size()); ++k) {
    r.push_back(a.seconds[k] / b.seconds[k]);
  }
  return median(std::move(r));
}

std::vector<result> race(std::vector<contender> contenders, int rounds, stay who_stays) {
  std::vector<runner> runners;
  for (contender& c : contenders) {
    const result empty{c.impl, c.threads, {}, 0};
    runners.push_back({std::move(c), empty});
  }
  for (runner& r : runners) guarded(r, [&] { r.prepare(); });
  std::vector<std::size_t> order(runners.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 0; round < rounds; ++round) {
    for (const std::size_t k : order) {
      if (!runners[k].out) guarded(runners[k], [&] { runners[k].sample(); });
    }
    if (!order.empty()) std::rotate(order.begin(), order.begin() + 1, order.end());
    std::reverse(order.begin(), order.end());
    if (who_stays == stay::near_the_best && round == 1) dismiss(runners, hopeless);
    if (who_stays == stay::near_the_best && round + 1 == rounds_for_all) dismiss(runners, far_behind);
  }
  std::vector<result> results;
  for (runner& r : runners) {
    if (r.seen.seconds.empty()) continue;
    guarded(r, [&] { r.seen.checksum = r.who.checksum(); });
    if (!r.seen.seconds.empty()) results.push_back(std::move(r.seen));
  }
  return results;
}

}  // namespace bench

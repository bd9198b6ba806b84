// Learning rates by step: functions of the number of steps done, `optimizer.set_learning_rate(schedule(step))`.
#pragma once
#include <cmath>
#include <cstdint>

namespace tiga::nn {

/// rate * factor^(step / every), in stairs or not.
struct exponential_decay {
  double rate, factor;
  std::int64_t every = 1;
  bool stairs = false;
  double operator()(std::int64_t step) const {
    const double turns = double(step) / double(every);
    return rate * std::pow(factor, stairs ? std::floor(turns) : turns);
  }
};

/// Half a cosine from `rate` down to `floor` over `steps` steps, then `floor` (Loshchilov and Hutter, ICLR 2017).
struct cosine_decay {
  double rate;
  std::int64_t steps;
  double floor = 0;
  double operator()(std::int64_t step) const {
    if (step >= steps) return floor;
    return floor + (rate - floor) * 0.5 * (1 + std::cos(3.14159265358979323846 * double(step) / double(steps)));
  }
};

/// A straight line from `rate` to `end` over `steps` steps, then `end`.
struct linear_decay {
  double rate;
  std::int64_t steps;
  double end = 0;
  double operator()(std::int64_t step) const {
    if (step >= steps) return end;
    return rate + (end - rate) * double(step) / double(steps);
  }
};

/// A straight line from 0 over the first `steps` steps, then another schedule from its beginning (Goyal et al. 2017).
template <class Then>
struct warmup {
  std::int64_t steps;
  Then then;
  double operator()(std::int64_t step) const {
    return step < steps ? then(0) * double(step + 1) / double(steps) : then(step - steps);
  }
};
template <class Then>
warmup(std::int64_t, Then) -> warmup<Then>;

}  // namespace tiga::nn

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tiga/autograd/check_gradient.hpp>

namespace tiga {
namespace detail {
namespace {
double allowed(double given, dtype type) { return given > 0 ? given : type == dtype::f64 ? 1e-6 : 2e-2; }
}  // namespace

double difference_step(const gradient_options& o, dtype type, double x) {
  const double step = o.step > 0 ? o.step : type == dtype::f64 ? 1e-6 : type == dtype::f32 ? 1e-2 : 0.125;
  return step * std::max(1.0, std::abs(x));
}
void compare_gradients(gradient_report& r, const gradient_options& o, dtype type, int argument, std::int64_t at,
                       double tape, double differences) {
  const double relative = allowed(o.relative, type), absolute = o.absolute > 0 ? o.absolute : relative;
  double error = std::abs(tape - differences) / (absolute + relative * std::abs(differences));
  // equal infinities agree; a NaN agrees with nothing, also where both are
  if (tape == differences) error = 0;
  if (std::isnan(error)) error = HUGE_VAL;
  if (error > 1) r.ok = false;
  if (error > r.worst || (argument == 0 && at == 0)) {
    r.worst = error;
    r.argument = argument;
    r.at = at;
    r.tape = tape;
    r.differences = differences;
  }
}

}  // namespace detail

std::string gradient_report::text() const {
  return fmt::format("argument {}, element {}: the tape says {:.9g}, differences say {:.9g}", argument, at, tape,
                     differences);
}

}  // namespace tiga

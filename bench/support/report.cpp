#include "report.hpp"

#include <cmath>
#include <cstdio>

#include "clock.hpp"

namespace bench {
namespace {

std::string number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

std::string extra(const std::string& name, double value) { return ", \"" + name + "\": " + number(value); }

void line(const std::string& name, const result& r, double bytes, double ratio, const std::string& extras) {
  char sum[40] = "null";
  if (std::isfinite(r.checksum)) std::snprintf(sum, sizeof sum, "%.9g", r.checksum);
  std::printf(
      "{\"case\": \"%s\", \"impl\": \"%s\", \"threads\": %d, \"seconds_min\": %s, \"seconds_median\": %s, "
      "\"gb_per_s\": %s, \"ratio\": %s, \"checksum\": %s, \"rounds\": %zu%s}\n",
      name.c_str(), r.impl.c_str(), r.threads, number(r.least()).c_str(), number(r.median()).c_str(),
      number(bytes / r.median() * 1e-9).c_str(), number(ratio).c_str(), sum, r.seconds.size(),
      (extras + (counts_cpu() ? R"(, "clock": "cpu")" : "")).c_str());
  std::fflush(stdout);
}

const result* best_rival(const std::vector<result>& results) {
  const result* best = nullptr;
  for (const result& r : results) {
    if (r.impl.rfind("tiga", 0) != 0 && (best == nullptr || r.median() < best->median())) best = &r;
  }
  return best;
}

const result* find(const std::vector<result>& results, const std::string& impl) {
  for (const result& r : results) {
    if (r.impl == impl) return &r;
  }
  return nullptr;
}

bool report(const std::string& name, const std::vector<result>& results, double bytes) {
  const result* best = best_rival(results);
  const result* reference = nullptr;
  for (const result& r : results) {
    if (r.impl.rfind("tiga", 0) != 0) {
      reference = &r;
      break;
    }
  }
  bool agrees = true;
  for (const result& r : results) {
    line(name, r, bytes, best != nullptr ? ratio(r, *best) : std::nan(""));
    if (reference == nullptr) continue;
    const double off = std::abs(r.checksum - reference->checksum);
    if (!(off <= 1e-3 * std::abs(reference->checksum) + 1e-6)) {
      std::fprintf(stderr, "%s: %s has checksum %.9g, %s has %.9g\n", name.c_str(), r.impl.c_str(), r.checksum,
                   reference->impl.c_str(), reference->checksum);
      if (r.impl.rfind("tiga", 0) == 0) agrees = false;
    }
  }
  return agrees;
}

}  // namespace bench

// One JSON line a measurement, on stdout; everything for people goes to stderr.
#pragma once
#include <string>
#include <vector>

#include "race.hpp"

namespace bench {

/// Extra members of a line, already in JSON: `, "name": value`.
std::string extra(const std::string& name, double value);

/// Prints {"case", "impl", "threads", "seconds_min", "seconds_median", "gb_per_s", "ratio", "checksum", "rounds"}.
/// `bytes` is what the case must move at least; `ratio` is NaN-free JSON: null where there is nothing to compare with.
void line(const std::string& name, const result& r, double bytes, double ratio, const std::string& extras = "");

/// A line for each result. `ratio` is the median over rounds of the implementation ÷ the best rival (least median of
/// those that are not tiga). Rivals whose checksum differs from the first rival's by more than 1e-3 of it are named on
/// stderr. Returns false if tiga is among those.
bool report(const std::string& name, const std::vector<result>& results, double bytes);

/// The best of the results that are not tiga's, or nullptr.
const result* best_rival(const std::vector<result>& results);
const result* find(const std::vector<result>& results, const std::string& impl);

}  // namespace bench

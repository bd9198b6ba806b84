// The reducers that programs name: `static constexpr auto reducer = sum();`.
#pragma once
#include <tiga/program/job.hpp>

namespace tiga {

/// A built-in reducer. Rows without edges give: sum 0 (or `start`), prod 1, mean NaN, max -inf (or the lowest value),
/// min +inf (or the highest). Ties of max and min share the gradient evenly; NaN wins wherever it sits; the gradient
/// of prod is right with zeros in it.
template <reducer_kind R, bool HasStart = false>
struct builtin_reducer {
  static constexpr reducer_kind kind = R;
  static constexpr bool has_start = HasStart;
  double start = 0;
};

/// The sum of the messages of a row, from +0, or from `identity` (every row's fold starts with it, once).
constexpr auto sum() { return builtin_reducer<reducer_kind::sum>{}; }
template <class C>
requires std::is_arithmetic_v<C>
constexpr auto sum(C identity) { return builtin_reducer<reducer_kind::sum, true>{double(identity)}; }
/// Sum over number of edges. Integer messages give a floating mean.
constexpr auto mean() { return builtin_reducer<reducer_kind::mean>{}; }
constexpr auto max() { return builtin_reducer<reducer_kind::max>{}; }
constexpr auto min() { return builtin_reducer<reducer_kind::min>{}; }
constexpr auto prod() { return builtin_reducer<reducer_kind::prod>{}; }

constexpr const char* reduction_name(reducer_kind r) {
  switch (r) {
    case reducer_kind::sum: return "sum";
    case reducer_kind::mean: return "mean";
    case reducer_kind::max: return "max";
    case reducer_kind::min: return "min";
    case reducer_kind::prod: return "prod";
    case reducer_kind::scaled_prod: return "scaled_prod";
    default: return "none";
  }
}

}  // namespace tiga

// Captured arithmetic run on numbers, one node after another: for laws and tests, not for speed.
#pragma once
#include <functional>
#include <tiga/program/ir.hpp>
#include <vector>

namespace tiga::detail {

/// A number of any dtype: `f` where the type is floating, else `i`. Floats are held as doubles and are not rounded.
struct scalar_number {
  double f = 0;
  std::int64_t i = 0;
};

/// The numbers of all nodes of a program without item axes. Loads, parameters, aggregates and other leaves are asked
/// for.
std::vector<scalar_number> interpret(const ir&, const std::function<scalar_number(const node&)>& leaf);

}  // namespace tiga::detail

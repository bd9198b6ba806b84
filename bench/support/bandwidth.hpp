// How fast this machine moves memory today: the bound that every other figure is read against.
#pragma once
#include "options.hpp"

namespace bench {

/// Once a program, before its first case: lines `bandwidth_read`, `bandwidth_copy` and `bandwidth_triad` (arrays of
/// 256 MiB, by thread count, impl "hand"), interleaved like every other case. A copy counts 2 arrays and a triad 3;
/// that a store reads its line first is not counted.
void bandwidth(const options& o);

}  // namespace bench

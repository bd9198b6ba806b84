// The clock that samples are taken with.
#pragma once
#include <ctime>

namespace bench {

/// True when the environment says BENCH_CLOCK=cpu (option --clock cpu): CPU seconds of all threads of the process
/// instead of wall time. On a machine with other work on its cores their ratios mean something when those of wall times
/// do not.
bool counts_cpu();

/// Seconds from some fixed point on.
double now();

}  // namespace bench

#include "clock.hpp"

#include <cstdlib>
#include <cstring>

namespace bench {

bool counts_cpu() {
  static const char* const word = std::getenv("BENCH_CLOCK");
  return word != nullptr && std::strcmp(word, "cpu") == 0;
}

double now() {
  timespec t{};
  clock_gettime(counts_cpu() ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

}  // namespace bench

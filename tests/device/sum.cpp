// Sums and their gradients, stepped as device kernels, give the bits of the CPU's kernels.
#include "device/programs.hpp"
#include "device/stepped.hpp"

using namespace tiga;
using namespace tiga::testing;

using program_type = weighted<reducer_kind::sum>;
inline constexpr axis F1{"F", 1}, F7{"F", 7}, F64{"F", 64}, F{"F"};

TEST_CASE("device: sums over features whose number is known") {
  const auto g = hubs();
  stepped run;
  weighted_kernels<program_type, F1>(g, run);
  weighted_kernels<program_type, F7>(g, run);
  weighted_kernels<program_type, F64>(g, run);
  CHECK(run.kernels >= 3 * 5);
}
TEST_CASE("device: sums over features whose number is known at run time only") {
  const auto g = hubs();
  stepped run;
  for (const int items : {1, 7, 64}) weighted_kernels<program_type, F>(g, run, items);
  CHECK(run.kernels >= 3 * 5);
}
TEST_CASE("device: the grid and the width of ids do not matter") {
  const auto g = hubs();
  stepped run;
  run.wide_ids = true;
  for (const auto& [blocks, threads] : {std::pair{1, 1}, {1, 64}, {17, 3}, {200, 32}}) {
    run.blocks = blocks;
    run.threads = threads;
    weighted_kernels<program_type, F7>(g, run);
  }
}

// Means and their gradients, stepped as device kernels, give the bits of the CPU's kernels.
#include "device/programs.hpp"
#include "device/stepped.hpp"

using namespace tiga;
using namespace tiga::testing;

using program_type = weighted<reducer_kind::mean>;
inline constexpr axis F7{"F", 7}, F{"F"};

TEST_CASE("device: means") {
  const auto g = hubs();
  stepped run;
  weighted_kernels<program_type, F7>(g, run);
  for (const int items : {1, 7, 64}) weighted_kernels<program_type, F>(g, run, items);
  CHECK(run.kernels >= 4 * 5);
}

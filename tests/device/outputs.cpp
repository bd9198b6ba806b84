// Several outputs and results per edge, stepped as device kernels, give the bits of the CPU's kernels.
#include "device/programs.hpp"
#include "device/stepped.hpp"

using namespace tiga;
using namespace tiga::testing;

inline constexpr axis F{"F"};

TEST_CASE("device: several outputs, conditions, degrees, results per edge") {
  const auto g = hubs();
  stepped run;
  larger_kernels<F>(g, run, 9);
  CHECK(run.kernels > 6);
}

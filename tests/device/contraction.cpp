// Contractions and hoisted parts, stepped as device kernels, give the bits of the CPU's kernels.
#include "device/programs.hpp"
#include "device/stepped.hpp"

using namespace tiga;
using namespace tiga::testing;

inline constexpr axis H{"H", 12};

TEST_CASE("device: contractions, parts that are computed once a vertex, a given identity, f16 and f64") {
  const auto g = hubs();
  stepped run;
  similar_kernels<H>(g, run);
  CHECK(run.kernels > 6);
}

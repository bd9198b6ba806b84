// Contractions, several outputs and results per edge on the device. Ends with 77 where no GPU is found.
#include "cuda/on_device.hpp"
#include "device/programs.hpp"

using namespace tiga;
using namespace tiga::testing;

inline constexpr axis F{"F"}, H{"H", 12};

int main() {
  if (!has_gpu()) return 77;
  const auto g = hubs();
  on_device run;
  similar_kernels<H>(g, run);
  larger_kernels<F>(g, run, 9);
  return run.report("programs");
}

// Captured reducers and their gradients, stepped as device kernels, give the bits of the CPU's kernels.
#include "device/programs.hpp"
#include "device/stepped.hpp"

using namespace tiga;
using namespace tiga::testing;

inline constexpr axis F{"F"};

TEST_CASE("device: captured reducers") {
  const auto g = hubs();
  stepped run;
  for (const int items : {1, 7}) {
    captured_kernels<attends<decltype(online_softmax())>, F>(g, run, items);
    captured_kernels<captured_alone<decltype(var())>, F>(g, run, items);
    captured_kernels<captured_alone<decltype(argmax())>, F>(g, run, items);
    captured_kernels<captured_alone<fading>, F>(g, run, items);
  }
  CHECK(run.kernels >= 2 * 10);
}

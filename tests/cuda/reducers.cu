// Each reducer and its gradient on the device. Ends with 77 where no GPU is found.
#include "cuda/on_device.hpp"
#include "device/programs.hpp"

using namespace tiga;
using namespace tiga::testing;

inline constexpr axis F{"F"};

int main() {
  if (!has_gpu()) return 77;
  const auto g = hubs();
  on_device run;
  for (const int items : {1, 7, 64}) {
    weighted_kernels<weighted<reducer_kind::mean>, F>(g, run, items);
    weighted_kernels<weighted<reducer_kind::max>, F>(g, run, items);
    weighted_kernels<weighted<reducer_kind::prod>, F>(g, run, items);
    captured_kernels<attends<decltype(online_softmax())>, F>(g, run, items);
    captured_kernels<captured_alone<decltype(var())>, F>(g, run, items);
    captured_kernels<captured_alone<fading>, F>(g, run, items);
  }
  return run.report("reducers");
}

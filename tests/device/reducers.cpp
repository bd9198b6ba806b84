// Each reducer and its gradient, stepped as device kernels, gives the bits of the CPU's kernels.
#include "device/programs.hpp"
#include "device/stepped.hpp"

using namespace tiga;
using namespace tiga::testing;

namespace {

inline constexpr axis F1{"F", 1}, F7{"F", 7}, F64{"F", 64}, F{"F"};

template <reducer_kind R>
void all_sizes() {
  const auto g = hubs();
  stepped run;
  weighted_kernels<weighted<R>, F1>(g, run);
  weighted_kernels<weighted<R>, F7>(g, run);
  weighted_kernels<weighted<R>, F64>(g, run);
  weighted_kernels<weighted<R>, F>(g, run, 13);
  CHECK(run.kernels >= 4 * 5);
}

}  // namespace

TEST_CASE("sums and their gradients") { all_sizes<reducer_kind::sum>(); }
TEST_CASE("means and their gradients") { all_sizes<reducer_kind::mean>(); }
TEST_CASE("greatest messages and their gradients") { all_sizes<reducer_kind::max>(); }
TEST_CASE("least messages and their gradients") { all_sizes<reducer_kind::min>(); }
TEST_CASE("products and their gradients") { all_sizes<reducer_kind::prod>(); }

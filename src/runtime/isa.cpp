#include <atomic>
#include <cstdlib>
#include <string>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/isa.hpp>

namespace tiga::runtime {
namespace {

isa detect() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw"))
    return isa::avx512;
  if (__builtin_cpu_supports("avx2")) return isa::avx2;
#endif
  return isa::baseline;
}
isa machine() {
  static const isa best = detect();
  return best;
}
isa checked(isa wanted) {
  if (int(wanted) > int(machine()))
    fail(std::string("instruction set ") + isa_name(wanted) + " is not available: this machine has " +
         isa_name(machine()));
  return wanted;
}
isa initial() {
  if (const char* asked = std::getenv("TIGA_ISA")) {
    const std::string name = asked;
    for (const isa i : {isa::baseline, isa::avx2, isa::avx512})
      if (name == isa_name(i)) return checked(i);
    fail("TIGA_ISA is '" + name + "'; it may be baseline, avx2 or avx512");
  }
  return machine();
}
std::atomic<int> forced{-1};

}  // namespace

isa best_isa() {
  const int f = forced.load(std::memory_order_relaxed);
  if (f >= 0) return isa(f);
  static const isa best = initial();
  return best;
}
void force_isa(isa i) { forced = int(checked(i)); }
void reset_isa() { forced = -1; }
const char* isa_name(isa i) { return i == isa::avx512 ? "avx512" : i == isa::avx2 ? "avx2" : "baseline"; }

}  // namespace tiga::runtime

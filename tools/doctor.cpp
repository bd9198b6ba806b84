// `tiga doctor`.
#include <dlfcn.h>
#include <fmt/core.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/parallel.hpp>

#include "commands.hpp"

namespace tiga::tool {
namespace {

// The driver is asked by name, so that a build without CUDA can still tell whether a GPU is there.
std::string gpu() {
  void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!driver) return "none (no driver)";
  const auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
  const auto count = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  const auto name = reinterpret_cast<int (*)(char*, int, int)>(dlsym(driver, "cuDeviceGetName"));
  int devices = 0;
  if (!init || !count || !name || init(0) != 0 || count(&devices) != 0 || devices == 0) return "none";
  char text[128] = "";
  if (name(text, sizeof text, 0) != 0) return fmt::format("{} found", devices);
  return devices == 1 ? std::string(text) : fmt::format("{} and {} more", text, devices - 1);
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

int doctor() {
  const auto page = static_cast<double>(sysconf(_SC_PAGESIZE));
  const double total = page * static_cast<double>(sysconf(_SC_PHYS_PAGES));
  const double available = page * static_cast<double>(sysconf(_SC_AVPHYS_PAGES));
  constexpr double gib = 1024. * 1024. * 1024.;
  const auto line = [](const char* what, const std::string& value) { fmt::print("{:<17}{}\n", what, value); };
  line("tiga", TIGA_VERSION);
  line("compiler", compiler());
  line("threads", fmt::format("{} (cores: {})", runtime::threads(), std::thread::hardware_concurrency()));
  line("instruction set", runtime::isa_name(runtime::best_isa()));
  line("CUDA", TIGA_HAS_CUDA ? "compiled" : "not compiled");
  line("GPU", gpu());
  line("memory", fmt::format("{:.1f} GiB, {:.1f} GiB free", total / gib, available / gib));
  return 0;
}

}  // namespace tiga::tool

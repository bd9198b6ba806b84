// The one door to the threads. Implemented in src/runtime, the only place that sees TBB.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tiga::runtime {

/// Threads that parallel work uses; 0 asks for one per core. More threads than cores are really started.
void set_threads(int count);
int threads();

/// Calls `body(context, begin, end)` over [0, count) in ranges of at least `grain`; below 2 * grain on this thread.
/// The ranges depend on count and grain only, never on the number of threads. Exceptions reach the caller.
using range_function = void (*)(void* context, std::int64_t begin, std::int64_t end);
void parallel_ranges(std::int64_t count, std::int64_t grain, range_function body, void* context);

/// The same for a callable `f(begin, end)`.
template <class F>
void parallel(std::int64_t count, std::int64_t grain, F&& f) {
  parallel_ranges(
      count, grain,
      [](void* c, std::int64_t b, std::int64_t e) { (*static_cast<std::remove_reference_t<F>*>(c))(b, e); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

}  // namespace tiga::runtime

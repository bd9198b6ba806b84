// What a fork hands to its tasks and the tasks to the join. The thread sanitizer cannot see it, since Debian's TBB is
// not built with it: without these words it calls every parallel loop a race, with them it finds the real ones.
#pragma once

#if defined(__SANITIZE_THREAD__)
  #define TIGA_THREAD_SANITIZER 1
#elif defined(__has_feature)
  #if __has_feature(thread_sanitizer)
    #define TIGA_THREAD_SANITIZER 1
  #endif
#endif

#ifdef TIGA_THREAD_SANITIZER
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

namespace tiga::runtime {

/// One side calls `give` after its last write, the other `take` before its first read. Nothing in other builds.
class handover {
 public:
#ifdef TIGA_THREAD_SANITIZER
  void give() { __tsan_release(this); }
  void take() { __tsan_acquire(this); }
#else
  void give() {}
  void take() {}
#endif
};

// Static, because a task has to `take` before it may read where anything else is.
inline handover to_tasks, from_tasks;

}  // namespace tiga::runtime

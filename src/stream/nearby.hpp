// Copies out of the first cache.
#pragma once
#include <cstdint>
#include <cstring>
#if defined(__x86_64__)
  #include <emmintrin.h>
#endif

namespace tiga::detail {

/// Few bytes without a call; long stretches past the caches where asked: their lines are not read before they are
/// written.
inline void copy_nearby(char* to, const char* from, std::int64_t bytes, [[maybe_unused]] bool past_caches) {
  switch (bytes) {
    case 4: std::memcpy(to, from, 4); return;
    case 8: std::memcpy(to, from, 8); return;
    case 16: std::memcpy(to, from, 16); return;
    case 32: std::memcpy(to, from, 32); return;
    default: break;
  }
#if defined(__x86_64__)
  if (past_caches && bytes >= 128) {
    const std::int64_t head = std::int64_t((64 - reinterpret_cast<std::uintptr_t>(to) % 64) % 64);
    std::memcpy(to, from, std::size_t(head));
    std::int64_t i = head;
    for (; i + 64 <= bytes; i += 64)
      for (int k = 0; k < 64; k += 16)
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + i + k),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i + k)));
    std::memcpy(to + i, from + i, std::size_t(bytes - i));
    return;
  }
#endif
  std::memcpy(to, from, std::size_t(bytes));
}

/// What was written past the caches is seen by other threads afterwards.
inline void end_of_copies() {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

}  // namespace tiga::detail

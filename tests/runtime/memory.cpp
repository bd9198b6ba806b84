// Buffers: shared, aligned, reused.
#include <cstdint>
#include <cstring>
#include <limits>
#include <thread>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/memory.hpp>
#include <vector>

#include "catch.hpp"

using tiga::buffer;

TEST_CASE("buffers are aligned, hold what they say and 64 bytes more") {
  for (const std::size_t bytes : {std::size_t(1), std::size_t(63), std::size_t(64), std::size_t(100'000)}) {
    const buffer b = buffer::allocate(bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(b.data()) % 64 == 0);
    CHECK(b.bytes() >= bytes);
    std::memset(b.data(), 1, bytes);
    volatile char behind = static_cast<const char*>(b.data())[bytes + 127];  // readable, of no meaning
    static_cast<void>(behind);
  }
}

TEST_CASE("copies share, the last owner gives the bytes back") {
  buffer a = buffer::allocate(1000);
  CHECK(a.unique());
  {
    const buffer copy = a;
    CHECK(copy.data() == a.data());
    CHECK(!a.unique());
  }
  CHECK(a.unique());
  const auto before = tiga::runtime::memory();
  buffer moved = static_cast<buffer&&>(a);
  CHECK((!a && moved.unique()));
  moved = {};
  CHECK(!moved);
  CHECK(tiga::runtime::memory().live < before.live);
}

TEST_CASE("the pool hands a fresh block of the same size out again") {
  tiga::runtime::release_pool();
  const void* first = buffer::allocate(std::size_t(1) << 20).data();
  CHECK(buffer::allocate(std::size_t(1) << 20).data() == first);
  CHECK(tiga::runtime::memory().pooled > 0);
  tiga::runtime::release_pool();
  CHECK(tiga::runtime::memory().pooled == 0);
}

TEST_CASE("the peak is that of what lives at once") {
  tiga::runtime::reset_peak();
  const std::size_t base = tiga::runtime::memory().live;
  for (int k = 0; k < 3; ++k) {
    const buffer a = buffer::allocate(1 << 20), b = buffer::allocate(1 << 20);
  }
  const std::size_t more = tiga::runtime::memory().peak - base;
  CHECK((more >= 2u << 20 && more < 3u << 20));
}

TEST_CASE("memory that the system has not is an error with the size") {
  const std::size_t huge = std::numeric_limits<std::size_t>::max() / 4;
  CHECK_THROWS_WITH(buffer::allocate(huge), tiga_test::ContainsSubstring(std::to_string(huge)));
}

TEST_CASE("buffers pass between threads") {
  std::vector<std::thread> all;
  const buffer shared = buffer::allocate(64);
  for (int t = 0; t < 4; ++t)
    all.emplace_back([shared] {
      for (int k = 0; k < 2000; ++k) {
        buffer mine = shared;
        const buffer fresh = buffer::allocate(std::size_t(64 + k % 7 * 100));
        mine = fresh;
      }
    });
  for (std::thread& t : all) t.join();
  CHECK(shared.unique());
}

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/memory.hpp>

#if defined(__linux__)
  #include <sys/mman.h>
#endif

namespace tiga {

// The bytes follow the block in the same allocation, one cache line behind its start.
struct buffer::block {
  std::atomic<std::size_t> owners;
  std::size_t bytes;     // asked for
  std::size_t capacity;  // of the allocation behind the header
};

namespace {

constexpr std::size_t line = 64, header = line, slack = 2 * line;
constexpr std::size_t smallest_pooled = std::size_t(1) << 14;

// Size classes an eighth apart: a freed buffer serves requests of nearly its size, at most 12.5 % is wasted.
std::size_t round_up(std::size_t bytes) {
  std::size_t step = line;
  while (step * 16 < bytes) step *= 2;
  return (bytes + step - 1) / step * step;
}

// Rows that are gathered from a large array touch a page each, more than the processor keeps translations of: large
// buffers lie on huge pages where the system has them on request, which is also 512 times fewer page faults.
constexpr std::size_t huge_page = std::size_t(1) << 21, smallest_huge = 4 * huge_page;

void* fresh(std::size_t capacity) {
  const std::size_t size = header + capacity + slack;
  if (size < smallest_huge) return std::aligned_alloc(line, size);
  const std::size_t whole = (size + huge_page - 1) / huge_page * huge_page;
  void* const memory = std::aligned_alloc(huge_page, whole);
#if defined(__linux__)
  if (memory) madvise(memory, whole, MADV_HUGEPAGE);
#endif
  return memory;
}

// Giving memory back never allocates: buffers are released where nothing may fail.
struct pool {
  struct entry {
    std::size_t capacity;
    void* memory;
  };
  static constexpr int most_kept = 256;
  std::mutex mutex;
  entry kept[most_kept];  // the oldest first
  int count = 0;
  std::size_t limit = std::size_t(4) << 30;
  std::size_t live = 0, pooled = 0, peak = 0;

  void* take(std::size_t capacity) {
    {
      std::lock_guard lock(mutex);
      live += capacity;
      if (live > peak) peak = live;
      for (int i = count; i-- > 0;)
        if (kept[i].capacity == capacity) return remove(i);
    }
    if (void* memory = fresh(capacity)) return memory;
    shrink(0);
    if (void* memory = fresh(capacity)) return memory;
    std::lock_guard lock(mutex);
    live -= capacity;
    return nullptr;
  }
  void give(void* memory, std::size_t capacity) {
    bool keep = false;
    {
      std::lock_guard lock(mutex);
      live -= capacity;
      keep = capacity >= smallest_pooled && capacity <= limit;
      if (keep) {
        while (count > 0 && (count == most_kept || pooled + capacity > limit)) std::free(remove(0));
        kept[count++] = {capacity, memory};
        pooled += capacity;
      }
    }
    if (!keep) std::free(memory);
  }
  // Frees the oldest until at most `bytes` are kept.
  void shrink(std::size_t bytes) {
    std::lock_guard lock(mutex);
    while (count > 0 && pooled > bytes) std::free(remove(0));
  }

 private:
  void* remove(int i) {
    void* const memory = kept[i].memory;
    pooled -= kept[i].capacity;
    for (--count; i < count; ++i) kept[i] = kept[i + 1];
    return memory;
  }
};

// never destroyed: static tensors of users may outlive every static of ours
pool& the_pool() {
  static pool* p = new pool;
  return *p;
}

}  // namespace

buffer buffer::allocate(std::size_t bytes) {
  constexpr std::size_t most = ~std::size_t(0) / 4;
  void* memory = nullptr;
  std::size_t capacity = 0;
  if (bytes <= most) {
    capacity = round_up(bytes ? bytes : 1);
    memory = the_pool().take(capacity);
  }
  if (!memory) fail("out of memory: a buffer of " + std::to_string(bytes) + " bytes cannot be allocated");
  buffer b;
  b.block_ = new (memory) block{{1}, bytes, capacity};
  return b;
}
void* buffer::data() const { return block_ ? reinterpret_cast<char*>(block_) + header : nullptr; }
std::size_t buffer::bytes() const { return block_ ? block_->bytes : 0; }
bool buffer::unique() const { return block_ && block_->owners.load(std::memory_order_acquire) == 1; }
void buffer::retain() const noexcept {
  if (block_) block_->owners.fetch_add(1, std::memory_order_relaxed);
}
void buffer::release() noexcept {
  if (!block_ || block_->owners.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  const std::size_t capacity = block_->capacity;
  block_->~block();
  the_pool().give(block_, capacity);
  block_ = nullptr;
}

namespace runtime {

memory_use memory() {
  pool& p = the_pool();
  std::lock_guard lock(p.mutex);
  return {p.live, p.pooled, p.peak};
}
void set_pool_limit(std::size_t bytes) {
  pool& p = the_pool();
  {
    std::lock_guard lock(p.mutex);
    p.limit = bytes;
  }
  p.shrink(bytes);
}
void release_pool() { the_pool().shrink(0); }
void reset_peak() {
  pool& p = the_pool();
  std::lock_guard lock(p.mutex);
  p.peak = p.live;
}

}  // namespace runtime
}  // namespace tiga

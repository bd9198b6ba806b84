// Buffers come from a pool, uninitialised: fresh pages cost more than most kernels that write them.
#pragma once
#include <cstddef>

namespace tiga {

/// Shared, reference-counted bytes, 64-byte aligned with at least 128 readable bytes behind the end.
/// Copies share; the last owner gives the bytes back to the pool. Thread-safe like std::shared_ptr.
class buffer {
 public:
  buffer() = default;
  /// Uninitialised bytes. Throws tiga::error naming the size when the system has no memory.
  static buffer allocate(std::size_t bytes);
  buffer(const buffer& other) noexcept : block_(other.block_) { retain(); }
  buffer(buffer&& other) noexcept : block_(other.block_) { other.block_ = nullptr; }
  buffer& operator=(buffer other) noexcept {
    block* mine = block_;
    block_ = other.block_;
    other.block_ = mine;
    return *this;
  }
  ~buffer() { release(); }

  explicit operator bool() const { return block_ != nullptr; }
  void* data() const;
  std::size_t bytes() const;
  /// True when no other owner exists, so that writing in place cannot be seen.
  bool unique() const;

 private:
  struct block;
  void retain() const noexcept;
  void release() noexcept;
  block* block_ = nullptr;
};

namespace runtime {
/// Bytes the pool holds for reuse, and bytes handed out now; at most `set_pool_limit` bytes are kept (default 4 GiB).
struct memory_use {
  std::size_t live, pooled, peak;
};
memory_use memory();
void set_pool_limit(std::size_t bytes);
void release_pool();
void reset_peak();
}  // namespace runtime
}  // namespace tiga

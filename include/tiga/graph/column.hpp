// An array that is filled once: graph structures and what the readers return.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/memory.hpp>
#include <type_traits>

namespace tiga {

/// Numbers in a row in pooled memory. `column(n)` is uninitialised; copies share, so write only as the one owner.
template <class T>
class column {
  static_assert(std::is_trivially_copyable_v<T>, "tiga: a column holds plain numbers");

 public:
  using value_type = T;
  column() = default;
  explicit column(std::int64_t size)
      : storage_(size > 0 ? buffer::allocate(bytes(size)) : buffer()),
        data_(static_cast<T*>(storage_.data())),
        size_(size) {}
  column(std::initializer_list<T> values) : column(std::int64_t(values.size())) {
    T* to = data_;
    for (const T& v : values) *to++ = v;
  }

  std::int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* data() const { return data_; }
  T* data() { return data_; }
  const T& operator[](std::int64_t i) const { return data_[i]; }
  T& operator[](std::int64_t i) { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const buffer& storage() const { return storage_; }
  /// Forgets all but the first `size` elements.
  void truncate(std::int64_t size) { size_ = size; }

 private:
  static std::size_t bytes(std::int64_t size) {
    if (std::uint64_t(size) > std::uint64_t(INT64_MAX) / sizeof(T)) fail("an array of more than 2^63 bytes");
    return std::size_t(size) * sizeof(T);
  }
  buffer storage_;
  T* data_ = nullptr;
  std::int64_t size_ = 0;
};

}  // namespace tiga

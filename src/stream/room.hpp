// Memory that a thread keeps between passes.
#pragma once
#include <cstdint>
#include <vector>

namespace tiga::detail {

/// Room of one thread, kept between passes.
class room {
 public:
  char* take(int which, std::size_t bytes) {
    std::vector<char>& v = bytes_[which];
    if (v.size() < bytes + 64) v.resize(bytes + 64);
    const auto at = reinterpret_cast<std::uintptr_t>(v.data());
    return v.data() + ((64 - at % 64) % 64);
  }
  template <class T>
  T* take(int which, std::int64_t count) {
    return reinterpret_cast<T*>(take(which, std::size_t(count) * sizeof(T)));
  }

 private:
  std::vector<char> bytes_[4];
};

}  // namespace tiga::detail

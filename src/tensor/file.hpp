// A whole file in a buffer, so that tensors can share it.
#pragma once
#include <cstddef>
#include <string>
#include <tiga/runtime/memory.hpp>

namespace tiga::detail {

/// The bytes of a file; `size` of them count.
struct file_bytes {
  buffer storage;
  std::size_t size = 0;
  const unsigned char* data() const { return static_cast<const unsigned char*>(storage.data()); }
};
/// Throws tiga::error naming the file and the reason.
file_bytes read_file(const std::string& path);

}  // namespace tiga::detail

// A file as bytes in memory.
#pragma once
#include <cstddef>
#include <string>

namespace tiga::io {

/// Maps a regular file; one that gzip has compressed (by its first two bytes, whatever its name) is expanded. Throws
/// tiga::error naming the path and the reason.
class mapped_file {
 public:
  explicit mapped_file(const std::string& path);
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;
  ~mapped_file();
  const char* begin() const { return begin_; }
  const char* end() const { return begin_ + size_; }

 private:
  const char* begin_ = "";
  std::size_t size_ = 0, mapped_ = 0;
  std::string expanded_;
};

}  // namespace tiga::io

// Where files are opened: only regular ones, since a pipe or a device would block, never end, or be replaced.
#pragma once
#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace tiga::io {

/// "it is a directory": why a file of this mode is neither read nor replaced; empty for a regular file.
std::string irregular(mode_t mode);

/// A regular file, open for reading. Throws tiga::error naming the path and the reason.
class input_file {
 public:
  explicit input_file(const std::string& path);
  input_file(const input_file&) = delete;
  input_file& operator=(const input_file&) = delete;
  ~input_file();
  int descriptor() const { return file_; }
  std::size_t size() const { return size_; }
  /// Throws `<path>: cannot be read: <errno in words>`.
  [[noreturn]] void refuse() const;

 private:
  std::string path_;
  int file_ = -1;
  std::size_t size_ = 0;
};

}  // namespace tiga::io

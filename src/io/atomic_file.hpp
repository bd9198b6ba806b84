// Writing a file so that nobody ever sees half of it.
#pragma once
#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace tiga::io {

/// Writes to a temporary beside the target; `commit` flushes it to the disk and renames it over the target, whose
/// permissions it has. The target of a symbolic link is the file that it leads to. Without `commit` the target stays as
/// it was and the temporary is removed. Failures are tiga::errors that name the target.
class atomic_file {
 public:
  explicit atomic_file(const std::string& path);
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;
  ~atomic_file();
  void write(const void* data, std::size_t bytes);
  void write(const std::string& text) { write(text.data(), text.size()); }
  void commit();

 private:
  void inherit();
  [[noreturn]] void refuse(const char* what) const;
  std::string path_, target_, temporary_;
  struct stat old_ {};  // of the file that is replaced
  bool exists_ = false;
  int file_ = -1;
};

}  // namespace tiga::io

#include "regular_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <tiga/runtime/error.hpp>

namespace tiga::io {

std::string irregular(mode_t mode) {
  if (S_ISREG(mode)) return {};
  const char* const kind = S_ISDIR(mode)    ? "a directory"
                           : S_ISFIFO(mode) ? "a pipe"
                           : S_ISSOCK(mode) ? "a socket"
                           : S_ISCHR(mode)  ? "a character device"
                           : S_ISBLK(mode)  ? "a block device"
                                            : "of an unknown kind";
  return std::string("it is ") + kind + ", not a regular file";
}

input_file::input_file(const std::string& path) : path_(path) {
  struct stat about {};
  const auto check = [&] {
    if (const std::string why = irregular(about.st_mode); !why.empty()) fail(path_ + ": cannot be read: " + why);
  };
  // Before it is opened, which may already do something to a device, and again, since the name may mean another file by
  // then; a pipe without a writer is not waited for.
  if (::stat(path.c_str(), &about) != 0) refuse();
  check();
  file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file_ < 0) refuse();
  try {
    if (::fstat(file_, &about) != 0) refuse();
    check();
  } catch (...) {
    ::close(file_);
    throw;
  }
  size_ = std::size_t(about.st_size);
}
input_file::~input_file() { ::close(file_); }
void input_file::refuse() const { fail(path_ + ": cannot be read: " + std::strerror(errno)); }

}  // namespace tiga::io

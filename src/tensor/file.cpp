#include "file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <tiga/runtime/error.hpp>

namespace tiga::detail {
namespace {

[[noreturn]] void refuse_read(const std::string& path, int file, const char* why) {
  if (file >= 0) ::close(file);
  fail(path + ": cannot be read: " + why);
}

}  // namespace

file_bytes read_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) refuse_read(path, file, std::strerror(errno));
  struct stat info {};
  if (::fstat(file, &info) != 0) refuse_read(path, file, std::strerror(errno));
  if (!S_ISREG(info.st_mode)) refuse_read(path, file, "not a regular file");
  file_bytes all;
  all.size = std::size_t(info.st_size);
  try {
    all.storage = buffer::allocate(all.size ? all.size : 1);
  } catch (...) {
    ::close(file);
    throw;
  }
  char* to = static_cast<char*>(all.storage.data());
  for (std::size_t at = 0; at < all.size;) {
    const ssize_t got = ::read(file, to + at, all.size - at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_read(path, file, std::strerror(errno));
    if (got == 0) refuse_read(path, file, "it became shorter meanwhile");
    at += std::size_t(got);
  }
  ::close(file);
  return all;
}

}  // namespace tiga::detail

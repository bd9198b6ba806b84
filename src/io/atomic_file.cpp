#include "atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <tiga/runtime/error.hpp>

namespace tiga::io {

atomic_file::atomic_file(const std::string& path) : path_(path) {
  static std::atomic<unsigned> count{0};  // two threads may write the same target
  temporary_ = path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
  file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file_ < 0) refuse("created");
}
atomic_file::~atomic_file() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}
void atomic_file::refuse(const char* what) const { fail(path_ + ": cannot be " + what + ": " + std::strerror(errno)); }
void atomic_file::write(const void* data, std::size_t bytes) {
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t put = ::write(file_, from, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) refuse("written");
    from += put;
    bytes -= std::size_t(put);
  }
}
void atomic_file::commit() {
  if (::fsync(file_) != 0) refuse("written");
  const int closing = file_;
  file_ = -1;
  if (::close(closing) != 0) refuse("written");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) refuse("replaced");
  temporary_.clear();
}

}  // namespace tiga::io

#include "mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <tiga/runtime/error.hpp>

namespace tiga::io {
namespace {

struct descriptor {
  int value;
  ~descriptor() { ::close(value); }
};

[[noreturn]] void refuse(const std::string& path, const char* what) {
  fail(path + ": cannot be " + what + ": " + std::strerror(errno));
}

}  // namespace

mapped_file::mapped_file(const std::string& path) {
  const descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.value < 0) refuse(path, "opened");
  struct stat about {};
  if (::fstat(file.value, &about) != 0) refuse(path, "read");
  if (S_ISDIR(about.st_mode)) fail(path + ": cannot be read: it is a directory");
  if (S_ISREG(about.st_mode) && about.st_size > 0) {
    size_ = std::size_t(about.st_size);
    void* const at = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.value, 0);
    if (at == MAP_FAILED) refuse(path, "mapped");
    ::madvise(at, size_, MADV_WILLNEED);
    begin_ = static_cast<const char*>(at);
    mapped_ = true;
    return;
  }
  char block[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.value, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(path, "read");
    if (got == 0) break;
    read_.append(block, std::size_t(got));
  }
  begin_ = read_.data();
  size_ = read_.size();
}

mapped_file::~mapped_file() {
  if (mapped_) ::munmap(const_cast<char*>(begin_), size_);
}

}  // namespace tiga::io

#include "atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <tiga/runtime/error.hpp>

#include "regular_file.hpp"

namespace tiga::io {
namespace {

// Where a path leads, also when nothing is there yet: a link may point to a file that is to be made.
std::string behind_links(const std::string& path) {
  std::filesystem::path at = path;
  for (int links = 0; links < 40; ++links) {  // as many as the kernel follows
    std::error_code problem;
    const std::filesystem::path next = std::filesystem::read_symlink(at, problem);
    if (problem) return at.string();  // no link
    at = at.parent_path() / next;     // `next` alone where it is absolute
  }
  fail(path + ": cannot be written: its symbolic links do not end");
}

}  // namespace

atomic_file::atomic_file(const std::string& path) : path_(path), target_(behind_links(path)) {
  static std::atomic<unsigned> count{0};  // two threads may write the same target
  exists_ = ::lstat(target_.c_str(), &old_) == 0;
  if (exists_)
    if (const std::string why = irregular(old_.st_mode); !why.empty()) fail(path_ + ": cannot be written: " + why);
  temporary_ = target_ + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
  // what others may not read in the old file, they may not read in the new one while it grows
  const mode_t mode = exists_ ? old_.st_mode & 0777 : 0666;
  file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
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
// The permissions of the old file, which the mask of new ones does not touch, and its owner where that is allowed.
// Another group does not get the rights of the old one.
void atomic_file::inherit() {
  const bool same_group =
      ::fchown(file_, old_.st_uid, old_.st_gid) == 0 || ::fchown(file_, uid_t(-1), old_.st_gid) == 0;
  if (::fchmod(file_, old_.st_mode & (same_group ? 0777u : 0707u)) != 0) refuse("written");
}
void atomic_file::commit() {
  if (exists_) inherit();
  if (::fsync(file_) != 0) refuse("written");
  const int closing = file_;
  file_ = -1;
  if (::close(closing) != 0) refuse("written");
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) refuse("replaced");
  temporary_.clear();
}

}  // namespace tiga::io

#include "mapped_file.hpp"

#include <sys/mman.h>

#include "regular_file.hpp"

namespace tiga::io {

mapped_file::mapped_file(const std::string& path) {
  const input_file file(path);
  if (file.size() == 0) return;
  void* const at = ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (at == MAP_FAILED) file.refuse();
  ::madvise(at, file.size(), MADV_WILLNEED);
  begin_ = static_cast<const char*>(at);
  size_ = file.size();
}

mapped_file::~mapped_file() {
  if (size_ > 0) ::munmap(const_cast<char*>(begin_), size_);
}

}  // namespace tiga::io

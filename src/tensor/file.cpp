#include "file.hpp"

#include <unistd.h>

#include <cerrno>
#include <tiga/runtime/error.hpp>

#include "../io/regular_file.hpp"

namespace tiga::detail {

file_bytes read_file(const std::string& path) {
  const io::input_file file(path);
  file_bytes all;
  all.size = file.size();
  all.storage = buffer::allocate(all.size ? all.size : 1);
  char* to = static_cast<char*>(all.storage.data());
  for (std::size_t at = 0; at < all.size;) {
    const ssize_t got = ::read(file.descriptor(), to + at, all.size - at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) file.refuse();
    if (got == 0) fail(path + ": cannot be read: it became shorter meanwhile");
    at += std::size_t(got);
  }
  return all;
}

}  // namespace tiga::detail

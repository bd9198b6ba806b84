#include "mapped_file.hpp"

#include <sys/mman.h>
#include <zlib.h>

#include <string_view>
#include <tiga/runtime/error.hpp>

#include "regular_file.hpp"

namespace tiga::io {
namespace {

// The members of a gzip file, one behind the other (RFC 1952).
std::string expanded(std::string_view packed, const std::string& path) {
  std::string all;
  z_stream z{};
  if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) fail(path + ": no memory to decompress it");
  int state = Z_OK;
  std::size_t used = 0, made = 0;
  constexpr std::size_t piece = std::size_t(1) << 30;  // zlib counts in 32 bits
  try {
    while (true) {
      if (made == all.size()) all.resize(all.empty() ? 4 * packed.size() + 64 : 2 * all.size());
      const std::size_t in = std::min(packed.size() - used, piece), out = std::min(all.size() - made, piece);
      z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + used));
      z.avail_in = uInt(in);
      z.next_out = reinterpret_cast<Bytef*>(all.data() + made);
      z.avail_out = uInt(out);
      state = inflate(&z, Z_NO_FLUSH);
      used += in - z.avail_in;
      made += out - z.avail_out;
      if (state == Z_STREAM_END) {
        if (used == packed.size()) break;
        state = inflateReset(&z);
      }
      if (state == Z_BUF_ERROR && made == all.size()) continue;
      if (state != Z_OK || used == packed.size()) {
        if (state == Z_OK && z.avail_out == 0) continue;
        break;
      }
    }
  } catch (...) {
    inflateEnd(&z);
    throw;
  }
  inflateEnd(&z);
  if (state != Z_STREAM_END)
    fail(path + (used == packed.size() ? ": the gzip data is cut off" : ": the gzip data is damaged"));
  all.resize(made);
  return all;
}

}  // namespace

mapped_file::mapped_file(const std::string& path) {
  const input_file file(path);
  if (file.size() == 0) return;
  void* const at = ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (at == MAP_FAILED) file.refuse();
  ::madvise(at, file.size(), MADV_WILLNEED);
  const std::string_view bytes(static_cast<const char*>(at), file.size());
  if (!bytes.starts_with("\x1f\x8b")) {
    begin_ = bytes.data();
    size_ = mapped_ = bytes.size();
    return;
  }
  try {
    expanded_ = expanded(bytes, path);
  } catch (...) {
    ::munmap(at, file.size());
    throw;
  }
  ::munmap(at, file.size());
  begin_ = expanded_.data();
  size_ = expanded_.size();
}

mapped_file::~mapped_file() {
  if (mapped_ > 0) ::munmap(const_cast<char*>(begin_), mapped_);
}

}  // namespace tiga::io

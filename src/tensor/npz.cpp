// Zip archives of .npy files, as far as NumPy and Python's zipfile write them (PKWARE's APPNOTE: sections 4.3 and 4.5).
#include <zlib.h>

#include <cstring>
#include <string_view>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/npy.hpp>

#include "../io/atomic_file.hpp"
#include "file.hpp"
#include "npy_format.hpp"

namespace tiga {
namespace {

constexpr std::uint32_t local_mark = 0x04034b50, central_mark = 0x02014b50, end_mark = 0x06054b50;
constexpr std::uint32_t end64_mark = 0x06064b50, locator_mark = 0x07064b50;
constexpr std::size_t local_size = 30, central_size = 46, end_size = 22, end64_size = 56, locator_size = 20;
constexpr std::uint64_t small = 0xffffffff;  // at this value a 32-bit field points to its 64-bit twin
constexpr std::uint64_t inflation = 1032;    // deflate does not make anything smaller than that

std::uint64_t number(const unsigned char* p, int bytes) {
  std::uint64_t v = 0;
  for (int i = bytes; i-- > 0;) v = v << 8 | p[i];
  return v;
}
void put(std::string& s, std::uint64_t v, int bytes) {
  for (int i = 0; i < bytes; ++i) s += char(v >> (8 * i) & 255);
}

std::uint32_t checksum(std::uint32_t crc, const void* bytes, std::size_t count) {
  return std::uint32_t(crc32_z(crc, static_cast<const unsigned char*>(bytes), count));
}

/// One line of the directory.
struct member {
  std::string_view name;
  std::uint64_t packed = 0, size = 0, local = 0;
  std::uint32_t crc = 0;
  unsigned flags = 0, method = 0;
};

class archive {
 public:
  explicit archive(const std::string& path) : path_(path), file_(detail::read_file(path)), all_(file_.data()) {
    find_directory();
  }

  std::uint64_t count() const { return count_; }

  /// The next line of the directory.
  member next() {
    need(at_, central_size, "the directory is cut off");
    const unsigned char* c = all_ + at_;
    if (number(c, 4) != central_mark) refuse("the directory is damaged");
    member e;
    e.flags = unsigned(number(c + 8, 2));
    e.method = unsigned(number(c + 10, 2));
    e.crc = std::uint32_t(number(c + 16, 4));
    e.packed = number(c + 20, 4);
    e.size = number(c + 24, 4);
    e.local = number(c + 42, 4);
    const std::uint64_t name = number(c + 28, 2), extra = number(c + 30, 2), comment = number(c + 32, 2);
    need(at_ + central_size, name + extra + comment, "the directory is cut off");
    e.name = {reinterpret_cast<const char*>(c + central_size), std::size_t(name)};
    wide_fields(e, c + central_size + name, extra);
    at_ += central_size + name + extra + comment;
    return e;
  }

  dynamic_tensor array(const member& e) const {
    const std::string where = path_ + ": " + std::string(e.name);
    if (e.flags & 1) fail(where + ": encrypted");
    if (e.method != 0 && e.method != 8)
      fail(where + ": compressed by method " + std::to_string(e.method) + ", 0 and 8 can be read");
    need(e.local, local_size, std::string(e.name) + " is cut off");
    const unsigned char* l = all_ + e.local;
    if (number(l, 4) != local_mark) fail(where + ": its header is damaged");
    const std::uint64_t data = e.local + local_size + number(l + 26, 2) + number(l + 28, 2);
    need(data, e.packed, std::string(e.name) + " is cut off");
    if (e.method == 0 && e.packed != e.size) fail(where + ": stored, but of two sizes");
    buffer storage = file_.storage;
    if (e.method == 8) storage = inflated(all_ + data, e, where);
    const std::size_t at = e.method == 8 ? 0 : std::size_t(data);
    const std::uint32_t crc = checksum(0, static_cast<const unsigned char*>(storage.data()) + at, std::size_t(e.size));
    if (crc != e.crc) fail(where + ": the checksum does not match, the file is damaged");
    return detail::parse_npy(storage, at, std::size_t(e.size), where);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { fail(path_ + ": " + why); }
  void need(std::uint64_t at, std::uint64_t bytes, const std::string& otherwise) const {
    if (at > file_.size || bytes > file_.size - at) refuse(otherwise);
  }

  void find_directory() {
    if (file_.size < end_size) refuse("too short for a zip archive");
    // The end record is the last thing but a comment of at most 65535 bytes.
    std::size_t end = file_.size - end_size;
    const std::size_t stop = end > 65535 ? end - 65535 : 0;
    while (number(all_ + end, 4) != end_mark || end + end_size + number(all_ + end + 20, 2) != file_.size) {
      if (end == stop) refuse("not a zip archive, or cut off");
      --end;
    }
    const unsigned char* e = all_ + end;
    std::uint64_t disk = number(e + 4, 2), size = number(e + 12, 4);
    count_ = number(e + 10, 2);
    at_ = number(e + 16, 4);
    if (end >= locator_size && number(e - locator_size, 4) == locator_mark) {
      const std::uint64_t at = number(e - locator_size + 8, 8);
      need(at, end64_size, "the end record is cut off");
      const unsigned char* w = all_ + at;
      if (number(w, 4) != end64_mark) refuse("the end record is damaged");
      disk = number(w + 16, 4);
      count_ = number(w + 32, 8);
      size = number(w + 40, 8);
      at_ = number(w + 48, 8);
    }
    if (disk != 0) refuse("an archive in several parts");
    need(at_, size, "the directory is cut off");
    if (count_ > size / central_size) refuse("the directory is too short for " + std::to_string(count_) + " entries");
  }

  // Fields that hold 0xffffffff are in the extra field 1, in this order.
  void wide_fields(member& e, const unsigned char* extra, std::uint64_t length) const {
    while (length >= 4) {
      const std::uint64_t kind = number(extra, 2), bytes = number(extra + 2, 2);
      if (bytes > length - 4) refuse("the directory is damaged");
      if (kind == 1) {
        const unsigned char* p = extra + 4;
        const unsigned char* stop = p + bytes;
        for (std::uint64_t* field : {&e.size, &e.packed, &e.local}) {
          if (*field != small) continue;
          if (stop - p < 8) refuse("the directory is damaged");
          *field = number(p, 8);
          p += 8;
        }
      }
      extra += 4 + bytes;
      length -= 4 + bytes;
    }
  }

  static buffer inflated(const unsigned char* from, const member& e, const std::string& where) {
    if (e.size / inflation > e.packed + 1)
      fail(where + ": " + std::to_string(e.packed) + " bytes cannot hold " + std::to_string(e.size));
    buffer storage = buffer::allocate(e.size ? std::size_t(e.size) : 1);
    z_stream z{};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) fail(where + ": no memory to decompress");
    unsigned char* to = static_cast<unsigned char*>(storage.data());
    std::uint64_t in = e.packed, out = e.size;
    int state = Z_OK;
    z.next_in = const_cast<unsigned char*>(from);
    z.next_out = to;
    constexpr std::uint64_t piece = std::uint64_t(1) << 30;  // zlib counts in 32 bits
    while (state == Z_OK) {
      const uInt in_now = uInt(in < piece ? in : piece), out_now = uInt(out < piece ? out : piece);
      z.avail_in = in_now;
      z.avail_out = out_now;
      state = inflate(&z, Z_NO_FLUSH);
      in -= in_now - z.avail_in;
      out -= out_now - z.avail_out;
      if (state == Z_OK && in_now == z.avail_in && out_now == z.avail_out) state = Z_BUF_ERROR;
    }
    inflateEnd(&z);
    if (state != Z_STREAM_END || in != 0 || out != 0) fail(where + ": the compressed data is damaged");
    return storage;
  }

  std::string path_;
  detail::file_bytes file_;
  const unsigned char* all_;
  std::uint64_t count_ = 0, at_ = 0;
};

std::string_view array_name(std::string_view name) {
  if (name.ends_with(".npy")) name.remove_suffix(4);
  return name;
}

std::string deflated(const std::string& header, const dynamic_tensor& t, std::size_t bytes, const std::string& where) {
  z_stream z{};
  if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    fail(where + ": no memory to compress");
  std::string packed(deflateBound(&z, uLong(header.size() + bytes)), '\0');
  z.next_out = reinterpret_cast<unsigned char*>(packed.data());
  z.avail_out = uInt(packed.size());
  z.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(header.data()));
  z.avail_in = uInt(header.size());
  int state = deflate(&z, Z_NO_FLUSH);
  z.next_in = static_cast<unsigned char*>(const_cast<void*>(t.first));
  z.avail_in = uInt(bytes);
  if (state == Z_OK) state = deflate(&z, Z_FINISH);
  packed.resize(z.total_out);
  deflateEnd(&z);
  if (state != Z_STREAM_END) fail(where + ": cannot be compressed");
  return packed;
}

// What both headers of an entry share, from the version needed on.
void put_common(std::string& s, bool compress, std::uint32_t crc, std::uint64_t packed, std::uint64_t size,
                const std::string& name) {
  put(s, 20, 2);
  put(s, 0x800, 2);  // names are UTF-8
  put(s, compress ? 8 : 0, 2);
  put(s, 0, 2);
  put(s, 0x21, 2);  // 1980-01-01: equal tensors give equal files
  put(s, crc, 4);
  put(s, packed, 4);
  put(s, size, 4);
  put(s, name.size(), 2);
  put(s, 0, 2);
}

void save(const std::string& path, const std::vector<npz_entry>& entries, bool compress) {
  io::atomic_file file(path);
  std::string directory;
  std::uint64_t at = 0;
  if (entries.size() >= 65535) fail(path + ": more than 65534 arrays");
  for (const npz_entry& e : entries) {
    const std::string name = e.name + ".npy", where = path + ": " + name;
    const dynamic_tensor t = e.value.contiguous();
    const std::string header = detail::npy_header(t);
    const std::size_t bytes = std::size_t(t.size()) * dtype_size(t.type);
    if (name.size() > 65535) fail(path + ": a name of " + std::to_string(name.size()) + " bytes");
    // one GiB of room for what compression may add
    const std::uint64_t limit = compress ? small - (std::uint64_t(1) << 30) : small;
    if (header.size() + bytes >= limit || at + header.size() + bytes + name.size() + local_size >= limit)
      fail(where + ": a plain zip archive ends at 4 GiB, save single arrays with save_npy");
    std::uint32_t crc = checksum(0, header.data(), header.size());
    if (bytes) crc = checksum(crc, t.first, bytes);
    std::string packed;
    if (compress) packed = deflated(header, t, bytes, where);
    const std::uint64_t size = header.size() + bytes, stored = compress ? packed.size() : size;

    std::string local;
    put(local, local_mark, 4);
    put_common(local, compress, crc, stored, size, name);
    local += name;
    file.write(local);
    if (compress) {
      file.write(packed);
    } else {
      file.write(header);
      if (bytes) file.write(t.first, bytes);
    }
    put(directory, central_mark, 4);
    put(directory, 20, 2);
    put_common(directory, compress, crc, stored, size, name);
    put(directory, 0, 8);  // comment, disk, attributes
    put(directory, 0, 2);
    put(directory, at, 4);
    directory += name;
    at += local.size() + stored;
  }
  if (at + directory.size() >= small) fail(path + ": a plain zip archive ends at 4 GiB");
  const std::size_t length = directory.size();
  put(directory, end_mark, 4);
  put(directory, 0, 4);
  put(directory, entries.size(), 2);
  put(directory, entries.size(), 2);
  put(directory, length, 4);
  put(directory, at, 4);
  put(directory, 0, 2);
  file.write(directory);
  file.commit();
}

}  // namespace

void save_npz(const std::string& path, const std::vector<npz_entry>& entries) { save(path, entries, false); }
void save_npz_compressed(const std::string& path, const std::vector<npz_entry>& entries) { save(path, entries, true); }

std::vector<npz_entry> load_npz(const std::string& path) {
  archive a(path);
  std::vector<npz_entry> entries;
  for (std::uint64_t i = 0; i < a.count(); ++i) {
    const member e = a.next();
    entries.push_back({std::string(array_name(e.name)), a.array(e)});
  }
  return entries;
}

dynamic_tensor detail::find_npz(const std::string& path, const std::string& name) {
  archive a(path);
  std::string names;
  for (std::uint64_t i = 0; i < a.count(); ++i) {
    const member e = a.next();
    if (array_name(e.name) == name) return a.array(e);
    names += (i ? ", " : "") + std::string(array_name(e.name));
  }
  fail(path + ": no array " + name + " among " + (names.empty() ? "none" : names));
}

}  // namespace tiga

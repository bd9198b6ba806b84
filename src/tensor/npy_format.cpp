// The format is described in NumPy's documentation, numpy.lib.format: 6 bytes of magic, 2 of version, the length of
// the header (2 bytes in version 1, 4 later), a Python dictionary with 'descr', 'fortran_order' and 'shape', the array.
#include "npy_format.hpp"

#include <cstring>
#include <string_view>
#include <tiga/runtime/error.hpp>

#include "../io/quoted.hpp"
#include "words.hpp"

namespace tiga::detail {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);

const char* descr(dtype type) {
  switch (type) {
    case dtype::boolean: return "|b1";
    case dtype::i8: return "|i1";
    case dtype::u8: return "|u1";
    case dtype::i16: return "<i2";
    case dtype::u16:
    case dtype::bf16: return "<u2";
    case dtype::i32: return "<i4";
    case dtype::u32: return "<u4";
    case dtype::i64: return "<i8";
    case dtype::u64: return "<u8";
    case dtype::f16: return "<f2";
    case dtype::f32: return "<f4";
    case dtype::f64: return "<f8";
  }
  return "";
}

// Reads the dictionary: a small part of Python, in any order and spacing.
class dictionary {
 public:
  dictionary(std::string_view header, const std::string& where) : rest_(header), where_(where) {}

  std::string_view type;
  bool fortran = false;
  int rank = 0;
  std::int64_t n[dynamic_tensor::max_rank]{};

  void read() {
    bool has_type = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string_view key = string();
      expect(':');
      bool& seen = key == "descr" ? has_type : key == "fortran_order" ? has_order : has_shape;
      if (seen) refuse("has the key " + io::quoted(key) + " twice");
      seen = true;
      if (key == "descr")
        read_type();
      else if (key == "fortran_order")
        read_order();
      else if (key == "shape")
        read_shape();
      else
        refuse("has the unknown key " + io::quoted(key));
      if (accept(',')) continue;
      expect('}');
      break;
    }
    skip();
    if (!rest_.empty()) refuse("has text behind the dictionary");
    if (!has_type || !has_order || !has_shape)
      refuse(std::string("has no '") + (!has_type ? "descr" : !has_order ? "fortran_order" : "shape") + "'");
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { fail(where_ + ": the header " + what); }
  void skip() {
    const std::size_t at = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
  }
  bool accept(char c) {
    skip();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) refuse(std::string("should have ") + c + " before " + io::quoted(rest_));
  }
  std::string_view string() {
    skip();
    const char quote = rest_.empty() ? '\0' : rest_[0];
    if (quote != '\'' && quote != '"') refuse("should have a string before " + io::quoted(rest_));
    const std::size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos) refuse("has a string without an end");
    const std::string_view inside = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return inside;
  }
  void read_type() {
    skip();
    if (!rest_.empty() && rest_[0] == '[') refuse("describes records, not numbers");
    type = string();
  }
  void read_order() {
    skip();
    fortran = rest_.starts_with("True");
    if (!fortran && !rest_.starts_with("False")) refuse("should have True or False for 'fortran_order'");
    rest_.remove_prefix(fortran ? 4 : 5);
  }
  void read_shape() {
    expect('(');
    while (!accept(')')) {
      if (rank == dynamic_tensor::max_rank) refuse("has more than 8 axes");
      n[rank++] = number();
      if (accept(',')) continue;
      expect(')');
      break;
    }
  }
  std::int64_t number() {
    skip();
    std::int64_t value = 0;
    std::size_t digits = 0;
    for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits)
      if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, rest_[digits] - '0', &value))
        refuse("has an extent beyond 2^63");
    if (digits == 0) refuse("should have an extent before " + io::quoted(rest_));
    rest_.remove_prefix(digits);
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // written by Python 2
    return value;
  }

  std::string_view rest_;
  const std::string& where_;
};

dtype type_of(std::string_view descr_text, const std::string& where) {
  for (int i = 0; i <= int(dtype::f64); ++i) {
    const dtype type = dtype(i);
    if (type == dtype::bf16) continue;
    const std::string_view known = descr(type);
    // the order of the bytes of a single byte may be said in any way
    if (descr_text == known ||
        (dtype_size(type) == 1 && !descr_text.empty() && descr_text.substr(1) == known.substr(1)))
      return type;
  }
  const bool big = descr_text.starts_with('>');
  fail(where + ": elements " + io::quoted(descr_text) +
       (big ? " are big-endian, which is not supported" : " are not supported"));
}

}  // namespace

std::string npy_header(const dynamic_tensor& t) {
  std::string text = std::string("{'descr': '") + descr(t.type) + "', 'fortran_order': False, 'shape': (";
  for (int i = 0; i < t.rank; ++i) text += std::to_string(t.n[i]) + (i + 1 < t.rank ? ", " : "");
  text += t.rank == 1 ? ",), }" : "), }";
  while ((magic.size() + 4 + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string header(magic);
  header += '\x01';
  header += '\0';
  header += char(text.size() & 255);
  header += char(text.size() >> 8);
  return header + text;
}

dynamic_tensor parse_npy(const buffer& storage, std::size_t at, std::size_t size, const std::string& where) {
  const unsigned char* bytes = static_cast<const unsigned char*>(storage.data()) + at;
  if (size < 10 || std::memcmp(bytes, magic.data(), magic.size()) != 0)
    fail(where + (size < 10 ? ": too short for a NumPy array" : ": not a NumPy array"));
  const int version = bytes[6];
  if (version < 1 || version > 3 || bytes[7] != 0)
    fail(where + ": NumPy format version " + std::to_string(version) + "." + std::to_string(bytes[7]) +
         ", 1.0 to 3.0 can be read");
  const std::size_t prefix = version == 1 ? 10 : 12;
  std::size_t length = std::size_t(bytes[8]) | std::size_t(bytes[9]) << 8;
  if (version > 1 && size >= prefix) length |= std::size_t(bytes[10]) << 16 | std::size_t(bytes[11]) << 24;
  if (size < prefix || length > size - prefix)
    fail(where + ": too short, the header should have " + std::to_string(length) + " bytes");

  dictionary d({reinterpret_cast<const char*>(bytes + prefix), length}, where);
  d.read();
  const dtype type = type_of(d.type, where);
  std::int64_t count = 1, needed = 0;
  bool none = false, fits = true;
  for (int i = 0; i < d.rank; ++i) none = none || d.n[i] == 0;
  for (int i = 0; i < d.rank && !none; ++i) fits = fits && !__builtin_mul_overflow(count, d.n[i], &count);
  if (none) count = 0;
  fits = fits && !__builtin_mul_overflow(count, std::int64_t(dtype_size(type)), &needed);
  const std::size_t rest = size - prefix - length;
  if (!fits || std::size_t(needed) != rest)
    fail(where + ": shape " + words(d.n, d.rank) + " of " + dtype_name(type) + " needs " +
         (fits ? std::to_string(needed) : std::string("more than 2^63")) + " bytes, there are " + std::to_string(rest));

  const unsigned char* first = bytes + prefix + length;
  if (type == dtype::boolean)
    for (std::size_t i = 0; i < rest; ++i)
      if (first[i] > 1) fail(where + ": element " + std::to_string(i) + " of bool is " + std::to_string(first[i]));
  dynamic_tensor t;
  if (reinterpret_cast<std::uintptr_t>(first) % dtype_size(type) == 0) {
    t.type = type;
    t.rank = d.rank;
    std::memcpy(t.n, d.n, sizeof t.n);
    t.storage = storage;
    t.first = first;
  } else {
    t = dynamic_tensor::uninitialized(type, d.rank, d.n);
    if (rest) std::memcpy(t.writable(), first, rest);
  }
  packed_strides(t.rank, t.n, t.stride);
  if (!d.fortran) return t;
  // Column-major: the packed strides run from the first axis on.
  std::int64_t step = count == 0 ? 0 : 1;
  for (int i = 0; i < t.rank; ++i) {
    t.stride[i] = step;
    step *= t.n[i];
  }
  return t.contiguous();
}

}  // namespace tiga::detail

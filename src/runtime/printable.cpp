#include <tiga/runtime/printable.hpp>

namespace tiga {
namespace {

// How many bytes the first character of the text has; 0 where they are no UTF-8, or a control character.
std::size_t shown_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  unsigned long code = first & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr unsigned long least[] = {0xa0, 0x800, 0x10000};  // of two bytes: behind the control characters of Latin 1
  const bool surrogate = code >= 0xd800 && code < 0xe000, separator = code == 0x2028 || code == 0x2029;
  return code < least[size - 2] || code > 0x10ffff || surrogate || separator ? 0 : size;
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = shown_bytes(text);
    if (size > 0) {
      shown += text.substr(0, size);
    } else {
      const auto byte = static_cast<unsigned char>(text[0]);
      shown += "\\x";
      shown += digits[byte >> 4];
      shown += digits[byte & 15];
    }
    text.remove_prefix(size > 0 ? size : 1);
  }
  return shown;
}

}  // namespace tiga

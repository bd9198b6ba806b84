#include <cstring>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>

namespace tiga::detail {

void fill_elements(void* first, std::int64_t count, const void* element, std::size_t bytes) {
  // A pattern of 64 bytes holds a whole number of elements of any type.
  unsigned char pattern[64];
  for (std::size_t i = 0; i < sizeof pattern; i += bytes) std::memcpy(pattern + i, element, bytes);
  unsigned char* out = static_cast<unsigned char*>(first);
  runtime::parallel(count, 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    std::size_t at = std::size_t(begin) * bytes;
    const std::size_t stop = std::size_t(end) * bytes;
    for (; at + sizeof pattern <= stop; at += sizeof pattern) std::memcpy(out + at, pattern, sizeof pattern);
    std::memcpy(out + at, pattern, stop - at);
  });
}

}  // namespace tiga::detail

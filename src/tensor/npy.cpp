#include <tiga/tensor/npy.hpp>

#include "../io/atomic_file.hpp"
#include "file.hpp"
#include "npy_format.hpp"

namespace tiga {

void save_npy(const std::string& path, const dynamic_tensor& t) {
  const dynamic_tensor packed = t.contiguous();
  const std::string header = detail::npy_header(packed);
  io::atomic_file file(path);
  file.write(header);
  if (packed.size() > 0) file.write(packed.first, std::size_t(packed.size()) * dtype_size(packed.type));
  file.commit();
}

dynamic_tensor load_npy(const std::string& path) {
  const detail::file_bytes all = detail::read_file(path);
  return detail::parse_npy(all.storage, 0, all.size, path);
}

void detail::bits_as_bf16(dynamic_tensor& t) {
  if (t.type == dtype::u16) t.type = dtype::bf16;
}

}  // namespace tiga

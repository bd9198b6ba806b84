// `tiga convert`.
#include <fmt/core.h>

#include <tiga/runtime/error.hpp>
#include <tiga/runtime/printable.hpp>

#include "commands.hpp"
#include "formats.hpp"

namespace tiga::tool {
namespace {

// The one array of an archive; several have no place in an .npy.
dynamic_tensor only_array(const std::string& path) {
  std::vector<npz_entry> arrays = load_npz(path);
  if (arrays.size() != 1) fail(fmt::format("{}: holds {} arrays; an .npy holds one", path, arrays.size()));
  return arrays[0].value;
}

}  // namespace

int convert(const std::string& from, const std::string& to) {
  const format source = format_to_read(from), target = format_of(to);
  if (source == format::npy && target == format::npz) {
    save_npz(to, {{"arr_0", load_npy(from)}});
  } else if (source == format::npy && target == format::npy) {
    save_npy(to, load_npy(from));
  } else if (source == format::npz && target == format::npy) {
    save_npy(to, only_array(from));
  } else if (source == format::npz && target == format::npz) {
    save_npz(to, load_npz(from));
  } else {
    const matrix_entries entries = read_entries(from);
    write_entries(to, entries);
    fmt::print("{}: {} x {}, {} entries\n", printable(to), entries.header.rows, entries.header.columns, entries.size());
    return 0;
  }
  fmt::print("{}: written\n", printable(to));
  return 0;
}

}  // namespace tiga::tool

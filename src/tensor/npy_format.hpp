// The bytes of a .npy file in memory, for files and for entries of archives.
#pragma once
#include <string>
#include <tiga/tensor/dynamic.hpp>

namespace tiga::detail {

/// The header of a contiguous tensor: magic, version, dictionary, padded to a multiple of 64 bytes.
std::string npy_header(const dynamic_tensor& t);

/// The array in `size` bytes at `at` bytes into `storage`; shares the storage where the elements are aligned.
/// Throws tiga::error starting with `where`.
dynamic_tensor parse_npy(const buffer& storage, std::size_t at, std::size_t size, const std::string& where);

}  // namespace tiga::detail

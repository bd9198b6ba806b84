// NumPy's files: .npy holds one array, .npz named arrays in a zip archive.
//
// Elements are bool, 8 to 64-bit integers, f16, f32 and f64, little-endian. Ids are written as the integers they hold.
// bf16, which NumPy does not know, is written as its bits in uint16; reading uint16 as bf16 takes them as bits again.
// Saves replace the target as a whole: a temporary beside it is flushed and renamed. Its permissions stay, and a
// symbolic link stays one. Only regular files are read and replaced. Every malformed file is a tiga::error that names
// the file and the reason; nothing is allocated on the word of a header.
#pragma once
#include <string>
#include <tiga/tensor/dynamic.hpp>
#include <vector>

namespace tiga {

/// Writes one tensor, row-major, format version 1.0. A strided view is packed first.
void save_npy(const std::string& path, const dynamic_tensor& t);
/// The same of an expression, which is evaluated, and of the value of a tracked tensor.
template <class X>
requires requires(const X& x) { x.evaluate(); }
void save_npy(const std::string& path, const X& x) { save_npy(path, x.evaluate()); }
template <class X>
requires requires(const X& x) {
  x.node();
  x.value();
}
void save_npy(const std::string& path, const X& x) { save_npy(path, dynamic_tensor(x.value())); }

/// Reads a .npy file of format version 1, 2 or 3. Column-major arrays are copied to row-major.
dynamic_tensor load_npy(const std::string& path);

/// An array of an archive, and its name (without ".npy").
struct npz_entry {
  std::string name;
  dynamic_tensor value;
};

/// Writes named tensors: `save_npz("x.npz", {{"features", x}, {"labels", y}})`. At most 4 GiB, as plain zip archives.
void save_npz(const std::string& path, const std::vector<npz_entry>& entries);
/// The same, compressed.
void save_npz_compressed(const std::string& path, const std::vector<npz_entry>& entries);

/// All arrays of an archive in its order, stored or deflated, zip64 or not; checksums are verified.
std::vector<npz_entry> load_npz(const std::string& path);

namespace detail {
dynamic_tensor find_npz(const std::string& path, const std::string& name);
void bits_as_bf16(dynamic_tensor& t);
template <class T, class M>
tensor<T, M> typed_array(dynamic_tensor t, const std::string& what) {
  if constexpr (dtype_of<T> == dtype::bf16) bits_as_bf16(t);
  return typed<T, M>(t, what.c_str());
}
}  // namespace detail

/// Reads a tensor of a type. Throws tiga::error with both sides unless element type, rank and declared extents agree.
/// The values of ids are not compared with an extent, which is not known here.
template <class T, class M>
tensor<T, M> load_npy(const std::string& path) {
  return detail::typed_array<T, M>(load_npy(path), path);
}
/// The same for one array of an archive.
template <class T, class M>
tensor<T, M> load_npz(const std::string& path, const std::string& name) {
  return detail::typed_array<T, M>(detail::find_npz(path, name), path + ": " + name);
}

}  // namespace tiga

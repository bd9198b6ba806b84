// How a tensor introduces itself: "f32 [N = 4, F = 3]".
#pragma once
#include <string>
#include <tiga/tensor/dynamic.hpp>

namespace tiga {
namespace detail {
std::string layout_text(dtype type, const factor* axes, int rank, const std::int64_t* n);
/// Header, and the elements in rows; of more than 1000, the first and last three along each axis.
std::string tensor_text(const dynamic_tensor& t, const std::string& header, int precision);
}  // namespace detail

/// Element type, axes and extents of a tensor in one line.
template <class T, class M>
std::string describe(const tensor<T, M>& t) {
  return detail::layout_text(dtype_of<T>, M::factors, M::rank, t.shape().n);
}

/// The tensor as text: `describe(t)`, then its elements in aligned rows. Of more than 1000 elements the first and last
/// three along each axis are shown. `precision` is the number of significant digits of floats.
template <class T, class M>
std::string to_text(const tensor<T, M>& t, int precision = 6) {
  return detail::tensor_text(t, describe(t), precision);
}

/// The same into a stream of the standard library: `std::cout << x`.
template <class Stream, class T, class M>
requires requires(Stream& stream, const std::string& line) { stream.flush() << line; }
Stream& operator<<(Stream& stream, const tensor<T, M>& t) {
  stream << to_text(t);
  return stream;
}

}  // namespace tiga

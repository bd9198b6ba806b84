// The element types of tensors, as types and as run-time values.
#pragma once
#include <cstddef>
#include <cstdint>
#include <tiga/program/half.hpp>

namespace tiga {

/// An element type at run time.
enum class dtype : std::uint8_t { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, f64 };

/// "bool", "i32", "bf16", ...
constexpr const char* dtype_name(dtype type) {
  switch (type) {
    case dtype::boolean: return "bool";
    case dtype::i8: return "i8";
    case dtype::u8: return "u8";
    case dtype::i16: return "i16";
    case dtype::u16: return "u16";
    case dtype::i32: return "i32";
    case dtype::u32: return "u32";
    case dtype::i64: return "i64";
    case dtype::u64: return "u64";
    case dtype::f16: return "f16";
    case dtype::bf16: return "bf16";
    case dtype::f32: return "f32";
    case dtype::f64: return "f64";
  }
  return "unknown";
}

/// Bytes of an element.
constexpr std::size_t dtype_size(dtype type) {
  switch (type) {
    case dtype::boolean:
    case dtype::i8:
    case dtype::u8: return 1;
    case dtype::i16:
    case dtype::u16:
    case dtype::f16:
    case dtype::bf16: return 2;
    case dtype::i32:
    case dtype::u32:
    case dtype::f32: return 4;
    case dtype::i64:
    case dtype::u64:
    case dtype::f64: return 8;
  }
  return 0;
}

constexpr bool is_floating(dtype type) { return type >= dtype::f16; }
constexpr bool is_integer(dtype type) { return type > dtype::boolean && type < dtype::f16; }

/// What a C++ type is as an element: specialised for every element type, with `type` (the dtype) and `compute`
/// (the type that arithmetic on it uses: float for f16 and bf16, itself otherwise).
template <class T>
struct element_traits;

namespace detail {
template <dtype D, class Compute>
struct element {
  static constexpr dtype type = D;
  using compute = Compute;
};
}  // namespace detail

template <>
struct element_traits<bool> : detail::element<dtype::boolean, bool> {};
template <>
struct element_traits<std::int8_t> : detail::element<dtype::i8, std::int8_t> {};
template <>
struct element_traits<std::uint8_t> : detail::element<dtype::u8, std::uint8_t> {};
template <>
struct element_traits<std::int16_t> : detail::element<dtype::i16, std::int16_t> {};
template <>
struct element_traits<std::uint16_t> : detail::element<dtype::u16, std::uint16_t> {};
template <>
struct element_traits<std::int32_t> : detail::element<dtype::i32, std::int32_t> {};
template <>
struct element_traits<std::uint32_t> : detail::element<dtype::u32, std::uint32_t> {};
template <>
struct element_traits<std::int64_t> : detail::element<dtype::i64, std::int64_t> {};
template <>
struct element_traits<std::uint64_t> : detail::element<dtype::u64, std::uint64_t> {};
template <>
struct element_traits<f16> : detail::element<dtype::f16, float> {};
template <>
struct element_traits<bf16> : detail::element<dtype::bf16, float> {};
template <>
struct element_traits<float> : detail::element<dtype::f32, float> {};
template <>
struct element_traits<double> : detail::element<dtype::f64, double> {};

template <class T>
concept element_type = requires {
  element_traits<T>::type;
};

template <element_type T>
inline constexpr dtype dtype_of = element_traits<T>::type;

/// The type that arithmetic on T uses.
template <element_type T>
using compute_type = typename element_traits<T>::compute;

}  // namespace tiga

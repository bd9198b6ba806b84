// An integer that points into one axis.
#pragma once
#include <cstdint>
#include <tiga/axes/axis.hpp>
#include <tiga/program/dtype.hpp>

namespace tiga {

/// A position of `Axis`. It is not an integer: `id<N>` and `id<E>` do not mix, and a tensor of `id<N>` indexes N only.
template <factor Axis, class Int = std::int32_t>
struct id {
  static_assert(std::is_same_v<Int, std::int32_t> || std::is_same_v<Int, std::int64_t>,
                "tiga: an id holds a std::int32_t or a std::int64_t");
  static constexpr factor axis = Axis;
  Int value;

  id() = default;
  constexpr TIGA_HD explicit id(Int position) : value(position) {}
  constexpr TIGA_HD explicit operator std::int64_t() const { return value; }
  friend constexpr TIGA_HD bool operator==(id l, id r) { return l.value == r.value; }
  friend constexpr TIGA_HD bool operator<(id l, id r) { return l.value < r.value; }
};

template <factor Axis, class Int>
struct element_traits<id<Axis, Int>> : detail::element<dtype_of<Int>, Int> {};

template <class T>
inline constexpr bool is_id = false;
template <factor Axis, class Int>
inline constexpr bool is_id<id<Axis, Int>> = true;

}  // namespace tiga

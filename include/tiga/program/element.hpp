// The C++ type behind a dtype.
#pragma once
#include <tiga/program/dtype.hpp>

namespace tiga::detail {

template <dtype D>
struct element_for;
#define TIGA_ELEMENT(d, t) \
  template <>              \
  struct element_for<d> {  \
    using type = t;        \
  };
TIGA_ELEMENT(dtype::boolean, bool)
TIGA_ELEMENT(dtype::i8, std::int8_t)
TIGA_ELEMENT(dtype::u8, std::uint8_t)
TIGA_ELEMENT(dtype::i16, std::int16_t)
TIGA_ELEMENT(dtype::u16, std::uint16_t)
TIGA_ELEMENT(dtype::i32, std::int32_t)
TIGA_ELEMENT(dtype::u32, std::uint32_t)
TIGA_ELEMENT(dtype::i64, std::int64_t)
TIGA_ELEMENT(dtype::u64, std::uint64_t)
TIGA_ELEMENT(dtype::f16, f16)
TIGA_ELEMENT(dtype::bf16, bf16)
TIGA_ELEMENT(dtype::f32, float)
TIGA_ELEMENT(dtype::f64, double)
#undef TIGA_ELEMENT

}  // namespace tiga::detail

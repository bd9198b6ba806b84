#include <limits>
#include <tiga/program/half.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/stream/core.hpp>
#include <type_traits>

namespace tiga::detail {
namespace {

// Integers wrap: they are added and multiplied without sign, and never as ints of 16 bits that C++ widens.
template <class A>
struct wrapping {
  using type = std::make_unsigned_t<A>;
};
template <>
struct wrapping<std::int16_t> {
  using type = std::uint32_t;
};
template <>
struct wrapping<std::uint16_t> {
  using type = std::uint32_t;
};

struct adds {
  template <class A>
  static constexpr A identity() {
    return A(0);
  }
  template <class A>
  [[gnu::always_inline]] static A apply(A a, A b) {
    if constexpr (std::is_integral_v<A>)
      return A(typename wrapping<A>::type(a) + typename wrapping<A>::type(b));
    else
      return a + b;
  }
};
struct multiplies {
  template <class A>
  static constexpr A identity() {
    return A(1);
  }
  template <class A>
  [[gnu::always_inline]] static A apply(A a, A b) {
    if constexpr (std::is_integral_v<A>)
      return A(typename wrapping<A>::type(a) * typename wrapping<A>::type(b));
    else
      return a * b;
  }
};
// Clamps every step; the order matters.
struct saturates {
  template <class A>
  static constexpr A identity() {
    return A(0);
  }
  template <class A>
  [[gnu::always_inline]] static A apply(A a, A b) {
    using U = std::make_unsigned_t<A>;
    const A sum = A(U(a) + U(b));
    if constexpr (std::is_unsigned_v<A>) return sum < a ? std::numeric_limits<A>::max() : sum;
    const A edge = a < 0 ? std::numeric_limits<A>::min() : std::numeric_limits<A>::max();
    return ((a ^ sum) & (b ^ sum)) < 0 ? edge : sum;
  }
};
// A NaN on either side wins; of the zeros +0 is the greater one.
template <bool Greatest>
struct extremes {
  template <class A>
  static constexpr A identity() {
    using limits = std::numeric_limits<A>;
    if constexpr (limits::has_infinity) return Greatest ? -limits::infinity() : limits::infinity();
    return Greatest ? limits::lowest() : limits::max();
  }
  template <class A>
  [[gnu::always_inline]] static A apply(A a, A b) {
    if constexpr (std::is_floating_point_v<A>) {
      using bits = std::conditional_t<sizeof(A) == 4, std::int32_t, std::int64_t>;
      const bits x = __builtin_bit_cast(bits, a), y = __builtin_bit_cast(bits, b);
      const A other = (Greatest ? a > b : a < b) ? a : b;
      const A first = a != a ? a : other;
      return a == b ? __builtin_bit_cast(A, Greatest ? x & y : x | y) : first;
    } else {
      return (Greatest ? a > b : a < b) ? a : b;
    }
  }
};

namespace fold_baseline {
#define TIGA_FOLD_TARGET
#include "fold.inc"
#undef TIGA_FOLD_TARGET
}  // namespace fold_baseline
#if defined(__x86_64__)
namespace fold_avx2 {
  #define TIGA_FOLD_TARGET __attribute__((target("avx2,f16c")))
  #include "fold.inc"
  #undef TIGA_FOLD_TARGET
}  // namespace fold_avx2
namespace fold_avx512 {
  #define TIGA_FOLD_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,prefer-vector-width=512")))
  #include "fold.inc"
  #undef TIGA_FOLD_TARGET
}  // namespace fold_avx512
#endif

template <class Op, class T, class A>
fold_function kernel_for() {
#if defined(__x86_64__)
  switch (runtime::best_isa()) {
    case runtime::isa::avx512: return &fold_avx512::fold_rows<Op, T, A>;
    case runtime::isa::avx2: return &fold_avx2::fold_rows<Op, T, A>;
    default: break;
  }
#endif
  return &fold_baseline::fold_rows<Op, T, A>;
}
template <class T, class A = T>
fold_function folds(slice_op op) {
  switch (op) {
    case slice_op::add: return kernel_for<adds, T, A>();
    case slice_op::mul: return kernel_for<multiplies, T, A>();
    case slice_op::max: return kernel_for<extremes<true>, T, A>();
    case slice_op::min: return kernel_for<extremes<false>, T, A>();
    case slice_op::add_sat:
      if constexpr (std::is_integral_v<A>) return kernel_for<saturates, T, A>();
  }
  return nullptr;
}
fold_function folds(slice_op op, dtype element) {
  switch (element) {
    case dtype::boolean:  // one byte, 0 or 1
    case dtype::u8: return folds<std::uint8_t>(op);
    case dtype::i8: return folds<std::int8_t>(op);
    case dtype::i16: return folds<std::int16_t>(op);
    case dtype::u16: return folds<std::uint16_t>(op);
    case dtype::i32: return folds<std::int32_t>(op);
    case dtype::u32: return folds<std::uint32_t>(op);
    case dtype::i64: return folds<std::int64_t>(op);
    case dtype::u64: return folds<std::uint64_t>(op);
    case dtype::f16: return folds<f16, float>(op);
    case dtype::bf16: return folds<bf16, float>(op);
    case dtype::f32: return folds<float>(op);
    case dtype::f64: return folds<double>(op);
  }
  return nullptr;
}

}  // namespace

slice_fold fold_of(slice_op op, dtype element) {
  const bool half = element == dtype::f16 || element == dtype::bf16;
  return {folds(op, element), element, half ? dtype::f32 : element, nullptr};
}

}  // namespace tiga::detail

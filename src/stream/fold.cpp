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

// What the original hardware does: of a NaN and a number the number.
template <bool Greatest>
struct number_extremes {
  template <class A>
  static constexpr A identity() {
    return extremes<Greatest>::template identity<A>();
  }
  template <class A>
  [[gnu::always_inline]] static A apply(A a, A b) {
    return (Greatest ? b > a : b < a) ? b : a;
  }
};
// Of booleans: all. (Any is the greatest of 0 and 1.)
struct conjoins {
  template <class A>
  static constexpr A identity() {
    return A(1);
  }
  template <class A>
  [[gnu::always_inline]] static A apply(A a, A b) {
    return A(a & b);
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
  #define TIGA_FOLD_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
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

// A value and where it stood.
template <class A>
struct placed {
  A value;
  std::int32_t place;
};
template <bool Greatest, class T, class A>
void fold_places(const fold_args& f) {
  const T* in = static_cast<const T*>(f.in);
  placed<A>* acc = static_cast<placed<A>*>(f.acc);
  for (std::int64_t g = 0; g < f.groups; ++g, in += f.group, acc += f.length) {
    if (f.begin)
      for (std::int64_t l = 0; l < f.length; ++l) acc[l] = {A(0), -1};
    for (std::int64_t j = 0; j < f.rows; ++j)
      for (std::int64_t l = 0; l < f.length; ++l) {
        const A x = A(in[j * f.row + l]), best = acc[l].value;
        const bool beats = best == best && ((Greatest ? x > best : x < best) || x != x);
        if (beats || acc[l].place < 0) acc[l] = {x, std::int32_t(f.place + j)};
      }
  }
}
template <class A>
void finish_places(const void* acc, void* out, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    static_cast<std::int32_t*>(out)[i] = static_cast<const placed<A>*>(acc)[i].place;
}
template <class T>
void finish_half(const void* acc, void* out, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) static_cast<T*>(out)[i] = T(static_cast<const float*>(acc)[i]);
}

template <class T, class A = T>
slice_fold folds(slice_op op, dtype element) {
  fold_function run = nullptr;
  switch (op) {
    case slice_op::add: run = kernel_for<adds, T, A>(); break;
    case slice_op::mul: run = kernel_for<multiplies, T, A>(); break;
    case slice_op::max: run = kernel_for<extremes<true>, T, A>(); break;
    case slice_op::min:
      run = element == dtype::boolean ? kernel_for<conjoins, std::uint8_t, std::uint8_t>()
                                      : kernel_for<extremes<false>, T, A>();
      break;
    case slice_op::max_number: run = kernel_for<number_extremes<true>, T, A>(); break;
    case slice_op::min_number: run = kernel_for<number_extremes<false>, T, A>(); break;
    case slice_op::add_sat:
      if constexpr (std::is_integral_v<A>) run = kernel_for<saturates, T, A>();
      break;
    case slice_op::argmax: return {&fold_places<true, T, A>, element, dtype::i32, sizeof(placed<A>), &finish_places<A>};
    case slice_op::argmin:
      return {&fold_places<false, T, A>, element, dtype::i32, sizeof(placed<A>), &finish_places<A>};
  }
  slice_fold f{run, element, element, sizeof(A)};
  if constexpr (!std::is_same_v<T, A>) f.finish = &finish_half<T>;
  return f;
}

}  // namespace

slice_fold fold_of(slice_op op, dtype element) {
  switch (element) {
    case dtype::boolean:  // one byte, 0 or 1
    case dtype::u8: return folds<std::uint8_t>(op, element);
    case dtype::i8: return folds<std::int8_t>(op, element);
    case dtype::i16: return folds<std::int16_t>(op, element);
    case dtype::u16: return folds<std::uint16_t>(op, element);
    case dtype::i32: return folds<std::int32_t>(op, element);
    case dtype::u32: return folds<std::uint32_t>(op, element);
    case dtype::i64: return folds<std::int64_t>(op, element);
    case dtype::u64: return folds<std::uint64_t>(op, element);
    case dtype::f16: return folds<f16, float>(op, element);
    case dtype::bf16: return folds<bf16, float>(op, element);
    case dtype::f32: return folds<float>(op, element);
    case dtype::f64: return folds<double>(op, element);
  }
  return {};
}

}  // namespace tiga::detail

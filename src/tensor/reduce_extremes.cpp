// max, min, any and all.
#include <limits>

#include "reduce_kernel.hpp"

namespace tiga::detail {
namespace {

template <std::size_t Bytes>
struct bits_of_size;
template <>
struct bits_of_size<4> {
  using type = std::int32_t;
};
template <>
struct bits_of_size<8> {
  using type = std::int64_t;
};

// The greater (or lesser) of two numbers. A NaN on either side wins; of the zeros +0 is the greater one. Their order
// then does not matter, up to which NaN it is.
template <bool Greatest>
struct extreme {
  template <class A>
  static A identity() {
    using limits = std::numeric_limits<A>;
    if constexpr (limits::has_infinity)
      return Greatest ? -limits::infinity() : limits::infinity();
    else
      return Greatest ? limits::lowest() : limits::max();
  }

  template <class A>
  static A apply(A a, A b) {
    if constexpr (std::is_integral_v<A>) {
      return (Greatest ? a > b : a < b) ? a : b;
    } else if constexpr (std::is_floating_point_v<A>) {
      using v = vectors<A>;
      return apply_floats<A>(v::all(a), v::all(b))[0];
    } else if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(a[0])>>) {
      return apply_floats<std::remove_cvref_t<decltype(a[0])>>(a, b);
    } else {
      const auto wins = Greatest ? a > b : a < b;
      return wins ? a : b;
    }
  }

 private:
  template <class A, class V>
  static V apply_floats(V a, V b) {
    typedef typename bits_of_size<sizeof(A)>::type bits __attribute__((vector_size(16)));
    const bits x = bits(a), y = bits(b);
    const bits first = bits(Greatest ? a > b : a < b) | bits(a != a);
    const bits equal = bits(a == b);
    const bits other = (first & x) | (~first & y);
    return V((equal & (Greatest ? x & y : x | y)) | (~equal & other));
  }
};

template <bool Greatest, class A>
void fold_same(const reduce_plan& plan, void* result) {
  fold_plan<A, A, convert<A>, extreme<Greatest>>(plan, static_cast<A*>(result), [](A a) { return a; });
}
template <bool Greatest, class T>
void fold_half(const reduce_plan& plan, void* result) {
  fold_plan<T, float, convert<float>, extreme<Greatest>>(plan, static_cast<T*>(result), [](float a) { return T(a); });
}
template <bool Greatest, class T>
void fold_truth(const reduce_plan& plan, void* result) {
  fold_plan<T, std::uint8_t, convert<std::uint8_t, true>, extreme<Greatest>>(plan, static_cast<bool*>(result),
                                                                             [](std::uint8_t a) { return a != 0; });
}

template <bool Greatest>
void extremes(const reduce_plan& plan, void* result) {
  switch (plan.type) {
    case dtype::boolean: return fold_truth<Greatest, std::uint8_t>(plan, result);
    case dtype::i8: return fold_same<Greatest, std::int8_t>(plan, result);
    case dtype::u8: return fold_same<Greatest, std::uint8_t>(plan, result);
    case dtype::i16: return fold_same<Greatest, std::int16_t>(plan, result);
    case dtype::u16: return fold_same<Greatest, std::uint16_t>(plan, result);
    case dtype::i32: return fold_same<Greatest, std::int32_t>(plan, result);
    case dtype::u32: return fold_same<Greatest, std::uint32_t>(plan, result);
    case dtype::i64: return fold_same<Greatest, std::int64_t>(plan, result);
    case dtype::u64: return fold_same<Greatest, std::uint64_t>(plan, result);
    case dtype::f16: return fold_half<Greatest, f16>(plan, result);
    case dtype::bf16: return fold_half<Greatest, bf16>(plan, result);
    case dtype::f32: return fold_same<Greatest, float>(plan, result);
    case dtype::f64: return fold_same<Greatest, double>(plan, result);
  }
}

template <bool Greatest>
void truths(const reduce_plan& plan, void* result) {
  switch (plan.type) {
    case dtype::boolean:
    case dtype::i8:
    case dtype::u8: return fold_truth<Greatest, std::uint8_t>(plan, result);
    case dtype::i16:
    case dtype::u16: return fold_truth<Greatest, std::uint16_t>(plan, result);
    case dtype::i32:
    case dtype::u32: return fold_truth<Greatest, std::uint32_t>(plan, result);
    case dtype::i64:
    case dtype::u64: return fold_truth<Greatest, std::uint64_t>(plan, result);
    case dtype::f16: return fold_truth<Greatest, f16>(plan, result);
    case dtype::bf16: return fold_truth<Greatest, bf16>(plan, result);
    case dtype::f32: return fold_truth<Greatest, float>(plan, result);
    case dtype::f64: return fold_truth<Greatest, double>(plan, result);
  }
}

}  // namespace

void reduce_max(const reduce_plan& plan, void* result) { extremes<true>(plan, result); }
void reduce_min(const reduce_plan& plan, void* result) { extremes<false>(plan, result); }
void reduce_any(const reduce_plan& plan, void* result) { truths<true>(plan, result); }
void reduce_all(const reduce_plan& plan, void* result) { truths<false>(plan, result); }

}  // namespace tiga::detail

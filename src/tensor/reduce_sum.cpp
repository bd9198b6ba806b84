// sum, prod and mean.
#include <limits>

#include "reduce_kernel.hpp"

namespace tiga::detail {
namespace {

// Integers are folded as unsigned numbers: they wrap, and a narrow product does not pass through a signed int.
struct adding {
  template <class A>
  static A identity() {
    return A(0);
  }
  template <class A>
  static A apply(A a, A b) {
    return A(a + b);
  }
};
struct multiplying {
  template <class A>
  static A identity() {
    return A(1);
  }
  template <class A>
  static A apply(A a, A b) {
    if constexpr (std::is_integral_v<A>)
      return A(1u * a * b);
    else
      return a * b;
  }
};

template <class Op, class A>
void fold_same(const reduce_plan& plan, void* result) {
  fold_plan<A, A, convert<A>, Op>(plan, static_cast<A*>(result), [](A a) { return a; });
}
template <class Op, class T>
void fold_half(const reduce_plan& plan, void* result) {
  fold_plan<T, float, convert<float>, Op>(plan, static_cast<T*>(result), [](float a) { return T(a); });
}

template <class Op>
void fold_by_type(const reduce_plan& plan, void* result) {
  switch (plan.type) {
    case dtype::boolean:
      return fold_plan<std::uint8_t, std::uint64_t, convert<std::uint64_t>, Op>(
          plan, static_cast<std::uint64_t*>(result), [](std::uint64_t a) { return a; });
    case dtype::i8:
    case dtype::u8: return fold_same<Op, std::uint8_t>(plan, result);
    case dtype::i16:
    case dtype::u16: return fold_same<Op, std::uint16_t>(plan, result);
    case dtype::i32:
    case dtype::u32: return fold_same<Op, std::uint32_t>(plan, result);
    case dtype::i64:
    case dtype::u64: return fold_same<Op, std::uint64_t>(plan, result);
    case dtype::f16: return fold_half<Op, f16>(plan, result);
    case dtype::bf16: return fold_half<Op, bf16>(plan, result);
    case dtype::f32: return fold_same<Op, float>(plan, result);
    case dtype::f64: return fold_same<Op, double>(plan, result);
  }
}

// The sum in A, divided in double and rounded once.
template <class T, class A, class R>
void mean_of(const reduce_plan& plan, void* result) {
  const double count = double(plan.length);
  fold_plan<T, A, convert<A>, adding>(plan, static_cast<R*>(result), [count](A a) { return R(double(a) / count); });
}

}  // namespace

void reduce_sum(const reduce_plan& plan, void* result) { fold_by_type<adding>(plan, result); }
void reduce_prod(const reduce_plan& plan, void* result) { fold_by_type<multiplying>(plan, result); }

void reduce_mean(const reduce_plan& plan, void* result) {
  switch (plan.type) {
    case dtype::boolean:
    case dtype::u8: return mean_of<std::uint8_t, double, float>(plan, result);
    case dtype::i8: return mean_of<std::int8_t, double, float>(plan, result);
    case dtype::i16: return mean_of<std::int16_t, double, float>(plan, result);
    case dtype::u16: return mean_of<std::uint16_t, double, float>(plan, result);
    case dtype::i32: return mean_of<std::int32_t, double, double>(plan, result);
    case dtype::u32: return mean_of<std::uint32_t, double, double>(plan, result);
    case dtype::i64: return mean_of<std::int64_t, double, double>(plan, result);
    case dtype::u64: return mean_of<std::uint64_t, double, double>(plan, result);
    case dtype::f16: return mean_of<f16, float, f16>(plan, result);
    case dtype::bf16: return mean_of<bf16, float, bf16>(plan, result);
    case dtype::f32: return mean_of<float, float, float>(plan, result);
    case dtype::f64: return mean_of<double, double, double>(plan, result);
  }
}

}  // namespace tiga::detail

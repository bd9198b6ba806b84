// Activation functions of tensors: expressions like other arithmetic, so `relu(h + broadcast<N>(b, n))` is one pass.
#pragma once
#include <tiga/program/activation.hpp>
#include <tiga/tensor/expression.hpp>

namespace tiga {

#define TIGA_ACTIVATION(name)                              \
  namespace detail {                                       \
  struct name##_op {                                       \
    static constexpr value of(value a) { return name(a); } \
  };                                                       \
  }                                                        \
  template <detail::operand A>                             \
  auto name(const A& a) {                                  \
    return detail::make_expression<detail::name##_op>(a);  \
  }
TIGA_ACTIVATION(relu)
TIGA_ACTIVATION(elu)
TIGA_ACTIVATION(sigmoid)
TIGA_ACTIVATION(silu)
TIGA_ACTIVATION(softplus)
TIGA_ACTIVATION(gelu)
#undef TIGA_ACTIVATION

namespace detail {
struct leaky_relu_op {
  static constexpr value of(value a, value slope) { return leaky_relu(a, slope); }
};
}  // namespace detail
template <detail::operand A>
auto leaky_relu(const A& a, double slope = 0.01) {
  return detail::make_expression<detail::leaky_relu_op>(a, slope);
}

}  // namespace tiga

// Softmax and its kin of tracked tensors and of expressions.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <tiga/tensor/softmax.hpp>

namespace tiga {
namespace detail {
/// From the result y: softmax y * (g - sum of g * y), log_softmax g - exp(y) * sum of g, logsumexp g * exp(x - y).
tape_ptr record_softmax(const dynamic_tensor& x, const tape_ptr& node, const dynamic_tensor& y, unsigned axes,
                        softmax_kind kind);
}  // namespace detail

#define TIGA_SOFTMAX(name)                                                                                             \
  template <factor... F, class T, class M>                                                                             \
  auto name(const tracked<T, M>& x) {                                                                                  \
    const auto y = name<F...>(x.value());                                                                              \
    return tracked(                                                                                                    \
        y, detail::record_softmax(x.value(), x.node(), y, detail::reduced_bits<M, F...>, detail::softmax_kind::name)); \
  }                                                                                                                    \
  template <factor... F, detail::unevaluated X>                                                                        \
  auto name(const X& x) {                                                                                              \
    return name<F...>(x.evaluate());                                                                                   \
  }
TIGA_SOFTMAX(softmax)
TIGA_SOFTMAX(log_softmax)
TIGA_SOFTMAX(logsumexp)
#undef TIGA_SOFTMAX

}  // namespace tiga

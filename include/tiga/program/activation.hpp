// The usual activation functions, made of the captured operations: the same definition serves programs on graphs and
// arithmetic on tensors, and their gradients follow.
#pragma once
#include <tiga/program/value.hpp>

namespace tiga {

/// max(x, 0); NaN stays NaN, the gradient at 0 is 0 (Nair and Hinton, ICML 2010).
constexpr value relu(value x) { return where(x <= 0, 0, x); }

/// x, below 0 `slope` times x (Maas, Hannun and Ng, ICML 2013).
constexpr value leaky_relu(value x, value slope) { return where(x > 0, x, slope * x); }
template <detail::number S = double>
constexpr value leaky_relu(value x, S slope = 0.01) {
  return leaky_relu(x, literal_value(x.g, slope));
}

/// x, below 0 exp(x) - 1 (Clevert, Unterthiner and Hochreiter, ICLR 2016).
constexpr value elu(value x) { return where(x > 0, x, exp(min(x, 0)) - 1); }

/// 1 / (1 + exp(-x)), in a form that overflows nowhere, gradient included.
constexpr value sigmoid(value x) {
  const value up = exp(min(x, 0)), down = exp(min(-x, 0));
  return up / (up + down);
}

/// x * sigmoid(x), also called swish (Elfwing, Uchibe and Doya, 2018).
constexpr value silu(value x) { return x * sigmoid(x); }

/// log(1 + exp(x)), in a form that overflows nowhere.
constexpr value softplus(value x) { return max(x, 0) + log(exp(min(x, 0)) + exp(min(-x, 0))); }

/// The tanh form of x * Phi(x) (Hendrycks and Gimpel, 2016), which is JAX's default.
constexpr value gelu(value x) { return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))); }

}  // namespace tiga

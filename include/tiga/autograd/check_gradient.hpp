// Are my gradients right? Central finite differences beside the tape, for users' own functions.
#pragma once
#include <string>
#include <tiga/autograd/value_and_grad.hpp>

namespace tiga {

struct gradient_options {
  double step = 0;      ///< of the differences, times max(1, |x|); 0: the dtype's own (1e-6 for f64, 1e-2 f32)
  double relative = 0;  ///< allowed error; 0: the dtype's own (1e-6 for f64, 2e-2 for f32)
  double absolute = 0;  ///< 0: the same as `relative`
  std::int64_t positions = 1 << 10;  ///< of an argument with more elements, this many are tried, evenly spread
};
struct gradient_report {
  bool ok = true;
  double worst = 0;     ///< greatest |tape - differences| ÷ (absolute + relative * |differences|)
  int argument = 0;     ///< where: the number of the argument, from 0
  std::int64_t at = 0;  ///< its element, in row-major order
  double tape = 0, differences = 0;
  /// "argument 1, element 7: the tape says 0.25, differences say 0.5"
  std::string text() const;
};

namespace detail {

/// One entry of a report: compares and keeps the worst.
void compare_gradients(gradient_report& r, const gradient_options& o, dtype type, int argument, std::int64_t at,
                       double tape, double differences);
double difference_step(const gradient_options& o, dtype type, double x);

template <class F, class Call, class T, class M>
void check_argument(gradient_report& r, const gradient_options& o, const Call& loss, int argument,
                    const tensor<T, M>& x, const tensor<T, M>& gradient) {
  const std::int64_t count = x.size(), stride = count > o.positions ? count / o.positions : 1;
  const auto values = contiguous(x);
  for (std::int64_t i = 0; i < count; i += stride) {
    const double here = double(values.data()[i]);
    const double step = difference_step(o, dtype_of<T>, here);
    double at[2], found[2];
    for (int side = 0; side < 2; ++side) {
      auto moved = values;
      T& element = moved.mutable_span()[std::size_t(i)];
      element = T(side == 0 ? here - step : here + step);
      at[side] = double(element);
      found[side] = loss(moved);
    }
    compare_gradients(r, o, dtype_of<T>, argument, i, double(gradient.data()[i]),
                      (found[1] - found[0]) / (at[1] - at[0]));
  }
}

}  // namespace detail

/// Compares the tape's gradient of the scalar `f(x...)` with central differences, element by element, and reports the
/// worst. f is called twice for each element tried, with plain tensors. Use f64: differences of f32 are right to two or
/// three digits only. Where f has a kink the two may differ by right.
template <class F, class... X>
gradient_report check_gradient(F&& f, const gradient_options& o, const X&... x) {
  gradient_report report;
  const auto [value, gradients] = value_and_grad(f, x...);
  const std::tuple<const X&...> arguments(x...);
  const auto one = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    const auto loss = [&](const auto& moved) {
      const auto call = [&]<std::size_t... J>(std::index_sequence<J...>) {
        const auto pick = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) -> const auto& {
          if constexpr (K == I)
            return moved;
          else
            return std::get<K>(arguments);
        };
        return eval(f(pick(std::integral_constant<std::size_t, J>{})...));
      };
      return double(call(std::index_sequence_for<X...>{}).item());
    };
    if constexpr (sizeof...(X) == 1)
      detail::check_argument<F>(report, o, loss, int(I), std::get<I>(arguments), gradients);
    else
      detail::check_argument<F>(report, o, loss, int(I), std::get<I>(arguments), std::get<I>(gradients));
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) { (one(std::integral_constant<std::size_t, I>{}), ...); }
  (std::index_sequence_for<X...>{});
  return report;
}
template <class F, class T, class M, class... X>
gradient_report check_gradient(F&& f, const tensor<T, M>& first, const X&... x) {
  return check_gradient(f, gradient_options{}, first, x...);
}

}  // namespace tiga

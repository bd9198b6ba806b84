// Elementwise expressions, stepped as device kernels, give the bits of the CPU's kernels.
#include <tiga/tensor/expression.hpp>
#include <tiga/tensor/views.hpp>

#include "device/programs.hpp"
#include "device/stepped.hpp"

using namespace tiga;
using namespace tiga::testing;

inline constexpr axis F{"F"}, H{"H", 12};

namespace {

// What evaluating an expression runs.
template <class X>
kernel_call call_of(const X& expression, void* out) {
  using C = detail::expression_program<X>;
  const auto plan = detail::plan_of(expression);
  kernel_call call{nullptr, plan.size, plan.args, {}, {}};
  call.args.out[0] = out;
  call.out_bytes[0] = std::size_t(plan.size) * dtype_size(C::type);
  return call;
}

}  // namespace

TEST_CASE("device: elementwise over views") {
  const auto a = numbers<float, m<F, H>>(1, 50);
  const auto b = numbers<float, m<H, F>>(2, 50);
  const tensor<float, m<>> c(0.3f);
  const auto formula = pow(abs(a), 1.5f) + log(permute<F, H>(b) * permute<F, H>(b)) * c - cos(a) / 3;
  using C = detail::expression_program<std::remove_cvref_t<decltype(formula)>>;
  using J = job<C, traversal::elementwise, reducer_kind::none, side::source, ids<>, ids<C::root>>;
  auto out = zeros<float, m<F, H>>(50);
  stepped run;
  run.kernel<J>(call_of(formula, out.mutable_span().data()));
  run.blocks = 7;
  run.threads = 200;
  run.kernel<J>(call_of(formula, out.mutable_span().data()));
}

// Elementwise stages of a pass: functions captured as expressions, run on stretches that stay in the first cache.
#pragma once
#include <tiga/stream/core.hpp>
#include <tiga/tensor/expression.hpp>
#include <tuple>

namespace tiga::detail {

/// The layout of what stands for the elements of a stream while a function is captured; messages may name it.
inline constexpr axis positions_axis{"the stream"};
using element_layout = m<factor(positions_axis)>;

template <class X>
struct map_rule {
  static constexpr text why = [] {
    text t;
    if constexpr (std::is_void_v<X>)
      t << "map: the function returns nothing; it takes a value and returns one";
    else if constexpr (!operand<X>)
      t << "map: the function returns no value computed from its argument";
    else if constexpr (!std::is_same_v<typename operand_of<X>::mapping, element_layout>)
      t << "map: the function combines its argument with a tensor over " << render(typename operand_of<X>::mapping{})
        << "; an elementwise stage takes numbers, scalars and streams of the same layouts";
    return t;
  }();
};

/// Where a stage's argument is read: the address that the leaves of the captured argument have.
inline const char argument_mark[64] = {};

template <class T>
tensor<T, element_layout> argument_of(std::int64_t positions) {
  return tensor<T, element_layout>({}, reinterpret_cast<const T*>(argument_mark), extents<1>{{positions}},
                                   strides<1>{{1}});
}

/// An expression over the elements, with its numbers and the other streams that it reads.
template <class X>
class map_stage {
  using program = expression_program<X>;

 public:
  using result = typename element_for<program::type>::type;
  using term = X;
  static constexpr bool tracks = operand_of<X>::tracks;
  explicit map_stage(const X& x) : x_(x), plan_(plan_of(x)) {
    static_assert(sizeof(require<program>) != 0, "tiga: refused");
    for (int k = 0; k < program::table.inputs; ++k) size_[k] = 0;
    plan_.args.rank = 1;
    for (int k = 0; k < program::table.count; ++k) {
      const port& f = program::table.ports[k];
      if (f.side != side::source) continue;
      size_[f.argument] = f.items == 0 ? 0 : std::int64_t(dtype_size(f.type));
      plan_.args.stride[f.argument][0] = f.items == 0 ? 0 : 1;
    }
  }
  slice_map of(dtype in) const { return {&run, this, in, dtype_of<result>}; }
  /// The arguments of kernels for `count` elements from position `at` on.
  runtime::row_args arguments(const void* in, std::int64_t at, std::int64_t count) const {
    runtime::row_args a = plan_.args;
    for (int k = 0; k < program::table.inputs; ++k)
      a.in[k] = is_argument(k) ? in : static_cast<const char*>(a.in[k]) + at * size_[k];
    a.shape[0] = a.axis_size[0] = a.items = count;
    return a;
  }
  bool is_argument(int input) const { return plan_.args.in[input] == argument_mark; }
  const X& expression() const { return x_; }

 private:
  static void run(const void* self, const void* in, std::int64_t at, void* out, std::int64_t count) {
    using J = kernel_job<program, traversal::elementwise, reducer_kind::none, side::source, ids<>, ids<program::root>>;
    runtime::row_args a = static_cast<const map_stage*>(self)->arguments(in, at, count);
    a.out[0] = out;
    runtime::scratch s{};
    kernel_of<J>()(a, 0, count, s);
  }
  X x_;  // owns what is read
  expression_plan plan_;
  std::int64_t size_[runtime::max_inputs];
};
/// The function that returns its argument.
template <class T, class M>
class map_stage<tensor<T, M>> {
 public:
  using result = T;
  using term = tensor<T, M>;
  static constexpr bool tracks = false;
  explicit map_stage(const tensor<T, M>&) {}
  slice_map of(dtype in) const { return {&run, this, in, in}; }

 private:
  static void run(const void*, const void* in, std::int64_t, void* out, std::int64_t count) {
    __builtin_memcpy(out, in, std::size_t(count) * sizeof(T));
  }
};

/// The stage of `f(argument, others...)`; the others are elements of whole streams.
template <class T, class F, class... Other>
auto capture_map(const F& f, std::int64_t positions, const Other&... other) {
  using X = std::remove_cvref_t<decltype(f(argument_of<T>(positions), other...))>;
  static_assert(sizeof(require<map_rule<X>>) != 0, "tiga: refused");
  return map_stage<X>(f(argument_of<T>(positions), other...));
}

}  // namespace tiga::detail

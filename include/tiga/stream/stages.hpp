// Elementwise stages of a pass: functions captured as expressions, run on stretches that stay in the first cache.
#pragma once
#include <tiga/stream/core.hpp>
#include <tiga/tensor/expression.hpp>
#include <tuple>

namespace tiga::detail {

template <class X, class T>
struct map_rule {
  static constexpr text why = [] {
    text t;
    if constexpr (std::is_void_v<X>)
      t << "map: the function returns nothing; it takes a value and returns one";
    else if constexpr (!operand<X>)
      t << "map: the function returns no value computed from its argument";
    else if constexpr (!std::is_same_v<typename operand_of<X>::mapping, m<factor(elements_axis)>>)
      t << "map: the function combines its argument with a tensor over " << render(typename operand_of<X>::mapping{})
        << "; an elementwise stage takes numbers and the stream alone";
    return t;
  }();
};

/// What stands for the elements of a stream while a function is captured.
template <class T>
using stream_element = tensor<T, m<factor(elements_axis)>>;

/// An expression over the elements, with its numbers.
template <class X>
class map_stage {
  using program = expression_program<X>;

 public:
  using result = typename element_for<program::type>::type;
  explicit map_stage(const X& x) : args_(plan_of(x).args) {
    static_assert(sizeof(require<program>) != 0, "tiga: refused");
    args_.rank = 1;
    for (auto& stride : args_.stride) stride[0] = 1;
  }
  slice_map of(dtype in) const { return {&run, this, in, dtype_of<result>}; }

 private:
  static void run(const void* self, const void* in, void* out, std::int64_t count) {
    using J = kernel_job<program, traversal::elementwise, reducer_kind::none, side::source, ids<>, ids<program::root>>;
    runtime::row_args a = static_cast<const map_stage*>(self)->args_;
    for (int k = 0; k < program::table.inputs; ++k) a.in[k] = in;
    a.shape[0] = a.axis_size[0] = a.items = count;
    a.out[0] = out;
    runtime::scratch s{};
    kernel_of<J>()(a, 0, count, s);
  }
  runtime::row_args args_;
};
/// The function that returns its argument.
template <class T, class M>
class map_stage<tensor<T, M>> {
 public:
  using result = T;
  explicit map_stage(const tensor<T, M>&) {}
  slice_map of(dtype in) const { return {&run, this, in, in}; }

 private:
  static void run(const void*, const void* in, void* out, std::int64_t count) {
    __builtin_memcpy(out, in, std::size_t(count) * sizeof(T));
  }
};

template <class T, class F>
auto capture_map(const F& f) {
  using X = std::remove_cvref_t<decltype(f(stream_element<T>{}))>;
  static_assert(sizeof(require<map_rule<X, T>>) != 0, "tiga: refused");
  return map_stage<X>(f(stream_element<T>{}));
}

}  // namespace tiga::detail

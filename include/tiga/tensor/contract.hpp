// Products of tensors summed over named axes: matrix products, einsum with names.
#pragma once
#include <tiga/tensor/dynamic.hpp>
#include <tiga/tensor/expression.hpp>
#include <tiga/tensor/select.hpp>

namespace tiga {
namespace detail {

/// For each axis of x: the axis of w that is the same, or -1, and whether it is summed over.
struct contraction {
  signed char match[dynamic_tensor::max_rank];
  bool summed[dynamic_tensor::max_rank];
};

/// The compiled core: the axes of x that are not summed over, then those of w without a match. Throws tiga::error for
/// extents that do not meet.
dynamic_tensor contract(const dynamic_tensor& x, const dynamic_tensor& w, const contraction& c, const factor* x_axes);

template <class X, class W, factor... F>
struct contract_rule {
  static constexpr text why = [] {
    text t = named_axes_rule<"contract", X, F...>::why;
    if (t.empty()) t = named_axes_rule<"contract", W, F...>::why;
    if (t.empty() && sizeof...(F) == 0)
      t << "contract: which axes of " << render(X{}) << " and " << render(W{})
        << " are summed over? Name them: contract<" << X::factors[0] << ">(x, w)";
    return t;
  }();
};
template <class T, class U>
struct product_rule {
  static constexpr text why = [] {
    text t;
    if (!std::is_same_v<T, U>)
      t << "contract: elements of " << dtype_name(dtype_of<T>) << " and " << dtype_name(dtype_of<U>)
        << " do not mix: cast<T>(...) converts";
    else if (is_id<T> || std::is_same_v<T, bool>)
      t << "contract: no arithmetic on " << (is_id<T> ? "ids" : "bool");
    return t;
  }();
};

template <class X, class W, factor... F>
inline constexpr contraction contraction_of = [] {
  contraction c{};
  for (int i = 0; i < X::rank; ++i) {
    c.match[i] = static_cast<signed char>(index_of<W>(X::factors[i]));
    c.summed[i] = ((X::factors[i] == F) || ...);
  }
  return c;
}();

// X without F..., then what W has of its own.
template <class X, class W, factor... F>
struct contracted {
  struct table {
    factor f[X::rank + W::rank + 1]{};
    int count = 0;
  };
  static constexpr table axes = [] {
    table t;
    for (int i = 0; i < X::rank; ++i)
      if (!((X::factors[i] == F) || ...)) t.f[t.count++] = X::factors[i];
    for (int i = 0; i < W::rank; ++i)
      if (!contains<X>(W::factors[i])) t.f[t.count++] = W::factors[i];
    return t;
  }();
  template <int... I>
  static m<axes.f[I]...> make(std::integer_sequence<int, I...>);
  using type = decltype(make(std::make_integer_sequence<int, axes.count>{}));
};

}  // namespace detail

/// `contract<F>(x, w)`: the products x * w summed over the axes F..., which both have. Other axes that both have are
/// kept and walked together (a batch, as in einsum). The result has the axes of x without F..., then those that only w
/// has: x over [N, F] and w over [F, H] give [N, H]. f32 and f64 are chains of fused multiply-adds in one order, f16
/// and bf16 are computed in f32 and rounded once, integers wrap: the bits depend neither on threads nor on the
/// instruction set. Throws tiga::error when run-time extents of one axis differ. O(product of all extents); operands
/// are packed a tile at a time, and copied whole only when their axes cannot be walked as one.
template <factor... F, class T, class X, class U, class W>
auto contract(const tensor<T, X>& x, const tensor<U, W>& w) {
  static_assert(sizeof(require<detail::contract_rule<X, W, F...>>) != 0, "tiga: refused");
  static_assert(sizeof(require<detail::product_rule<T, U>>) != 0, "tiga: refused");
  using result = typename detail::contracted<X, W, F...>::type;
  return typed<T, result>(detail::contract(x, w, detail::contraction_of<X, W, F...>, X::factors));
}

/// The products of all positions, summed: over all axes, which both have.
template <class T, factor... F>
tensor<T, m<>> dot(const tensor<T, m<F...>>& x, const tensor<T, m<F...>>& y) {
  return contract<F...>(x, y);
}

}  // namespace tiga

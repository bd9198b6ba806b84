// Dropout: Srivastava, Hinton, Krizhevsky, Sutskever and Salakhutdinov, JMLR 15 (2014), in the inverted form.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <tiga/tensor/dynamic.hpp>

namespace tiga {

/// A seed of its own for step or layer `number` of something that has the seed `seed`, as JAX's `fold_in`.
constexpr std::uint64_t fold_in(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15u * (number + 1);  // splitmix64 (Steele, Lea and Flood, OOPSLA 2014)
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

namespace detail {
dynamic_tensor dropout(const dynamic_tensor& x, double rate, std::uint64_t seed);
tape_ptr record_dropout(const tape_ptr& node, dtype type, std::int64_t count, double rate, std::uint64_t seed);

template <class T>
struct dropout_rule {
  static constexpr text why = [] {
    text t;
    if (!is_floating(dtype_of<T>)) t << "dropout: elements are f16, bf16, f32 or f64, not " << dtype_name(dtype_of<T>);
    return t;
  }();
};
}  // namespace detail

/// Each element is 0 with probability `rate`, else x / (1 - rate). Elements go by the generator Philox4x32-10 under the
/// key `seed`: of 128 neighbours element e by word e / 16 % 4 of block e % 16, by its lower half where e < 64, else by
/// its upper one. So the same seed drops the same elements, on any number of threads and also when the gradient asks
/// again; nothing is stored. The probability is rounded to a multiple of 2^-16. Throws tiga::error unless
/// 0 <= rate < 1. O(size).
template <class T, class M>
tensor<T, M> dropout(const tensor<T, M>& x, double rate, std::uint64_t seed) {
  static_assert(sizeof(require<detail::dropout_rule<T>>) != 0, "tiga: refused");
  return typed<T, M>(detail::dropout(x, rate, seed));
}
template <class T, class M>
tracked<T, M> dropout(const tracked<T, M>& x, double rate, std::uint64_t seed) {
  auto y = dropout(x.value(), rate, seed);
  return {static_cast<tensor<T, M>&&>(y), detail::record_dropout(x.node(), dtype_of<T>, x.size(), rate, seed)};
}
template <detail::unevaluated X>
auto dropout(const X& x, double rate, std::uint64_t seed) {
  return dropout(x.evaluate(), rate, seed);
}

}  // namespace tiga

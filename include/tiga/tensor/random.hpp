// Random tensors. The numbers are a function of seed and position alone: element i comes from block i of the
// counter-based generator Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// SC 2011) under the key `seed`, so that any number of threads gives the same tensor.
#pragma once
#include <tiga/tensor/sizes.hpp>

namespace tiga {
namespace detail {

void random_uniform(dtype type, void* first, std::int64_t count, std::uint64_t seed, double low, double high);
void random_integers(dtype type, void* first, std::int64_t count, std::uint64_t seed, std::int64_t low,
                     std::int64_t high);
void random_normal(dtype type, void* first, std::int64_t count, std::uint64_t seed, double mean, double deviation);

/// Sizes and the two numbers behind them, which may be left out.
template <literal Operation, class M, class Number, class... A>
struct random_arguments {
  static constexpr int sizes = run_time_axes<M>, given = int(sizeof...(A));
  static_assert(sizeof(require<sizes_rule<Operation, M, given == sizes + 2 ? sizes : given>>) != 0, "tiga: refused");
  extents<M::rank> n{};
  Number first, second;

  random_arguments(Number first_default, Number second_default, const A&... all)
      : first(first_default), second(second_default) {
    std::int64_t integers[sizeof...(A) + 1]{};
    int k = 0;
    ((k < sizes ? void(integers[k++] = std::int64_t(all)) : void()), ...);
    const Number numbers[sizeof...(A) + 1] = {Number(all)..., Number()};
    n = place_sizes<M>(integers);
    if (given == sizes + 2) {
      first = numbers[sizes];
      second = numbers[sizes + 1];
    }
  }
};

}  // namespace detail

/// `uniform<float, m<N, F>>(seed, sizes..., low, high)`: numbers in [low, high), [0, 1) when those are left out.
/// Integers are in [low, high) too, [0, 2) when those are left out. Throws tiga::error unless low < high, and when an
/// integer type cannot hold them.
template <class T, class M, class... A>
tensor<T, M> uniform(std::uint64_t seed, const A&... sizes_low_high) {
  static_assert(!is_id<T> || sizeof...(A) >= 2, "tiga: uniform ids need low and high");
  if constexpr (is_floating(dtype_of<T>)) {
    const detail::random_arguments<"uniform", M, double, A...> a(0.0, 1.0, sizes_low_high...);
    auto t = tensor<T, M>::uninitialized(a.n);
    detail::random_uniform(dtype_of<T>, t.mutable_span().data(), t.size(), seed, a.first, a.second);
    return t;
  } else {
    const detail::random_arguments<"uniform", M, std::int64_t, A...> a(0, 2, sizes_low_high...);
    auto t = tensor<T, M>::uninitialized(a.n);
    detail::random_integers(dtype_of<T>, t.mutable_span().data(), t.size(), seed, a.first, a.second);
    return t;
  }
}

/// `normal<float, m<N, F>>(seed, sizes..., mean, deviation)`: normally distributed, by default mean 0, deviation 1.
template <class T, class M, class... A>
tensor<T, M> normal(std::uint64_t seed, const A&... sizes_mean_deviation) {
  static_assert(is_floating(dtype_of<T>), "tiga: normal makes floating numbers");
  const detail::random_arguments<"normal", M, double, A...> a(0.0, 1.0, sizes_mean_deviation...);
  auto t = tensor<T, M>::uninitialized(a.n);
  detail::random_normal(dtype_of<T>, t.mutable_span().data(), t.size(), seed, a.first, a.second);
  return t;
}

}  // namespace tiga

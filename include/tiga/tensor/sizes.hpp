// Run-time extents as arguments: `zeros<float, m<N, F>>(5)` gives the axes without a declared size theirs, in order.
#pragma once
#include <tiga/tensor/tensor.hpp>

namespace tiga::detail {

template <class M>
inline constexpr int run_time_axes = [] {
  int count = 0;
  for (int i = 0; i < M::rank; ++i) count += M::extent(i) == dynamic;
  return count;
}();

template <literal Operation, class M, int Given>
struct sizes_rule {
  static constexpr text why = [] {
    text t;
    if (Given != run_time_axes<M>)
      t << Operation.chars << ": " << render(M{}) << " takes " << run_time_axes<M> << " run-time sizes, not " << Given;
    return t;
  }();
};

/// The declared extents, and `given` for the others in order.
template <class M>
extents<M::rank> place_sizes(const std::int64_t* given) {
  extents<M::rank> n{};
  for (int i = 0; i < M::rank; ++i) n.n[i] = M::extent(i) == dynamic ? *given++ : M::extent(i);
  return n;
}

template <literal Operation, class M, class... I>
extents<M::rank> extents_from(const I&... sizes) {
  static_assert(sizeof(require<sizes_rule<Operation, M, int(sizeof...(I))>>) != 0, "tiga: refused");
  const std::int64_t given[sizeof...(I) + 1] = {std::int64_t(sizes)..., 0};
  return place_sizes<M>(given);
}

}  // namespace tiga::detail

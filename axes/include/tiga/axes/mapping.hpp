// m<...>: a layout as a type, and what can be asked of it.
#pragma once
#include "arithmetic.hpp"
#include "refusal.hpp"

namespace tiga {
namespace detail {

template <factor... F>
struct mapping_rule {
  static constexpr text why = [] {
    const factor all[] = {F..., factor{}};
    return mapping_fault(all, int(sizeof...(F)));
  }();
};
// The constraint is a class, so that its mistake is a hard error where the layout is first named.
template <factor... F>
struct mapping_gate {
  using type = require<mapping_rule<F...>>;
  static constexpr bool ok = sizeof(type) != 0;
};

}  // namespace detail

/// A layout: factors from the outermost to the innermost. Two layouts are the same type when their factors are equal
/// digit for digit; `equivalent` (equivalence.hpp) asks whether they mean the same. Refused with a sentence by
/// `mapping_fault`. A class, not an alias over one: nvcc 13 writes resolved aliases into its host code in a form that
/// does not compile.
template <factor... F>
requires(detail::mapping_gate<F...>::ok) struct m {
  static constexpr int rank = sizeof...(F);
  /// Number of positions; `dynamic` when an axis has its size at run time.
  static constexpr std::int64_t size = [] {
    std::int64_t s = 1;
    for (const std::int64_t e : {size_of(F)..., std::int64_t(1)}) s = e == dynamic || s == dynamic ? dynamic : s * e;
    return s;
  }();
  /// The factors, outermost first, and one empty factor after them.
  static constexpr factor factors[sizeof...(F) + 1] = {F..., factor{}};
  /// Size of factor i, 0 <= i < rank, counted from the outermost; `dynamic` for a run-time axis.
  static constexpr std::int64_t extent(int i) {
    constexpr std::int64_t extents[] = {size_of(F)..., 1};
    return extents[i];
  }
};

/// Whether both layouts have the same factors, that is, are the same type.
template <factor... F, factor... G>
constexpr bool operator==(m<F...>, m<G...>) {
  if (sizeof...(F) != sizeof...(G)) return false;
  for (unsigned i = 0; i < sizeof...(F); ++i)
    if (!(m<F...>::factors[i] == m<G...>::factors[i])) return false;
  return true;
}

/// Where layout M has the factor f: its position, counted from the outermost as 0, or -1. A whole axis is found whole
/// only: `index_of<m<A / 8, A % 8>>(A)` is -1.
template <class M>
constexpr int index_of(const factor& f) {
  for (int i = 0; i < M::rank; ++i)
    if (M::factors[i] == f) return i;
  return -1;
}
/// Whether layout M has the factor f.
template <class M>
constexpr bool contains(const factor& f) {
  return index_of<M>(f) >= 0;
}

/// The layout as text in the user's notation: `[A / 8, 1 # 4]`.
template <factor... F>
constexpr text render(m<F...>) {
  return mapping_text(m<F...>::factors, m<F...>::rank);
}

}  // namespace tiga

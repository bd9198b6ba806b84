// Choosing axes of a mapping by name, at compile time: what views and reductions share.
#pragma once
#include <tiga/axes/mapping.hpp>
#include <utility>

namespace tiga::detail {

/// Refuses an operation that names factors which the mapping does not have, or one of them twice.
template <literal Operation, class M, factor... Named>
struct named_axes_rule {
  static constexpr text why = [] {
    text t;
    const factor named[] = {Named..., factor{}};
    for (int i = 0; i < int(sizeof...(Named)); ++i) {
      if (!contains<M>(named[i])) return t << Operation.chars << ": " << render(M{}) << " has no axis " << named[i];
      for (int j = 0; j < i; ++j)
        if (named[i] == named[j]) return t << Operation.chars << ": axis " << named[i] << " is named twice";
    }
    return t;
  }();
};

/// Refuses an operation on one axis that names none.
template <literal Operation, class M>
struct unnamed_rule {
  static constexpr text why = [] {
    text t;
    t << Operation.chars << ": which axis of " << render(M{}) << "? Name it: " << Operation.chars << "<"
      << M::factors[0] << ">(x)";
    return t;
  }();
};

template <class M, class Kept>
struct pick_factors;
template <class M, int... I>
struct pick_factors<M, std::integer_sequence<int, I...>> {
  using type = m<M::factors[I]...>;
};

/// The places in M of the factors that are not named, as an integer_sequence.
template <class M, factor... Named>
struct unnamed_places {
  struct table {
    int place[M::rank + 1]{};
    int count = 0;
  };
  static constexpr table places = [] {
    table t;
    for (int i = 0; i < M::rank; ++i)
      if (!((M::factors[i] == Named) || ...)) t.place[t.count++] = i;
    return t;
  }();
  template <class>
  struct sequence;
  template <int... I>
  struct sequence<std::integer_sequence<int, I...>> {
    using type = std::integer_sequence<int, places.place[I]...>;
  };
  using type = typename sequence<std::make_integer_sequence<int, places.count>>::type;
};

/// M without the named factors.
template <class M, factor... Named>
using without = typename pick_factors<M, typename unnamed_places<M, Named...>::type>::type;

}  // namespace tiga::detail

// Tensors side by side, and rows picked by ids.
#pragma once
#include <tiga/tensor/dynamic.hpp>
#include <tiga/tensor/select.hpp>
#include <tiga/tensor/views.hpp>

namespace tiga {
namespace detail {

/// The compiled cores. `parts` agree but for axis `at`, where they follow each other.
dynamic_tensor concat(const dynamic_tensor* parts, int count, int at, const factor* axes);
/// Axis `at` of x is replaced by the axes of `ids` (i32 or i64). Throws tiga::error for an id outside the axis.
dynamic_tensor gather(const dynamic_tensor& x, int at, const dynamic_tensor& ids, const factor& axis);

// The place where the layouts differ, or that of Out where they are all the same; -1: several places, -2: other ranks.
template <factor Out, class M, class... R>
constexpr int joined_place() {
  int at = -1;
  bool ranks = true, one = true;
  const auto look = [&]<class N>(N) {
    if (N::rank != M::rank) {
      ranks = false;
      return;
    }
    for (int i = 0; i < M::rank; ++i)
      if (!(N::factors[i] == M::factors[i])) {
        if (at >= 0 && at != i) one = false;
        at = i;
      }
  };
  (look(R{}), ...);
  if (!ranks) return -2;
  if (!one) return -1;
  return at >= 0 ? at : index_of<M>(Out);
}
template <factor Out, class M, class... R>
struct concat_rule {
  static constexpr text why = [] {
    text t;
    constexpr int at = joined_place<Out, M, R...>();
    if (at < 0) {
      t << "concat: the layouts";
      for (const text& one : {render(M{}), render(R{})...}) t << " " << one;
      if (at == -2) return t << " have different ranks";
      return t << " must differ in one place, or the axis " << Out << " be one of theirs";
    }
    std::int64_t total = 0;
    for (const std::int64_t size : {M::extent(at), R::extent(at)...})
      total = size == dynamic || total == dynamic ? dynamic : total + size;
    if (size_of(Out) != dynamic && total != dynamic && size_of(Out) != total)
      return t << "concat: the parts have " << total << " positions together, but the axis " << Out << " has "
               << size_of(Out);
    for (int i = 0; i < M::rank; ++i)
      if (i != at && M::factors[i] == Out) return t << "concat: " << render(M{}) << " already has the axis " << Out;
    return t;
  }();
};
template <class M, int At, factor Out>
struct with_axis_at;
template <factor... F, int At, factor Out>
struct with_axis_at<m<F...>, At, Out> {
  template <int... I>
  static m<(I == At ? Out : m<F...>::factors[I])...> make(std::integer_sequence<int, I...>);
  using type = decltype(make(std::make_integer_sequence<int, int(sizeof...(F))>{}));
};
template <class T, class... U>
struct same_elements_rule {
  static constexpr text why = [] {
    text t;
    if (!(true && ... && std::is_same_v<T, U>)) {
      t << "concat: elements of";
      for (const dtype d : {dtype_of<T>, dtype_of<U>...}) t << " " << dtype_name(d);
      t << " do not stand in one tensor: cast<T>(...) converts";
    }
    return t;
  }();
};
template <factor New, class M, class... R>
struct stack_rule {
  static constexpr text why = [] {
    text t;
    const text first = render(M{});
    text other;
    ((std::is_same_v<M, R> || !other.empty() ? void() : void(other = render(R{}))), ...);
    if (!other.empty()) return t << "stack: the layouts " << first << " and " << other << " differ";
    if (contains<M>(New)) return t << "stack: " << first << " already has the axis " << New;
    if (size_of(New) != dynamic && size_of(New) != 1 + int(sizeof...(R)))
      return t << "stack: " << (1 + int(sizeof...(R))) << " tensors, but the axis " << New << " has " << size_of(New);
    return t;
  }();
};

template <class M, class Id, bool IsId>
struct gather_rule {
  static constexpr text why = [] {
    text t;
    if constexpr (!IsId) {
      return t << "gather: " << dtype_name(dtype_of<Id>) << " are no positions; tensor<id<Axis>, ...> says which axis";
    } else {
      if (!contains<M>(Id::axis)) t << "gather: ids of " << Id::axis << ", which " << render(M{}) << " does not have";
      return t;
    }
  }();
};
template <class M, factor A, class B>
struct gathered;
template <factor... F, factor A, factor... B>
struct gathered<m<F...>, A, m<B...>> {
  struct table {
    factor f[sizeof...(F) + sizeof...(B) + 1]{};
    int count = 0;
  };
  static constexpr table axes = [] {
    table t;
    const factor all[] = {F...};
    const factor put[] = {B..., factor{}};
    for (const factor& f : all) {
      if (f == A)
        for (int i = 0; i < int(sizeof...(B)); ++i) t.f[t.count++] = put[i];
      else
        t.f[t.count++] = f;
    }
    return t;
  }();
  template <int... I>
  static m<axes.f[I]...> make(std::integer_sequence<int, I...>);
  using type = decltype(make(std::make_integer_sequence<int, axes.count>{}));
};

}  // namespace detail

/// `concat<Out>(x, y, ...)`: the operands one behind the other along the one axis in which their layouts differ, which
/// is called Out in the result; operands of one layout are joined along their axis Out. Throws tiga::error when
/// run-time extents of the other axes differ. O(size).
template <factor Out, class T, class M, class... U, class... R>
auto concat(const tensor<T, M>& first, const tensor<U, R>&... more) {
  static_assert(sizeof(require<detail::same_elements_rule<T, U...>>) != 0, "tiga: refused");
  using rule = detail::concat_rule<Out, M, R...>;
  if constexpr (rule::why.length != 0) {
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
  } else {
    constexpr int at = detail::joined_place<Out, M, R...>();
    const dynamic_tensor parts[] = {first, more...};
    using result = typename detail::with_axis_at<M, at, Out>::type;
    return typed<T, result>(detail::concat(parts, 1 + int(sizeof...(R)), at, M::factors), "concat: the result");
  }
}

/// `stack<New>(x, y, ...)`: tensors of one layout along a new outermost axis, whose size, where it has one, is their
/// number. O(size).
template <factor New, class T, class M, class... U, class... R>
auto stack(const tensor<T, M>& first, const tensor<U, R>&... more) {
  static_assert(sizeof(require<detail::same_elements_rule<T, U...>>) != 0, "tiga: refused");
  using rule = detail::stack_rule<New, M, R...>;
  if constexpr (rule::why.length != 0) {
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
  } else {
    constexpr factor one = dummy(1);
    const dynamic_tensor parts[] = {detail::broadcasted<one>(first, 1), detail::broadcasted<one>(more, 1)...};
    using result = typename detail::prepended<M, New>::type;
    return typed<T, result>(detail::concat(parts, 1 + int(sizeof...(R)), 0, detail::prepended<M, one>::type::factors),
                            "stack: the result");
  }
}

/// `gather(x, ids)`: the positions of one axis that `ids` name; the axis gives way to those of the ids. x over [N, F]
/// and `tensor<id<N>, m<B>>` give [B, F]: an embedding, rows of a table. Throws tiga::error naming an id outside the
/// axis and its place. O(size of the result).
template <class T, class M, class Id, class B>
auto gather(const tensor<T, M>& x, const tensor<Id, B>& ids) {
  using rule = detail::gather_rule<M, Id, is_id<Id>>;
  if constexpr (rule::why.length != 0) {
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
  } else {
    using result = typename detail::gathered<M, Id::axis, B>::type;
    return typed<T, result>(detail::gather(x, index_of<M>(Id::axis), ids, Id::axis));
  }
}

}  // namespace tiga

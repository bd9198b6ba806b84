// Views: the same elements under another layout. O(1), no copies; a view keeps the storage alive, and since tensors
// are values, later writes through `mutable_span` of one never show in the other.
#pragma once
#include <tiga/tensor/select.hpp>
#include <tiga/tensor/tensor.hpp>

namespace tiga {
namespace detail {

void check_slice(const factor& axis, std::int64_t extent, std::int64_t begin, std::int64_t end, std::int64_t step);

constexpr std::int64_t slice_length(std::int64_t begin, std::int64_t end, std::int64_t step) {
  return begin >= end ? 0 : (end - begin - 1) / step + 1;
}

/// M with factor G in the place of factor F.
template <class M, factor F, factor G>
struct replaced;
template <factor F, factor G, factor... All>
struct replaced<m<All...>, F, G> {
  using type = m<(All == F ? G : All)...>;
};
template <class M, factor F>
struct prepended;
template <factor F, factor... All>
struct prepended<m<All...>, F> {
  using type = m<F, All...>;
};
template <class M>
struct reversed;
template <factor... All>
struct reversed<m<All...>> {
  template <class>
  struct with;
  template <int... I>
  struct with<std::integer_sequence<int, I...>> {
    using type = m<m<All...>::factors[int(sizeof...(I)) - 1 - I]...>;
  };
  using type = typename with<std::make_integer_sequence<int, int(sizeof...(All))>>::type;
};

template <class M, factor F, std::int64_t Begin, std::int64_t End, std::int64_t Step>
struct static_slice_rule {
  static constexpr text why = [] {
    text t = named_axes_rule<"slice", M, F>::why;
    if (!t.empty()) return t;
    t << "slice: [" << Begin << ", " << End << ") ";
    if (Step != 1) t << "in steps of " << Step << " ";
    t << "of axis " << F;
    const std::int64_t size = size_of(F);
    if (size == dynamic)
      return t << ", whose size is known at run time only: name the result, slice<F, G>(t, begin, end)";
    if (Step < 1) return t << ": steps are at least 1";
    if (Begin < 0 || End > size) return t << " of size " << size << " is outside it";
    if (Begin >= End) return t << " is empty";
    return text{};
  }();
};

template <class M, factor F, factor G>
struct named_slice_rule {
  static constexpr text why = [] {
    text t = named_axes_rule<"slice", M, F>::why;
    if (!t.empty()) return t;
    if (!(F == G) && contains<M>(G)) t << "slice: " << render(M{}) << " already has the axis " << G;
    if (F == G && size_of(F) != dynamic) t << "slice: a part of axis " << F << " needs a name of its own";
    return t;
  }();
};

template <class M>
struct run_time_slice_rule {
  static constexpr text why = [] {
    text t;
    return t << "slice: bounds known at run time need a name for the result of " << render(M{})
             << ": slice<F, G>(t, begin, end); constant ones are template arguments: slice<F, begin, end>(t)";
  }();
};

template <class M, factor... F>
struct permute_rule {
  static constexpr text why = [] {
    text t = named_axes_rule<"permute", M, F...>::why;
    if (!t.empty() || int(sizeof...(F)) == M::rank) return t;
    for (int i = 0; i < M::rank; ++i)
      if (!((M::factors[i] == F) || ...))
        return t << "permute: axis " << M::factors[i] << " of " << render(M{}) << " is missing";
    return t;
  }();
};

template <class M, factor F, bool SizeGiven>
struct broadcast_rule {
  static constexpr text why = [] {
    text t;
    if (contains<M>(F)) return t << "broadcast: " << render(M{}) << " already has the axis " << F;
    if (!SizeGiven && size_of(F) == dynamic)
      return t << "broadcast: the size of axis " << F << " is known at run time only, give it: broadcast<F>(t, size)";
    return t;
  }();
};

/// The tensor with axis `at` starting at `begin`, `n` positions, `step` times as far apart, in layout M.
template <class M, class T, class Old>
tensor<T, M> sliced(const tensor<T, Old>& t, int at, std::int64_t begin, std::int64_t n, std::int64_t step) {
  extents<M::rank> shape{};
  strides<M::rank> stride{};
  for (int i = 0; i < M::rank; ++i) {
    shape.n[i] = i == at ? n : t.extent(i);
    stride.n[i] = i == at ? step * t.stride(i) : t.stride(i);
  }
  // an empty slice may start behind the storage
  return {t.storage(), n == 0 ? t.data() : t.data() + begin * t.stride(at), shape, stride};
}

template <class Result, class T, class M>
tensor<T, Result> rearranged(const tensor<T, M>& t, const int* place) {
  extents<M::rank> n{};
  strides<M::rank> stride{};
  for (int i = 0; i < M::rank; ++i) {
    n.n[i] = t.extent(place[i]);
    stride.n[i] = t.stride(place[i]);
  }
  return {t.storage(), t.data(), n, stride};
}

template <factor F, class T, class M>
auto broadcasted(const tensor<T, M>& t, std::int64_t size) {
  using result = typename prepended<M, F>::type;
  extents<result::rank> n{};
  strides<result::rank> stride{};
  n.n[0] = size;
  for (int i = 0; i < M::rank; ++i) {
    n.n[i + 1] = t.extent(i);
    stride.n[i + 1] = t.stride(i);
  }
  return tensor<T, result>(t.storage(), t.data(), n, stride);
}

}  // namespace detail

/// Positions Begin, Begin + Step, ... below End of axis F, whose size the compiler knows: `slice<F, 0, 32>(x)`.
/// The axis becomes `resize(F, n)`. Bounds outside the axis do not compile.
template <factor F, std::int64_t Begin, std::int64_t End, std::int64_t Step = 1, class T, class M>
auto slice(const tensor<T, M>& t) {
  static_assert(sizeof(require<detail::static_slice_rule<M, F, Begin, End, Step>>) != 0, "tiga: refused");
  constexpr std::int64_t n = detail::slice_length(Begin, End, Step);
  using result = typename detail::replaced<M, F, resize(F, n)>::type;
  return detail::sliced<result>(t, index_of<M>(F), Begin, n, Step);
}

/// Positions begin, begin + step, ... below end of axis F as axis G: `slice<N, Train>(x, 0, 140)`. Throws tiga::error
/// when the bounds are outside the axis, the step is below 1, or G has a size and it is another one.
template <factor F, factor G, class T, class M>
auto slice(const tensor<T, M>& t, std::int64_t begin, std::int64_t end, std::int64_t step = 1) {
  static_assert(sizeof(require<detail::named_slice_rule<M, F, G>>) != 0, "tiga: refused");
  using result = typename detail::replaced<M, F, G>::type;
  constexpr int at = index_of<M>(F);
  detail::check_slice(F, t.extent(at), begin, end, step);
  return detail::sliced<result>(t, at, begin, detail::slice_length(begin, end, step), step);
}

/// Refused: a type cannot depend on run-time bounds.
template <factor F, class T, class M>
auto slice(const tensor<T, M>& t, std::int64_t, std::int64_t, std::int64_t = 1) {
  static_assert(sizeof(require<detail::run_time_slice_rule<M>>) != 0, "tiga: refused");
  return t;
}

/// The axes in the order F..., each exactly once: `permute<F, N>(x)`.
template <factor... F, class T, class M>
tensor<T, m<F...>> permute(const tensor<T, M>& t) {
  static_assert(sizeof(require<detail::permute_rule<M, F...>>) != 0, "tiga: refused");
  constexpr int place[] = {index_of<M>(F)..., 0};
  return detail::rearranged<m<F...>>(t, place);
}

/// The axes in reverse order; of a matrix, the transpose.
template <class T, class M>
auto transpose(const tensor<T, M>& t) {
  int place[M::rank + 1]{};
  for (int i = 0; i < M::rank; ++i) place[i] = M::rank - 1 - i;
  return detail::rearranged<typename detail::reversed<M>::type>(t, place);
}

/// The tensor repeated along a new outermost axis F, whose size the compiler knows. Strides 0, no copies.
template <factor F, class T, class M>
auto broadcast(const tensor<T, M>& t) {
  static_assert(sizeof(require<detail::broadcast_rule<M, F, false>>) != 0, "tiga: refused");
  return detail::broadcasted<F>(t, size_of(F));
}

/// The same with the size of F at run time. Throws tiga::error for a negative size or another than the declared one.
template <factor F, class T, class M>
auto broadcast(const tensor<T, M>& t, std::int64_t size) {
  static_assert(sizeof(require<detail::broadcast_rule<M, F, true>>) != 0, "tiga: refused");
  return detail::broadcasted<F>(t, size);
}

/// Refused: the axis has to be named.
template <class T, class M, class I>
auto pick(const tensor<T, M>& t, const I&) {
  static_assert(sizeof(require<detail::unnamed_rule<"pick", M>>) != 0, "tiga: refused");
  return t;
}
/// Position i of axis F, an integer or an id: one axis less. Throws tiga::error when i is outside the axis.
template <factor F, class T, class M, class I>
auto pick(const tensor<T, M>& t, const I& i) {
  static_assert(sizeof(require<detail::named_axes_rule<"pick", M, F>>) != 0, "tiga: refused");
  static_assert(sizeof(require<detail::position_rule<F, I>>) != 0, "tiga: refused");
  using result = detail::without<M, F>;
  constexpr int at = index_of<M>(F);
  const std::int64_t position = detail::position_value(i);
  if (position < 0 || position >= t.extent(at)) detail::bad_position(F, position, t.extent(at));
  extents<result::rank> n{};
  strides<result::rank> stride{};
  for (int k = 0; k < result::rank; ++k) {
    n.n[k] = t.extent(k < at ? k : k + 1);
    stride.n[k] = t.stride(k < at ? k : k + 1);
  }
  return tensor<T, result>(t.storage(), t.data() + position * t.stride(at), n, stride);
}

}  // namespace tiga

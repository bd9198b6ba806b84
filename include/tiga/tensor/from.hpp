// Tensors out of lists, spans, vectors and other ranges.
#pragma once
#include <initializer_list>
#include <limits>
#include <tiga/tensor/sizes.hpp>

namespace tiga {
namespace detail {

[[noreturn]] void unequal_rows(std::int64_t row, std::int64_t has, std::int64_t first_has);
[[noreturn]] void out_of_range(std::int64_t element, std::int64_t value, bool above, dtype type);
/// The extents that `count` elements in the shape of a list (rank 0: flat) and the sizes given by the user lead to.
void list_extents(const factor* axes, int rank, std::int64_t count, const std::int64_t* list, int list_rank,
                  const std::int64_t* given, int given_count, std::int64_t* n);

template <class T>
struct stored_number {
  using type = T;
};
template <factor Axis, class Int>
struct stored_number<id<Axis, Int>> {
  using type = Int;
};

/// A number of a list as an element; integers are checked to fit.
template <class T, class U>
T to_element(const U& u, std::int64_t position) {
  using number = typename stored_number<T>::type;
  if constexpr (std::is_same_v<T, U>) {
    return u;
  } else if constexpr (std::is_integral_v<number> && !std::is_same_v<number, bool>) {
    static_assert(std::is_integral_v<U>, "tiga: from(...) of floating values into integers: round them first");
    const bool below =
        std::is_signed_v<U> && u < U(0) &&
        (std::is_unsigned_v<number> || std::int64_t(u) < std::int64_t(std::numeric_limits<number>::min()));
    const bool above =
        !(std::is_signed_v<U> && u < U(0)) && std::uint64_t(u) > std::uint64_t(std::numeric_limits<number>::max());
    if (below || above) out_of_range(position, std::int64_t(u), above, dtype_of<T>);
    return T(number(u));
  } else {
    return T(static_cast<number>(u));
  }
}

/// What `from` returns: owns its elements and becomes the tensor that it is assigned to.
template <class U>
class listed {
 public:
  static constexpr int max_given = 8;

  template <class T, factor... F>
  operator tensor<T, m<F...>>() const {
    using result = tensor<T, m<F...>>;
    extents<result::rank> n{};
    list_extents(m<F...>::factors, result::rank, count_, list_, list_rank_, given_, given_count_, n.n);
    const U* u = static_cast<const U*>(elements_.data());
    if constexpr (std::is_same_v<T, U>) {
      strides<result::rank> stride{};
      packed_strides(result::rank, n.n, stride.n);
      return result(elements_, u, n, stride);
    } else {
      result t = result::uninitialized(n);
      T* to = t.mutable_span().data();
      for (std::int64_t i = 0; i < count_; ++i) to[i] = to_element<T>(u[i], i);
      return t;
    }
  }

  listed(std::int64_t count, std::initializer_list<std::int64_t> given)
      : elements_(element_buffer(count, sizeof(U))), next_(static_cast<U*>(elements_.data())), count_(count) {
    static_assert(std::is_trivially_copyable_v<U>, "tiga: from(...) takes numbers");
    for (const std::int64_t g : given)
      if (given_count_ < max_given) given_[given_count_++] = g;
  }
  void shape(int rank, const std::int64_t* n) {
    list_rank_ = rank;
    for (int i = 0; i < rank; ++i) list_[i] = n[i];
  }
  template <class Iterator, class End>
  void append(Iterator i, End end) {
    for (; i != end; ++i) *next_++ = static_cast<U>(*i);
  }

 private:
  buffer elements_;
  U* next_ = nullptr;
  std::int64_t count_ = 0, list_[3]{}, given_[max_given]{};
  int list_rank_ = 0, given_count_ = 0;
};

template <class R>
using range_value = std::remove_cvref_t<decltype(*std::begin(std::declval<const R&>()))>;

}  // namespace detail

/// Elements in row-major order out of a list, for `tensor<T, M> t = from({1, 2, 3})`. Run-time extents are given in
/// the order of the axes; a single one may be left out and follows from the number of elements. Throws tiga::error
/// when the numbers do not fill the extents, or when an integer does not fit in T. One copy.
template <class U, class... I>
detail::listed<U> from(std::initializer_list<U> list, const I&... run_time_extents) {
  detail::listed<U> l(std::int64_t(list.size()), {std::int64_t(run_time_extents)...});
  l.append(list.begin(), list.end());
  return l;
}

/// Rows of equal length: `tensor<float, m<N, F>> t = from({{1, 2}, {3, 4}})`. The extents are those of the list.
template <class U>
detail::listed<U> from(std::initializer_list<std::initializer_list<U>> rows) {
  const std::int64_t n[2] = {std::int64_t(rows.size()), rows.size() ? std::int64_t(rows.begin()->size()) : 0};
  detail::listed<U> l(n[0] * n[1], {});
  l.shape(2, n);
  std::int64_t at = 0;
  for (const auto& row : rows) {
    if (std::int64_t(row.size()) != n[1]) detail::unequal_rows(at, std::int64_t(row.size()), n[1]);
    l.append(row.begin(), row.end());
    ++at;
  }
  return l;
}

/// Three levels.
template <class U>
detail::listed<U> from(std::initializer_list<std::initializer_list<std::initializer_list<U>>> planes) {
  std::int64_t n[3] = {std::int64_t(planes.size()), 0, 0};
  if (planes.size()) n[1] = std::int64_t(planes.begin()->size());
  if (n[1]) n[2] = std::int64_t(planes.begin()->begin()->size());
  detail::listed<U> l(n[0] * n[1] * n[2], {});
  l.shape(3, n);
  std::int64_t at = 0;
  for (const auto& plane : planes) {
    if (std::int64_t(plane.size()) != n[1]) detail::unequal_rows(at, std::int64_t(plane.size()), n[1]);
    for (const auto& row : plane) {
      if (std::int64_t(row.size()) != n[2]) detail::unequal_rows(at, std::int64_t(row.size()), n[2]);
      l.append(row.begin(), row.end());
    }
    ++at;
  }
  return l;
}

/// The same out of a span, a vector, an array or any range that can be walked twice.
template <class Range, class... I>
auto from(const Range& range, const I&... run_time_extents) -> detail::listed<detail::range_value<Range>> {
  const auto begin = std::begin(range);
  const auto end = std::end(range);
  std::int64_t count = 0;
  if constexpr (requires { std::size(range); })
    count = std::int64_t(std::size(range));
  else
    for (auto i = begin; i != end; ++i) ++count;
  detail::listed<detail::range_value<Range>> l(count, {std::int64_t(run_time_extents)...});
  l.append(begin, end);
  return l;
}

/// `from` where the type is not written on the left: `from_span<float, m<N>>(values)`.
template <class T, class M, class U, std::size_t Size, class... I>
tensor<T, M> from_span(std::span<U, Size> values, const I&... run_time_extents) {
  return from(values, run_time_extents...);
}
template <class T, class M, class Vector, class... I>
tensor<T, M> from_vector(const Vector& values, const I&... run_time_extents) {
  return from(values, run_time_extents...);
}
template <class T, class M, class Range, class... I>
tensor<T, M> from_range(const Range& values, const I&... run_time_extents) {
  return from(values, run_time_extents...);
}

}  // namespace tiga

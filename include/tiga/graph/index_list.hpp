// Node ids as an argument: whatever holds 32- or 64-bit integers in a row in memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <tiga/axes/mapping.hpp>
#include <tiga/axes/text.hpp>
#include <tiga/runtime/error.hpp>
#include <type_traits>
#include <utility>

namespace tiga {
namespace detail {

template <class T>
constexpr int id_bytes() {
  if constexpr (requires(T t) { t.value; }) return id_bytes<std::remove_cvref_t<decltype(T::value)>>();
  return std::is_integral_v<T> && std::is_signed_v<T> && (sizeof(T) == 4 || sizeof(T) == 8) ? int(sizeof(T)) : 0;
}
template <class T>
struct id_rule {
  static constexpr text why = [] {
    text t;
    if (id_bytes<T>() == 0) t << "node ids are 32- or 64-bit signed integers, or id<Axis>";
    return t;
  }();
};

// Ids of `Of`, one for each position of `Along`: what the elements and the mapping say otherwise is a mistake.
template <factor Of, factor Along, class R>
struct endpoint_rule {
  static constexpr text why = [] {
    using list = std::remove_cvref_t<R>;
    using element = std::remove_cvref_t<decltype(*std::declval<const list&>().data())>;
    text t;
    if constexpr (requires { element::axis; })
      if (element::axis != Of)
        t << "graph: indices into [" << element::axis << "] where indices into [" << Of << "] belong";
    if constexpr (requires { list::mapping::factors; })
      if (t.empty() && !(list::rank == 1 && list::mapping::factors[0] == Along)) {
        t << "graph: the ids of " << render(typename list::mapping{}) << " are not one for each position of [" << Along
          << "]";
      }
    return t;
  }();
};

}  // namespace detail

/// A view of node ids that lasts for one call: a vector, span, array, rank-1 tensor or braced list of `std::int32_t`,
/// `std::int64_t` or `id<Axis>`. A tensor must be contiguous (tiga::error otherwise).
class index_list {
 public:
  constexpr index_list() = default;
  index_list(std::initializer_list<std::int32_t> list)
      : data_(list.begin()), size_(std::int64_t(list.size())), wide_(false) {}
  template <class T>
  index_list(const T* data, std::int64_t size) : data_(data), size_(size), wide_(detail::id_bytes<T>() == 8) {
    static_assert(sizeof(require<detail::id_rule<T>>) != 0, "tiga: refused above");
  }
  template <class T, std::size_t N>
  index_list(const T (&array)[N]) : index_list(array, std::int64_t(N)) {}
  template <class R>
  requires requires(const R& r) {
    *r.data();
    r.size();
  }
  index_list(const R& list) : index_list(list.data(), std::int64_t(list.size())) {
    if constexpr (requires { list.is_contiguous(); })
      if (!list.is_contiguous()) fail("node ids must be contiguous in memory; call contiguous() on the tensor first");
  }

  std::int64_t size() const { return size_; }
  bool wide() const { return wide_; }  ///< 64-bit integers?
  const void* data() const { return data_; }
  std::int64_t operator[](std::int64_t i) const {
    return wide_ ? static_cast<const std::int64_t*>(data_)[i] : static_cast<const std::int32_t*>(data_)[i];
  }

 private:
  const void* data_ = nullptr;
  std::int64_t size_ = 0;
  bool wide_ = false;
};

/// Ids of the axis `Of`, one for each position of `Along`. Elements that are ids of another axis, and tensors over
/// another one, do not compile.
template <factor Of, factor Along>
class endpoint_list : public index_list {
 public:
  endpoint_list(std::initializer_list<std::int32_t> list) : index_list(list) {}
  template <class R>
  requires std::is_convertible_v<const R&, index_list> endpoint_list(const R& list) : index_list(list) {
    static_assert(sizeof(require<detail::endpoint_rule<Of, Along, R>>) != 0, "tiga: refused above");
  }
};

}  // namespace tiga

// A typed bundle of named tensors: the parameters of a network, their gradients, what an optimiser keeps of them.
#pragma once
#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>
#include <string>
#include <tiga/autograd/tracked.hpp>
#include <tiga/program/field.hpp>
#include <tiga/tensor/layout_text.hpp>
#include <tiga/tensor/npy.hpp>

namespace tiga::nn {

template <class... Members>
class bundle;

namespace detail {

using tiga::detail::tape_tree;

template <class X>
inline constexpr bool is_bundle = false;
template <class... Members>
inline constexpr bool is_bundle<bundle<Members...>> = true;

template <class B>
struct member_name;
template <name N, class X>
struct member_name<bound<N, X>> {
  static constexpr name id = N;
};
template <name N, class... Members>
constexpr int place_of() {
  int i = 0, found = -1;
  ((found = member_name<Members>::id == N && found < 0 ? i : found, ++i), ...);
  return found;
}

template <class... Members>
struct bundle_rule {
  static constexpr text why = [] {
    text t;
    const name all[] = {member_name<Members>::id..., name{}};
    for (int i = 0; i < int(sizeof...(Members)); ++i)
      for (int j = 0; j < i; ++j)
        if (all[i] == all[j]) return t << "parameters: two members are called " << all[i];
    return t;
  }();
};
template <name N, class... Members>
struct member_rule {
  static constexpr text why = [] {
    text t;
    if (place_of<N, Members...>() >= 0) return t;
    t << "parameters: there is no member " << N << " among";
    int i = 0;
    ((t << (i++ ? ", " : " ") << member_name<Members>::id), ...);
    return t;
  }();
};

std::string path_text(const std::string& above, name member);

}  // namespace detail

/// Tensors, tracked tensors or bundles under compile-time names, made by `nn::parameters(w = t, b = u)` and read as
/// `p[w]`. Copies share the tensors. A name that is not there, or twice, does not compile.
template <class... Members>
class bundle {
  static_assert(sizeof(require<detail::bundle_rule<Members...>>) != 0, "tiga: refused");

 public:
  bundle(Members... all) : all_(static_cast<Members&&>(all)...) {}

  template <name N>
  const auto& operator[](const field_of<N>&) const {
    static_assert(sizeof(require<detail::member_rule<N, Members...>>) != 0, "tiga: refused");
    return boost::hana::at_c<std::size_t(detail::place_of<N, Members...>())>(all_).x;
  }
  template <name N>
  auto& operator[](const field_of<N>&) {
    static_assert(sizeof(require<detail::member_rule<N, Members...>>) != 0, "tiga: refused");
    return boost::hana::at_c<std::size_t(detail::place_of<N, Members...>())>(all_).x;
  }
  const boost::hana::tuple<Members...>& members() const { return all_; }
  boost::hana::tuple<Members...>& members() { return all_; }

 private:
  boost::hana::tuple<Members...> all_;
};

/// `nn::parameters(w1 = weights, b1 = zeros<float, m<Hidden>>(), second = nn::parameters(...))`; the names are fields.
template <name... N, class... X>
auto parameters(bound<N, X>... members) {
  return bundle<bound<N, X>...>(static_cast<bound<N, X>&&>(members)...);
}

/// Calls `f(path, leaf)` for every tensor in order; `path` is its name, "second.weight" inside a bundle.
template <class B, class F>
void for_each(B&& b, F&& f, const std::string& above = {}) {
  boost::hana::for_each(b.members(), [&](auto& member) {
    using M = std::remove_cvref_t<decltype(member)>;
    const std::string path = detail::path_text(above, detail::member_name<M>::id);
    if constexpr (detail::is_bundle<std::remove_cvref_t<decltype(member.x)>>)
      for_each(member.x, f, path);
    else
      f(path, member.x);
  });
}

/// A bundle of the same names with `f(leaf)` for every leaf.
template <class... Members, class F>
auto map(const bundle<Members...>& b, F&& f) {
  const auto one = [&]<name N, class X>(const bound<N, X>& member) {
    if constexpr (detail::is_bundle<X>) {
      auto below = map(member.x, f);
      return bound<N, decltype(below)>{below};
    } else {
      auto leaf = f(member.x);
      return bound<N, decltype(leaf)>{leaf};
    }
  };
  return boost::hana::unpack(b.members(), [&](const auto&... member) {
    return bundle<decltype(one(member))...>{one(member)...};  // braces: in the order of the members
  });
}

/// Every tensor tracked, as `track`; and the values, as `detach`.
template <class... Members>
auto track(const bundle<Members...>& b) {
  return map(b, [](const auto& t) { return tiga::track(t); });
}
template <class... Members>
auto detach(const bundle<Members...>& b) {
  return map(b, [](const auto& t) { return tiga::detach(t); });
}

/// Number of elements in all tensors.
template <class... Members>
std::int64_t count(const bundle<Members...>& b) {
  std::int64_t total = 0;
  for_each(b, [&](const std::string&, const auto& t) { total += t.size(); });
  return total;
}

namespace detail {
std::string summary_text(const std::vector<std::pair<std::string, std::string>>& leaves, std::int64_t count);
void save_parameters(const std::string& path, const std::vector<npz_entry>& all);
/// The arrays of a file by the names that are wanted; tiga::error names what is missing, and what nobody asked for.
std::vector<npz_entry> load_parameters(const std::string& path, const std::vector<std::string>& names);
}  // namespace detail

/// A line for each tensor, name and layout, and the number of all elements.
template <class... Members>
std::string summary(const bundle<Members...>& b) {
  std::vector<std::pair<std::string, std::string>> leaves;
  for_each(b, [&](const std::string& path, const auto& t) { leaves.push_back({path, describe(tiga::detach(t))}); });
  return detail::summary_text(leaves, count(b));
}

/// Writes every tensor under its path as .npz; atomic.
template <class... Members>
void save(const std::string& path, const bundle<Members...>& b) {
  std::vector<npz_entry> all;
  for_each(b, [&](const std::string& member, const auto& t) {
    all.push_back({member, dynamic_tensor(tiga::detach(t))});
  });
  detail::save_parameters(path, all);
}

/// A bundle like `b`, with what `save` wrote. Throws tiga::error naming the file and the tensor when one is missing,
/// when there is one that the bundle has not, or when element type or extents are not those in `b`.
template <class... Members>
auto load(const std::string& path, bundle<Members...> b) {
  std::vector<std::string> names;
  for_each(b, [&](const std::string& member, const auto&) { names.push_back(member); });
  const std::vector<npz_entry> all = detail::load_parameters(path, names);
  std::size_t next = 0;
  for_each(b, [&]<class T, class M>(const std::string& member, tensor<T, M>& t) {
    const std::string what = path + ": " + member;
    auto read = tiga::detail::typed_array<T, M>(all[next++].value, what);
    tiga::detail::meet(M::factors, M::rank, read.shape().n, what.c_str(), t.shape().n, "the network");
    t = std::move(read);
  });
  return b;
}

}  // namespace tiga::nn

namespace tiga::detail {

/// Gradients of a bundle are a bundle.
template <class... Members>
struct tape_tree<nn::bundle<Members...>> {
  template <class X>
  struct of_member;
  template <name N, class X>
  struct of_member<bound<N, X>> : tape_tree<X> {};
  static constexpr int leaves = (0 + ... + of_member<Members>::leaves);
  static void collect(const nn::bundle<Members...>& b, tape_ptr*& to) {
    nn::for_each(b, [&](const std::string&, const auto& t) { *to++ = t.node(); });
  }
  static auto take(const nn::bundle<Members...>& b, buffer*& from) {
    return nn::map(b, [&](const auto& t) { return gradient_tensor(t, *from++); });
  }
};

}  // namespace tiga::detail

// What a call binds: `src(x = features), edge(w = weights), dt = 0.1f`, and the table of ports that its types make.
#pragma once
#include <tiga/autograd/tracked.hpp>
#include <tiga/graph/graph.hpp>
#include <tiga/program/field.hpp>
#include <tiga/runtime/rows.hpp>

namespace tiga {
namespace detail {

template <class... B>
struct pack_of;
template <>
struct pack_of<> {
  template <class F>
  void each(F&&) const {}
};
template <class B, class... R>
struct pack_of<B, R...> {
  B first;
  [[no_unique_address]] pack_of<R...> rest;
  template <class F>
  void each(F&& f) const {
    f(first);
    rest.each(f);
  }
};
template <class B, class... R>
constexpr pack_of<B, R...> make_pack_of(const B& b, const R&... r) {
  if constexpr (sizeof...(R) == 0)
    return {b, {}};
  else
    return {b, make_pack_of(r...)};
}

template <class B>
inline constexpr bool names_a_field = false;
template <name N, class X>
inline constexpr bool names_a_field<bound<N, X>> = true;
template <literal Side, class... B>
struct field_group_rule {
  static constexpr text why = [] {
    text t;
    if (!(true && ... && names_a_field<B>))
      t << Side.chars << "(...): every tensor is bound to the name of a field, " << Side.chars << "(x = t)";
    return t;
  }();
};

// Fields bound to sides: bit 1 source, 2 destination, 4 edge.
template <unsigned Sides, class... B>
struct field_group {
  pack_of<B...> fields;
};

struct refused_binding {};
template <literal Side, unsigned Sides, class... B>
auto group_fields(const B&... b) {
  if constexpr (field_group_rule<Side, B...>::why.length != 0) {
    static_assert(sizeof(require<field_group_rule<Side, B...>>) != 0, "tiga: refused");
    return refused_binding{};
  } else {
    return field_group<Sides, B...>{make_pack_of(b...)};
  }
}

}  // namespace detail

/// Fields of the sources, of the destinations, of both (one node axis), of the edges. A tensor leads with the axis of
/// its side; its other axes are the item axes of the field.
template <class... B>
auto src(const B&... b) {
  return detail::group_fields<"src", 1>(b...);
}
template <class... B>
auto dst(const B&... b) {
  return detail::group_fields<"dst", 2>(b...);
}
template <class... B>
auto ndata(const B&... b) {
  return detail::group_fields<"ndata", 3>(b...);
}
template <class... B>
auto edge(const B&... b) {
  return detail::group_fields<"edge", 4>(b...);
}

namespace detail {

template <class X>
struct shape_of {
  static constexpr bool is_tensor = false;
};
template <class T, factor... F>
struct shape_of<tensor<T, m<F...>>> {
  static constexpr bool is_tensor = true;
  static constexpr factor f[sizeof...(F) + 1] = {F..., factor{}};
  static constexpr int rank = sizeof...(F);
  static constexpr dtype type = dtype_of<T>;
};
template <class T, class M>
struct shape_of<tracked<T, M>> : shape_of<tensor<T, M>> {};

template <name N, class X>
constexpr void add_parameter(port_table& t, const bound<N, X>*) {
  using S = shape_of<X>;
  port p;
  p.id = N;
  p.argument = t.parameters++;
  if constexpr (S::is_tensor) {
    if (S::rank != 0 && t.why.empty())
      t.why << "parameter " << N << " is bound to a tensor of rank " << S::rank << "; a parameter is a scalar";
    p.type = is_floating(S::type) ? weak_float : weak_int;
  } else if constexpr (std::is_arithmetic_v<X>) {
    p.type = std::is_floating_point_v<X> ? weak_float : weak_int;
  } else if (t.why.empty()) {
    t.why << "parameter " << N
          << " is bound to something that is no number; fields belong into src(...), dst(...), ndata(...) or edge(...)";
  }
  if (t.find(side::none, N) >= 0 && t.why.empty()) t.why << "parameter " << N << " is bound twice";
  if (t.parameters > runtime::max_parameters && t.why.empty())
    t.why << "a program can bind at most " << runtime::max_parameters << " parameters";
  t.add(p);
}
template <class G, unsigned Sides, name N, class X>
constexpr void add_field(port_table& t, const bound<N, X>*) {
  using S = shape_of<X>;
  if constexpr (!S::is_tensor) {
    if (t.why.empty()) t.why << "field " << N << " is bound to something that is no tensor";
  } else if constexpr (S::rank == 0) {
    if (t.why.empty())
      t.why << "field " << N
            << " is bound to a tensor without axes; a scalar is bound as a parameter, outside src(...), dst(...) and "
               "edge(...)";
  } else {
    constexpr factor lead[3] = {G::source_axis, G::destination_axis, G::edge_axis};
    constexpr const char* role[3] = {"source", "destination", "edge"};
    port p;
    p.id = N;
    p.type = S::type;
    p.lead = S::f[0];
    p.argument = t.inputs++;
    if (S::rank > 5 && t.why.empty())
      t.why << "field " << N << " has " << (S::rank - 1) << " item axes; at most 4 are possible";
    for (int i = 1; i < S::rank && i < 5; ++i) {
      const int k = t.axes.intern(S::f[i]);
      if (k < 0 && t.why.empty()) t.why << "the program has more than " << axis_table::capacity << " axes";
      if (has_axis(p.items, k) && t.why.empty()) t.why << "field " << N << " has item axis " << S::f[i] << " twice";
      p.items = append(p.items, k);
    }
    for (unsigned s = 0; s < 3; ++s)
      if (Sides & (1u << s)) {
        p.side = side(s);
        if (!(S::f[0] == lead[s]) && t.why.empty())
          t.why << side_name(p.side) << "[" << N << "] leads with axis " << S::f[0] << ", but the graph has " << role[s]
                << " axis " << lead[s];
        if (t.find(p.side, N) >= 0 && t.why.empty()) t.why << side_name(p.side) << "[" << N << "] is bound twice";
        t.add(p);
      }
    constexpr int most = 10;  // gradients read more than what is bound
    if (t.inputs > most && t.why.empty()) t.why << "a program can bind at most " << most << " fields";
  }
}
template <class G, unsigned Sides, class... B>
constexpr void add_binding(port_table& t, const field_group<Sides, B...>*) {
  (add_field<G, Sides>(t, static_cast<const B*>(nullptr)), ...);
}
template <class G, name N, class X>
constexpr void add_binding(port_table& t, const bound<N, X>* b) {
  add_parameter(t, b);
}

/// The ports of a call, from types alone; `why` says what is wrong with them. Two more ports hold the degrees.
template <class G, class... B>
struct ports_of {
  static constexpr port_table table = [] {
    port_table t;
    (add_binding<G>(t, static_cast<const B*>(nullptr)), ...);
    for (const side s : {side::source, side::destination}) {
      port p;
      p.side = s;
      p.id = pack("#degree");
      p.type = dtype::f32;
      p.argument = t.inputs++;
      t.add_derived(p);
    }
    return t;
  }();
  static constexpr text why = table.why;
  static constexpr int degrees = table.inputs - 2;  // the input of the sources' degrees; destinations' follow
};

}  // namespace detail
}  // namespace tiga

// Message passing: edge -> reducer -> node, captured and checked at compile time and run as one kernel over rows.
#pragma once
#include <string>
#include <tiga/graph/message_passing/explain.hpp>
#include <tiga/graph/message_passing/record.hpp>
#include <tiga/program/element.hpp>

namespace tiga {
namespace detail {

// The tensor that output K of a program is.
template <class C, factor Lead, int K>
struct output_of {
  static constexpr node n = C::nodes.nodes[C::at.output[K]];
  using type = typename element_for<n.type>::type;
  template <int... I>
  static m<Lead, C::table.axes.axes[axis_at(n.items, I)]...> mapping_of(std::integer_sequence<int, I...>);
  using mapping = decltype(mapping_of(std::make_integer_sequence<int, rank_of(n.items)>{}));
  using result = tensor<type, mapping>;
  static extents<result::rank> shape(std::int64_t rows, const runtime::row_args& a) {
    extents<result::rank> e{};
    e.n[0] = rows;
    for (int i = 0; i < rank_of(n.items); ++i) {
      const int k = axis_at(n.items, i);
      e.n[i + 1] = C::sizes::n[k] < 0 ? a.axis_size[k] : C::sizes::n[k];
    }
    return e;
  }
};

template <class B>
inline constexpr bool binds_tracked = false;
template <name N, class X>
inline constexpr bool binds_tracked<bound<N, X>> = is_tracked<X>;
template <unsigned S, class... B>
inline constexpr bool binds_tracked<field_group<S, B...>> = (binds_tracked<B> || ...);

template <class B>
inline constexpr bool is_binding = false;
template <name N, class X>
inline constexpr bool is_binding<bound<N, X>> = true;
template <unsigned S, class... B>
inline constexpr bool is_binding<field_group<S, B...>> = true;

template <class... B>
struct binding_rule {
  static constexpr text why = [] {
    text t;
    if (!(true && ... && is_binding<B>))
      t << "a program is called with a graph and bindings: src(x = t), dst(x = t), ndata(x = t), edge(w = t) and "
           "parameters dt = number";
    return t;
  }();
};

template <class... B>
struct no_graph_rule {
  static constexpr text why = text{} << "a program is called with a graph, and then the bindings: P{}(g, src(x = t))";
};
template <class P>
struct reducer_rule {
  static constexpr text why = [] {
    text t;
    if constexpr (!requires { P::reducer; })
      t << "a message-passing program needs: static constexpr auto reducer = sum();";
    else if constexpr (!std::is_base_of_v<callable_reducer, std::remove_cvref_t<decltype(P::reducer)>>)
      t << "reducer = ...: a reducer is sum(), another one of tiga, or r{} with struct r : reducer<name>";
    return t;
  }();
};

// The identity of a program's reducer: of the class, or of the object for programs made of lambdas.
template <class P, class Base>
constexpr double start_of(const Base& self) {
  if constexpr (requires(const P& p) { p.start; })
    return static_cast<const P&>(self).start;
  else if constexpr (requires { P::reducer.start; })
    return P::reducer.start;
  else
    return 0;
}
template <class C, bool Edges, class G, int... K>
auto make_outputs(const G& g, const runtime::row_args& a, std::integer_sequence<int, K...>) {
  constexpr factor lead = Edges ? G::edge_axis : G::destination_axis;
  const std::int64_t rows = rows_of(g, Edges ? side::edge : side::destination);
  return std::tuple{output_of<C, lead, K>::result::uninitialized(output_of<C, lead, K>::shape(rows, a))...};
}

// The forward pass. `out` holds the outputs and behind them the reductions that are kept.
template <class C, reducer_kind R, bool Edges, class Kept, class M, class O>
struct forward_of;
template <class C, reducer_kind R, bool Edges, int... Kept, int... M, int... O>
struct forward_of<C, R, Edges, ids<Kept...>, std::integer_sequence<int, M...>, std::integer_sequence<int, O...>> {
  template <class G>
  static void run(const G& g, runtime::row_args a) {
    if constexpr (Edges) {
      run_edges<C, traversal::per_edge, R, side::destination, ids<>, ids<C::at.output[O]...>>(g, a);
    } else if constexpr (node_update<C>::needed) {
      using U = node_update<C>;
      auto b = a;
      for (int k = 0; k < C::at.messages; ++k) {
        b.out[k] = a.out[C::at.outputs + k];
        a.in[U::first + k] = b.out[k];
      }
      run_edges<C, traversal::reduce, R, side::destination, ids<C::at.message[M]...>, ids<C::at.aggregate[M]...>>(g, b);
      launch<kernel_job<U, traversal::map, reducer_kind::none, side::destination, ids<>, ids<C::at.output[O]...>>>(
          g.destinations(), nullptr, a);
    } else {
      run_edges<C, traversal::reduce, R, side::destination, ids<C::at.message[M]...>,
                ids<C::at.output[O]..., C::at.aggregate[Kept]...>>(g, a);
    }
  }
};

template <class C, reducer_kind R, bool Edges, int Degrees, class G, class... B>
auto run_captured(const G& g, double identity, const B&... b);
template <class C, bool Edges, int Degrees, class G, class... T, class... M>
auto attach(const G& g, bound_values values, buffer* kept, const std::tuple<tensor<T, M>...>& results);

// Each step is instantiated only where the one before it is sound, so that one mistake is one sentence.
template <class P, bool Edges, class G, class... B>
auto run_program(const G& g, double identity, const B&... b) {
  if constexpr ((false || ... || std::is_same_v<B, refused_binding>)) {
  } else if constexpr (messages_rule<P>::why.length != 0) {
    static_assert(sizeof(require<messages_rule<P>>) != 0, "tiga: refused");
  } else if constexpr (binding_rule<B...>::why.length != 0) {
    static_assert(sizeof(require<binding_rule<B...>>) != 0, "tiga: refused");
  } else if constexpr (ports_of<G, B...>::why.length != 0) {
    static_assert(sizeof(require<ports_of<G, B...>>) != 0, "tiga: refused");
  } else {
    constexpr reducer_kind R = kind_of<P, Edges>();
    using Ports = ports_of<G, B...>;
    using C = captured<P, R, Edges, Ports>;
    if constexpr (C::why.length != 0)
      static_assert(sizeof(require<C>) != 0, "tiga: refused");
    else
      return run_captured<C, C::kind, Edges, Ports::degrees>(g, identity, b...);
  }
}
// The reductions that are stored beside the outputs: all, where a node update of its own reads them, and what the
// gradient needs of them. (Without a node function the outputs are the reductions.)
template <class C, bool Edges, bool Tracks>
struct kept_reductions {
  struct list {
    int id[max_components]{};
    int count = 0;
  };
  static constexpr list chosen = [] {
    list l;
    if constexpr (!Edges) {
      const bool all = node_update<C>::needed;
      bool wanted[max_components]{};
      if constexpr (Tracks)
        for (int k = 0; k < C::at.messages; ++k)
          wanted[k] =
              C::at.has_node && (adjoint_of<C, Edges>::result.keeps[k] || own_kind(C::at, k) == reducer_kind::prod);
      for (int k = 0; k < C::at.messages; ++k)
        if (all || wanted[k]) l.id[l.count++] = k;
    }
    return l;
  }();
  template <int... K>
  static ids<chosen.id[K]...> make(std::integer_sequence<int, K...>);
  using type = decltype(make(std::make_integer_sequence<int, chosen.count>{}));
};
// The greatest score of each row, a field from then on.
template <class C, class G>
void find_peaks(const G& g, bound_values& values) {
  constexpr int score = C::at.reducer.score, input = C::table.ports[C::at.reducer.peak].argument;
  const buffer peaks = room_for<C>(score, g.destinations(), values.args);
  runtime::row_args a = values.args;
  a.out[0] = peaks.data();
  using P = peaks_of<C>;
  run_edges<P, traversal::reduce, reducer_kind::max, side::destination, ids<score>, ids<P::aggregate>>(g, a);
  values.storage[input] = peaks;
  values.args.in[input] = peaks.data();
}
template <class C, reducer_kind R, bool Edges, int Degrees, class G, class... B>
auto run_captured(const G& g, double identity, const B&... b) {
  constexpr bool tracks = (binds_tracked<B> || ...);
  constexpr int outputs = C::at.outputs;
  using Kept = kept_reductions<C, Edges, tracks>;
  bound_values values = bind_all<C>(g, b...);
  runtime::row_args& a = values.args;
  a.identity = identity;
  if constexpr (C::has_identity)
    for (int k = 0; k < C::at.messages; ++k) check_start(identity, C::nodes.nodes[C::at.aggregate[k]].type);
  bind_degrees<C, Degrees>(a, g);
  if constexpr (C::at.reducer.score >= 0 && !Edges) find_peaks<C>(g, values);
  auto results = make_outputs<C, Edges>(g, a, std::make_integer_sequence<int, outputs>{});
  buffer kept[max_components];
  int next = 0;
  std::apply([&](auto&... t) { ((a.out[next++] = t.mutable_span().data()), ...); }, results);
  for (int k = 0; k < Kept::chosen.count; ++k) {
    const int id = Kept::chosen.id[k];
    kept[id] = room_for<C>(C::at.aggregate[id], g.destinations(), a);
    a.out[next++] = kept[id].data();
  }
  using messages = std::make_integer_sequence<int, C::at.messages>;
  forward_of<C, R, Edges, typename Kept::type, messages, std::make_integer_sequence<int, outputs>>::run(g, a);
  if constexpr (tracks) {
    int k = 0;
    if constexpr (!C::at.has_node) std::apply([&](const auto&... t) { ((kept[k++] = t.storage()), ...); }, results);
    return attach<C, Edges, Degrees>(g, static_cast<bound_values&&>(values), kept, results);
  } else if constexpr (outputs == 1) {
    return std::get<0>(static_cast<decltype(results)&&>(results));
  } else {
    return results;
  }
}
template <class C, bool Edges, int Degrees, class G, class... T, class... M>
auto attach(const G& g, bound_values values, buffer* kept, const std::tuple<tensor<T, M>...>& results) {
  const auto& first = std::get<0>(results);
  using node_type = recorded<C, Edges, G, Degrees>;
  tape_ptr node(new node_type(dtype_of<typename std::remove_cvref_t<decltype(first)>::value_type>, first.size(), g,
                              static_cast<bound_values&&>(values), kept));
  if constexpr (sizeof...(T) == 1) {
    return tracked(first, node);
  } else {
    int next = 0;
    const auto share = [&]<class U, class L>(const tensor<U, L>& output) {
      return tracked(output, tape_ptr(new output_part<node_type>(dtype_of<U>, output.size(), next++, node)));
    };
    return std::apply([&](const auto&... output) { return std::tuple<tracked<T, M>...>{share(output)...}; }, results);
  }
}

template <class P, class G, class... B>
std::string explain_program(const G& g, const B&... b);
}  // namespace detail

/// A program: derive from it, name a `reducer` and an `edge` function, and perhaps a `node` function.
///
///     struct weighted_sum : message_passing<weighted_sum> {
///       static constexpr auto reducer = sum();
///       static constexpr auto edge(auto src, auto dst, auto edge) { return edge[w] * src[x]; }
///       static constexpr auto node(auto dst, auto aggregate) { return dst[x] + dt * aggregate; }  // optional
///     };
///
/// Called with a graph and bindings it gives a `tensor<T, m<Destination, items...>>`, or a tuple when `outputs(...)` is
/// returned; tracked when anything bound is. One pass over the edges, O(E * items) work and O(N * items) memory; the
/// bits do not depend on threads, instruction set or compiler. See examples/03_message_passing.cpp.
template <class P>
struct message_passing {
  template <factor... A, class... B>
  [[nodiscard]] auto operator()(const graph<A...>& g, const B&... b) const {
    if constexpr (detail::reducer_rule<P>::why.length != 0)
      static_assert(sizeof(require<detail::reducer_rule<P>>) != 0, "tiga: refused");
    else
      return detail::run_program<P, false>(g, detail::start_of<P>(*this), b...);
  }
  /// Refused: no graph.
  template <class... B>
  void operator()(const B&...) const {
    static_assert(sizeof(require<detail::no_graph_rule<B...>>) != 0, "tiga: refused");
  }
  /// What was captured, as text: one operation a line.
  template <factor... A, class... B>
  std::string ir(const graph<A...>&, const B&...) const {
    using Ports = detail::ports_of<graph<A...>, B...>;
    using C = detail::captured<P, detail::kind_of<P, false>(), false, Ports>;
    static_assert(sizeof(require<Ports>) != 0 && sizeof(require<C>) != 0, "tiga: refused above");
    return detail::print_program(C::nodes.nodes, C::nodes.count, C::table, C::at);
  }
  /// Which kernels run, what is computed once per vertex, and why.
  template <factor... A, class... B>
  std::string explain(const graph<A...>& g, const B&... b) const {
    return detail::explain_program<P, graph<A...>>(g, b...);
  }
};

namespace detail {

// Programs made of lambdas without captures. `start` is the reducer's identity.
template <class Reducer, class E>
struct lambda_program : message_passing<lambda_program<Reducer, E>> {
  static constexpr Reducer reducer{};
  double start;
  constexpr explicit lambda_program(double identity) : start(identity) {}
  static constexpr auto edge(auto s, auto d, auto e) requires requires { E{}(s, d, e); }
  { return E{}(s, d, e); }
};
template <class Reducer, class E, class N>
struct lambda_program_with_node : message_passing<lambda_program_with_node<Reducer, E, N>> {
  static constexpr Reducer reducer{};
  double start;
  constexpr explicit lambda_program_with_node(double identity) : start(identity) {}
  static constexpr auto edge(auto s, auto d, auto e) requires requires { E{}(s, d, e); }
  { return E{}(s, d, e); }
  static constexpr auto node(auto d, auto a) requires requires { N{}(d, a); }
  { return N{}(d, a); }
  static constexpr void node() {}  // there is one, also where its arguments are wrong
};
template <literal Who, class... Lambda>
struct capture_rule {
  static constexpr text why = [] {
    text t;
    if (!(true && ... && std::is_empty_v<Lambda>))
      t << Who.chars << "(...): a lambda that captures cannot be compiled into a kernel; bind values as parameters";
    return t;
  }();
};
// Whether the type says all of a reducer. (The start of a sum alone is handed over.)
template <class R>
inline constexpr bool told_by_type = std::is_empty_v<R> || named_reducer<R>;
template <class... R>
inline constexpr bool told_by_type<all_reducer<R...>> = (true && ... && std::is_empty_v<R>);
template <reducer_kind R>
inline constexpr bool told_by_type<builtin_reducer<R, false>> = true;
template <class Reducer, class... Lambda>
struct program_rule {
  static constexpr text why = [] {
    text t = capture_rule<"program", Lambda...>::why;
    if (t.empty() && !told_by_type<Reducer>)
      t << "program(reducer, ...): this reducer holds numbers of its own; name it in a struct, static constexpr auto "
           "reducer = ...";
    return t;
  }();
};
template <class Reducer>
constexpr double start_of_reducer(const Reducer& r) {
  if constexpr (requires { r.start; })
    return r.start;
  else
    return 0;
}
struct refused_program {
  void operator()(const auto&...) const {}
};
template <class E>
struct edge_lambda {
  static constexpr auto edge(auto s, auto d, auto e) requires requires { E{}(s, d, e); }
  { return E{}(s, d, e); }
};

}  // namespace detail

/// A program from captureless lambdas, for small things:
/// `program(sum(), [](auto src, auto dst, auto edge) { return edge[w] * src[x]; })`; a second lambda is the node
/// update.
template <class Reducer, class E>
requires std::is_base_of_v<detail::callable_reducer, Reducer>
constexpr auto program(Reducer reducer, E) {
  using why = detail::program_rule<Reducer, E>;
  if constexpr (why::why.length != 0) {
    static_assert(sizeof(require<why>) != 0, "tiga: refused");
    return detail::refused_program{};
  } else {
    return detail::lambda_program<Reducer, E>(detail::start_of_reducer(reducer));
  }
}
template <class Reducer, class E, class N>
requires std::is_base_of_v<detail::callable_reducer, Reducer>
constexpr auto program(Reducer reducer, E, N) {
  using why = detail::program_rule<Reducer, E, N>;
  if constexpr (why::why.length != 0) {
    static_assert(sizeof(require<why>) != 0, "tiga: refused");
    return detail::refused_program{};
  } else {
    return detail::lambda_program_with_node<Reducer, E, N>(detail::start_of_reducer(reducer));
  }
}

/// The edge function alone: one result per edge, `tensor<T, m<E, items...>>`, in the user's edge order. Takes a program
/// (its `edge` function) or a captureless lambda of three arguments.
template <class P, factor... A, class... B>
[[nodiscard]] auto apply_edges(const P&, const graph<A...>& g, const B&... b) {
  if constexpr (detail::three_arguments<P>)
    return detail::run_program<P, true>(g, 0, b...);
  else if constexpr (detail::capture_rule<"apply_edges", P>::why.length != 0)
    static_assert(sizeof(require<detail::capture_rule<"apply_edges", P>>) != 0, "tiga: refused");
  else
    return detail::run_program<detail::edge_lambda<P>, true>(g, 0, b...);
}

}  // namespace tiga

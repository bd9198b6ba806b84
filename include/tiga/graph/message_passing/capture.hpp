// From a program and the types bound to it to a constexpr value: captured, checked, differentiated.
#pragma once
#include <tiga/graph/message_passing/bindings.hpp>
#include <tiga/program/differentiate.hpp>
#include <tiga/reducer/outline.hpp>
#include <tiga/reducer/reducer.hpp>

namespace tiga {

template <class... X>
requires(std::is_base_of_v<value, X> || ...) constexpr output_list outputs(X... x) {
  ir* g = nullptr;
  for (ir* const of : {detail::ir_of(x)...})
    if (of) g = of;
  if constexpr (sizeof...(X) > std::size_t(output_list::capacity)) {
    g->refuse(text{} << "outputs(...): at most " << output_list::capacity << " values, not " << int(sizeof...(X)));
    return {{poison(g)}, 1};
  } else {
    return {{detail::to_value(g, x)...}, int(sizeof...(X))};
  }
}

/// What `node` receives: what the reducer gives for the row. Of several results (edge returned several, or the reducer
/// has a state of several components) each by its number, `aggregate[_0]`, or by the name that the state gives it.
struct aggregate_value : value {
  symbolic_state all;
  template <int I>
  constexpr value operator[](position_of<I>) const {
    if (I < all.count) return all.of[I];
    text t;
    t << "aggregate[_" << I << "]: the reduction has " << all.count << (all.count == 1 ? " result" : " results");
    g->refuse(t);
    return poison(g);
  }
  template <name N>
  constexpr value operator[](field_of<N>) const {
    for (int k = 0; k < all.count; ++k)
      if (all.names[k] == N) return all.of[k];
    g->refuse(text{} << "aggregate[" << N << "]: no result of the reducer has this name");
    return poison(g);
  }
};

namespace detail {

constexpr void refuse_result(ir& g, const char* who) {
  g.refuse(text{} << who << " must return a value made of fields, several as outputs(a, b), not something else");
}
template <class R>
inline constexpr int messages_in = 0;
template <int N>
inline constexpr int messages_in<message_list<N>> = N;
template <class R>
constexpr output_list to_outputs(ir* g, const R& r, const char* who) {
  if constexpr (std::is_same_v<R, output_list>) {
    return r;
  } else if constexpr (messages_in<R> > 0) {
    output_list o{{}, 0};
    if (messages_in < R >> output_list::capacity)
      g->refuse(text{} << who << " gives " << messages_in<R> << " messages; results are at most "
                       << output_list::capacity);
    for (int i = 0; i < messages_in<R> && i < output_list::capacity; ++i) o.v[o.count++] = r.of[i];
    return o;
  } else if constexpr (std::is_base_of_v<value, R> || waiting<R> || std::is_arithmetic_v<R>) {
    if constexpr (std::is_base_of_v<value, R>)
      return {{value{r.g, r.id}, {}, {}, {}}, 1};
    else
      return {{to_value(g, r), {}, {}, {}}, 1};
  } else {
    refuse_result(*g, who);
    return {{poison(g), {}, {}, {}}, 1};
  }
}
// Outputs have a dtype of their own, and item axes that one kernel can walk.
constexpr void settle_outputs(ir& g, output_list& o, const char* who) {
  item_axes space = 0;
  for (int i = 0; i < o.count; ++i) {
    if (is_poison(o.v[i])) {
      if (g.why.empty()) refuse_result(g, who);
      return;
    }
    if (is_weak(o.v[i].type())) o.v[i] = to_type(o.v[i], o.v[i].type() == weak_int ? dtype::i32 : dtype::f32);
    const item_axes items = o.v[i].items();
    if (space && items && items != space) {
      text t;
      t << who << ": the outputs have item axes ";
      g.bound.axes.describe(t, space);
      t << " and ";
      g.bound.axes.describe(t, items);
      g.refuse(t << "; several outputs share their item axes or have none");
    }
    if (items) space = items;
  }
}

template <class P>
concept three_arguments = requires(symbolic_side s) {
  P::edge(s, s, s);
};
// The rule that the messages of an `edge` break, if any.
struct no_rule {
  static constexpr text why{};
};
template <class R>
struct broken_rule : no_rule {};
template <class Rule>
struct broken_rule<refused_message<Rule>> : Rule {};
template <class P>
struct messages_rule : no_rule {};
template <class P>
requires(three_arguments<P>) struct messages_rule<P>
    : broken_rule<decltype(P::edge(symbolic_side{}, symbolic_side{}, symbolic_side{}))> {
};
// an `edge` that needs an object
template <class P>
concept member_edge = requires(P& p, symbolic_side s) {
  p.edge(s, s, s);
};
template <class P>
concept two_arguments = requires(symbolic_side s, aggregate_value a) {
  P::node(s, a);
};
// a `node` with any other number of arguments
template <class P>
concept names_node = requires(symbolic_side s) {
  P::node(s);
}
|| requires(symbolic_side s) { P::node(s, s, s); }
|| requires { P::node(); }
|| requires { &P::node; };
// The messages of an edge for a reducer that is captured with the program.
template <class R>
constexpr auto to_messages(ir* g, const R& r) {
  if constexpr (messages_in < R >> 0) {
    return r;
  } else {
    if constexpr (std::is_same_v<R, output_list>)
      g->refuse(
          text{} << "edge: outputs(...) are reduced alike by sum, mean, max, min and prod; this reducer takes its "
                    "messages as return reducer(a, b);");
    return message_list<1>{{to_outputs(g, r, "edge").v[0]}};
  }
}
template <class Reducer, int... K>
constexpr algebra capture_messages(ir& g, symbolic_state& results, const Reducer& r,
                                   const message_list<sizeof...(K)>& m, std::integer_sequence<int, K...>) {
  return capture_reducer(g, results, r, m.of[K]...);
}

constexpr outline refused_outline(ir& g) {
  outline at;
  at.messages = at.outputs = 1;
  at.message[0] = at.output[0] = poison(&g).id;
  return at;
}
template <class P, reducer_kind R, bool Edges>
constexpr capture_result capture(const port_table& ports) {
  capture_result c{};
  ir& g = c.g;
  g.bound = ports;
  const symbolic_side s{&g, side::source}, d{&g, side::destination}, e{&g, side::edge};
  if constexpr (!three_arguments<P>) {
    if constexpr (member_edge<P>)
      g.refuse(text{} << "edge must be static: static constexpr auto edge(auto src, auto dst, auto edge)");
    else
      g.refuse(text{} << "edge takes three arguments: edge(auto src, auto dst, auto edge)");
    c.at = refused_outline(g);
  } else if constexpr (std::is_void_v<decltype(P::edge(s, d, e))>) {
    g.refuse(text{} << "edge returns nothing: the message is what it returns, return ...;");
    c.at = refused_outline(g);
  } else {
    symbolic_state reduced{&g};
    if constexpr (R != reducer_kind::custom) {
      output_list m = to_outputs(&g, P::edge(s, d, e), "edge");
      if constexpr (messages_in < decltype(P::edge(s, d, e)) >> 1 && !Edges)
        g.refuse(text{} << reduction_name(R) << " takes one message, not " << messages_in<decltype(P::edge(s, d, e))>);
      settle_outputs(g, m, "edge");
      c.at.messages = c.at.outputs = m.count;
      c.at.kind = R;
      for (int i = 0; i < m.count; ++i) {
        m.v[i] = as_message(R, m.v[i]);
        c.at.message[i] = c.at.output[i] = m.v[i].id;
        if (Edges) continue;
        add_result(reduced, &g, part_of(g, m.v[i], i));
        c.at.aggregate[i] = c.at.output[i] = reduced.of[i].id;
      }
    } else {
      auto m = to_messages(&g, P::edge(s, d, e));
      constexpr int count = int(sizeof(m.of) / sizeof(m.of[0]));
      for (value& v : m.of) {
        if (is_poison(v) && g.why.empty()) refuse_result(g, "edge");
        if (is_weak(v.type())) v = to_type(v, v.type() == weak_int ? dtype::i32 : dtype::f32);
      }
      algebra& a = c.at.reducer;
      if (g.why.empty()) a = capture_messages(g, reduced, P::reducer, m, std::make_integer_sequence<int, count>{});
      if (g.why.empty() && reduced.count == 0) g.refuse(text{} << "finalize of the reducer gives nothing");
      if (!g.why.empty()) {
        c.at = refused_outline(g);
        return c;
      }
      c.at.messages = a.count;
      c.at.kind = mixed_kinds(a.component, a.count);
      for (int k = 0; k < a.count; ++k) c.at.message[k] = a.lifted[k], c.at.aggregate[k] = a.aggregate[k];
    }
    if constexpr (!Edges) {
      const aggregate_value a{{&g, reduced.count == 1 ? reduced.of[0].id : poison(&g).id}, reduced};
      output_list o{{}, 0};
      if constexpr (two_arguments<P>) {
        if constexpr (std::is_void_v<decltype(P::node(d, a))>)
          g.refuse(text{} << "node returns nothing: its result is what it returns, return ...;");
        else
          o = to_outputs(&g, P::node(d, a), "node");
      } else if constexpr (names_node<P>) {
        g.refuse(text{} << "node takes two arguments: node(auto dst, auto aggregate)");
      }
      c.at.has_node = o.count > 0;
      if (o.count == 0) {
        if (reduced.count > output_list::capacity)
          g.refuse(text{} << "the reducer gives " << reduced.count << " results; a program gives at most "
                          << output_list::capacity << ", chosen by node");
        for (int k = 0; k < reduced.count && k < output_list::capacity; ++k) o.v[o.count++] = reduced.of[k];
        // results that are the reductions themselves need nothing behind them
        c.at.has_node = o.count != c.at.messages;
        for (int k = 0; k < o.count && !c.at.has_node; ++k) c.at.has_node = o.v[k].id != c.at.aggregate[k];
      }
      settle_outputs(g, o, "node");
      c.at.outputs = o.count;
      for (int i = 0; i < o.count; ++i) c.at.output[i] = o.v[i].id;
    }
  }
  if (c.g.why.empty()) compact(c);
  return c;
}

// The sizes of a program's axes as a C array, which device code can read.
template <class C>
struct axis_sizes {
  static constexpr std::int64_t n[axis_table::capacity] = {
      size_of(C::table.axes.axes[0]), size_of(C::table.axes.axes[1]),  size_of(C::table.axes.axes[2]),
      size_of(C::table.axes.axes[3]), size_of(C::table.axes.axes[4]),  size_of(C::table.axes.axes[5]),
      size_of(C::table.axes.axes[6]), size_of(C::table.axes.axes[7]),  size_of(C::table.axes.axes[8]),
      size_of(C::table.axes.axes[9]), size_of(C::table.axes.axes[10]), size_of(C::table.axes.axes[11])};
};

// A program whose functions, or what they call, cannot run at compile time is found by asking whether the capture can.
template <class P, reducer_kind R, bool Edges, class Ports>
constexpr capture_result captured_or_refused() {
  if constexpr (requires { typename std::bool_constant<(capture<P, R, Edges>(Ports::table).at.messages > 0)>; }) {
    return capture<P, R, Edges>(Ports::table);
  } else {
    capture_result c{};
    c.g.refuse(text{} << "edge or node does not run at compile time: they, and all functions that they call, must be "
                         "constexpr, and may use the fields and parameters only");
    c.at = refused_outline(c.g);
    return c;
  }
}

template <class P, bool Edges>
constexpr reducer_kind kind_of() {
  if constexpr (Edges)
    return reducer_kind::none;
  else if constexpr (requires { P::reducer.kind; })
    return P::reducer.kind;
  else
    return reducer_kind::custom;
}

/// A captured program as kernels read it. R is `custom` where the reducer is captured too; `kind` then says what it
/// came to.
template <class P, reducer_kind R, bool Edges, class Ports>
struct captured {
  using program = P;
  static constexpr capture_result result = captured_or_refused<P, R, Edges, Ports>();
  static constexpr port_table table = result.g.bound;
  static constexpr text why = result.g.why;
  static constexpr reducer_kind kind = result.at.kind;
  static constexpr tree_code tree = result.at.reducer.tree;
  static constexpr outline at = result.at;
  static constexpr auto nodes = shrink<result.g.count>(result.g);
  using sizes = axis_sizes<captured>;
  static constexpr bool has_identity = [] {
    if constexpr (Edges || R != reducer_kind::sum)
      return false;
    else
      return P::reducer.has_start;
  }();
};

}  // namespace detail
}  // namespace tiga

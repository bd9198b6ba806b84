// From a program and the types bound to it to a constexpr value: captured, checked, differentiated.
#pragma once
#include <tiga/graph/message_passing/bindings.hpp>
#include <tiga/program/differentiate.hpp>
#include <tiga/reducer/reducer.hpp>

namespace tiga {

/// Several results of an edge or node function: `return outputs(a, b);`. The call then gives a tuple of tensors.
struct output_list {
  static constexpr int capacity = 4;
  value v[capacity];
  int count;
};
namespace detail {
template <class X>
constexpr ir* ir_of(X x) {
  if constexpr (std::is_base_of_v<value, X>)
    return x.g;
  else
    return nullptr;
}
}  // namespace detail
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

/// Numbers the reductions of several messages: `aggregate[_0]`.
template <int I>
struct position_of {};
inline constexpr position_of<0> _0;
inline constexpr position_of<1> _1;
inline constexpr position_of<2> _2;
inline constexpr position_of<3> _3;

/// What `node` receives: the reduction of the message, or of each, `aggregate[_0]`, when `edge` returned several.
struct aggregate_value : value {
  value of[output_list::capacity];
  int count;
  template <int I>
  constexpr value operator[](position_of<I>) const {
    if (I < count) return of[I];
    text t;
    t << "aggregate[_" << I << "]: edge returns " << count << (count == 1 ? " output" : " outputs");
    g->refuse(t);
    return poison(g);
  }
};

namespace detail {

/// Where things are in a captured program.
struct outline {
  int messages = 0;                        // values that an edge gives
  int message[output_list::capacity]{};    // their nodes
  int aggregate[output_list::capacity]{};  // nodes that stand for their reductions
  int outputs = 0;
  int output[output_list::capacity]{};
  bool has_node = false;
};
struct capture_result {
  ir g;
  outline at;
};

constexpr void refuse_result(ir& g, const char* who) {
  g.refuse(text{} << who << " must return a value made of fields, several as outputs(a, b), not something else");
}
template <class R>
constexpr output_list to_outputs(ir* g, const R& r, const char* who) {
  if constexpr (std::is_same_v<R, output_list>) {
    return r;
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
template <reducer_kind R>
constexpr value as_message(value v) {
  if (R == reducer_kind::mean && !is_float(v.type())) {
    const bool small = v.type() == dtype::boolean || (!is_weak(v.type()) && dtype_size(v.type()) <= 2);
    return to_type(v, small ? dtype::f32 : dtype::f64);
  }
  if (R != reducer_kind::none && v.type() == dtype::boolean) return to_type(v, dtype::i32);
  return v;
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
    output_list m = to_outputs(&g, P::edge(s, d, e), "edge");
    settle_outputs(g, m, "edge");
    c.at.messages = c.at.outputs = m.count;
    for (int i = 0; i < m.count; ++i) {
      if (!is_poison(m.v[i])) m.v[i] = as_message<R>(m.v[i]);
      c.at.message[i] = c.at.output[i] = m.v[i].id;
    }
    if constexpr (!Edges) {
      aggregate_value a{{&g, 0}, {}, m.count};
      for (int i = 0; i < m.count; ++i) {
        const value v = m.v[i];
        a.of[i] = {&g, g.push({op::aggregate, side::none, v.type(), -1, -1, -1, short(i), v.items(), 0})};
        c.at.aggregate[i] = c.at.output[i] = a.of[i].id;
      }
      a.id = m.count == 1 ? a.of[0].id : poison(&g).id;
      output_list o{{}, 0};
      if constexpr (two_arguments<P>) {
        if constexpr (std::is_void_v<decltype(P::node(d, a))>)
          g.refuse(text{} << "node returns nothing: its result is what it returns, return ...;");
        else
          o = to_outputs(&g, P::node(d, a), "node");
      } else if constexpr (names_node<P>) {
        g.refuse(text{} << "node takes two arguments: node(auto dst, auto aggregate)");
      }
      if (o.count) {
        settle_outputs(g, o, "node");
        c.at.has_node = true;
        c.at.outputs = o.count;
        for (int i = 0; i < o.count; ++i) c.at.output[i] = o.v[i].id;
      }
    }
  }
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

/// A captured program as kernels read it.
template <class P, reducer_kind R, bool Edges, class Ports>
struct captured {
  static constexpr port_table table = Ports::table;
  static constexpr capture_result result = captured_or_refused<P, R, Edges, Ports>();
  static constexpr text why = result.g.why;
  static constexpr outline at = result.at;
  static constexpr auto nodes = shrink<result.g.count>(result.g);
  using sizes = axis_sizes<captured>;
  static constexpr bool has_identity = [] {
    if constexpr (Edges)
      return false;
    else
      return R == reducer_kind::sum && P::reducer.has_start;
  }();
};

}  // namespace detail
}  // namespace tiga

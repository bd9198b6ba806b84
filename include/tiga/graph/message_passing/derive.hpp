// The adjoint of a captured program: its node array continued by reverse mode, and what each field gets of it.
#pragma once
#include <tiga/graph/message_passing/capture.hpp>

namespace tiga::detail {

/// Where a port's gradient comes from: nodes of the derived program, -1 for none.
struct port_gradient {
  short by_edge = -1;  // summed over the edges of the vertex (for an edge field: stored per edge)
  short direct = -1;   // what `node` contributes, vertex by vertex
};
struct derivation {
  ir g;
  port_gradient of[port_table::capacity];
  short by_edge_sum[port_table::capacity];  // the `aggregate` node that stands for the sum of by_edge
  // what the backward pass computes before: for max and min the number of ties, for prod the pieces of a safe product
  short prepare[max_components];     // nodes that are reduced over the rows
  short prepared[max_components];    // their `aggregate` nodes
  short scaled[max_components * 2];  // mantissa and exponent nodes, pairs
  short scaled_done[max_components * 2];
  int cotangent = 0, aggregate = 0, extra = 0, inputs = 0;  // first input of each group
  // A reducer that runs as it is written: states before each edge, then the cotangents from the last edge to the first.
  tree_code forward, backward;
  int states = 0, pulled = 0;    // first inputs: the states before, and what each edge's lifted state gets
  short state[max_components];   // nodes of the state before an edge, in the forward scan
  short pull[max_components];    // nodes of what is stored, in the backward scan
  short lifted[max_components];  // of one edge, as scans see it
  bool keeps[max_components]{};  // the reductions that the forward pass must keep
};

constexpr int add_input(derivation& d, side s, const char* id, dtype type, item_axes items) {
  port p;
  p.side = s;
  p.id = pack(id);
  p.type = type;
  p.items = items;
  p.argument = d.inputs++;
  return d.g.bound.add_derived(p);
}
constexpr value load(ir& g, int p) {
  const port& f = g.bound.ports[p];
  return {&g, g.push({op::load, f.side, f.type, -1, -1, -1, short(p), f.items, 0})};
}
constexpr int aggregate_of(ir& g, int id, int k) {
  const node& n = g.nodes[id];
  return g.push({op::aggregate, side::none, n.type, -1, -1, -1, short(k), n.items, 0});
}
// The dtype that gradients and kept reductions are stored in.
constexpr dtype storage_type(dtype t) { return t == weak_float ? dtype::f64 : t == weak_int ? dtype::i64 : t; }

// The product of the other messages of the row, from mantissa, exponent and number of zeros of the whole row.
constexpr value product_of_others(value m, value mantissa, value exponent, value zeros) {
  ir* const g = m.g;
  const auto part = [&](op o) { return record(g, o, m.type(), m.items(), m.id); };
  const value without =
      record(g, op::scale, m.type(), m.items(), (mantissa / part(op::mantissa)).id, (exponent - part(op::exponent)).id);
  const value all = record(g, op::scale, m.type(), m.items(), mantissa.id, exponent.id);
  return where(zeros == 0, without, where((zeros == 1) && (m == 0), all, 0.0));
}

// Was this the message that won? Also where NaN won.
constexpr value is_tied(value message, value best) {
  const value same = message == best;
  return is_float(message.type()) ? same || ((message != message) && (best != best)) : same;
}
constexpr void refuse_rounded(ir& g, value message) {
  if ((message.type() == dtype::f16 || message.type() == dtype::bf16) && message.at().code != op::load)
    g.refuse(text{} << "the gradient of max and min needs exact messages, but these are computed and rounded to "
                    << dtype_name(message.type()) << "; cast<float> the fields");
}
template <class Reducer, int... K>
constexpr value pull_message(const Reducer& r, const symbolic_state& total, const symbolic_state& cotangent,
                             const algebra& a, ir& g, std::integer_sequence<int, K...>) {
  return r.pull(total, cotangent, value{&g, a.message[K]}...);
}

// The number of items of a space, as a value.
constexpr value items_as_value(ir& g, item_axes space) {
  value n = constant(&g, 1.0);
  for (int i = 0; i < rank_of(space); ++i) {
    const int axis = axis_at(space, i);
    const std::int64_t size = size_of(g.bound.axes.axes[axis]);
    n = n * (size != dynamic
                 ? constant(&g, double(size))
                 : value{&g, g.push({op::extent, side::none, weak_int, -1, -1, -1, -1, 0, std::uint64_t(axis)})});
  }
  return n;
}
// The adjoint of a fold in edge order, s_k = combine(s_(k-1), x_k): the states before each edge are stored, then the
// cotangent of the state walks from the last edge to the first and leaves each x_k its part (Griewank & Walther,
// ch. 3.2). Memory: two states an edge. A component without items that stands beside others with items has them here,
// for its cotangent is a sum over theirs.
// The parts of a reducer, with their places in the algebra.
template <class Reducer, class F>
constexpr void each_part(const Reducer& r, const algebra& a, F&& visit) {
  int next = 0;
  if constexpr (parted<Reducer>)
    std::apply([&](const auto&... one) { (visit(one, a.part[next++]), ...); }, r.parts);
  else
    visit(r, a.part[next]);
}
constexpr symbolic_state slice(const symbolic_state& all, const algebra_part& part, symbolic_state named) {
  named.g = all.g;
  for (int k = 0; k < part.count; ++k) named.of[k] = all.of[part.first + k];
  return named;
}
// combine of all parts that run as they are written.
template <class Reducer>
constexpr symbolic_state combine_written(ir& g, const Reducer& r, const algebra& a, const symbolic_state& like,
                                         const symbolic_state& left, const symbolic_state& right) {
  symbolic_state met = like;
  each_part(r, a, [&](const auto& one, const algebra_part& part) {
    if constexpr (!named_reducer<std::remove_cvref_t<decltype(one)>>) {
      if (!part.written) return;
      const symbolic_state names = to_state(&g, one.identity(), "identity");
      const symbolic_state given =
          combine_in(g, one, slice(like, part, names), slice(left, part, names), slice(right, part, names));
      for (int k = 0; k < part.count; ++k) met.of[part.first + k] = given.of[k];
    }
  });
  return met;
}
template <class Reducer>
constexpr void replay(derivation& d, cotangents& ct, const Reducer& r, const outline& at, const short* seeds,
                      const bool* written) {
  ir& g = d.g;
  const algebra& a = at.reducer;
  const int count = at.messages;
  item_axes space = 0;
  for (int k = 0; k < count; ++k)
    if (const item_axes items = g.nodes[at.message[k]].items) space = items;
  d.states = d.inputs;
  symbolic_state like{&g, count}, before{&g, count}, left{&g, count}, right{&g, count};
  const int bottom = g.count;
  int slot = 0;  // of the components that are replayed
  for (int k = 0; k < count; ++k) {
    const value lifted = expand({&g, at.message[k]}, space);
    like.of[k] = before.of[k] = left.of[k] = right.of[k] = lifted;
    if (!written[k]) continue;
    before.of[k] = part_of(g, lifted, left_part + slot);
    left.of[k] = load(g, add_input(d, side::edge, "state", storage_type(lifted.type()), space));
    right.of[k] = record(&g, op::cast, lifted.type(), space, lifted.id);  // a node of its own
    d.forward.identity[slot] = short(expand({&g, a.tree.identity[k]}, space).id);
    d.state[slot] = short(before.of[k].id);
    d.lifted[slot++] = short(right.of[k].id);
  }
  d.forward.count = d.backward.count = slot;
  const symbolic_state grown = combine_written(g, r, a, like, before, right),
                       met = combine_written(g, r, a, like, left, right);
  if (!g.why.empty()) return;
  const int top = g.count - 1;
  cotangents inner;
  slot = 0;
  for (int k = 0; k < count; ++k) {
    if (!written[k]) continue;
    d.forward.grown[slot++] = short(grown.of[k].id);
    if (is_float(like.of[k].type())) accumulate(g, inner, met.of[k].id, before.of[k]);
  }
  differentiate(g, inner, top, bottom);
  for (int i = 0; i <= top; ++i) {
    bool lifts = inner.of[i] < 0;
    for (int k = 0; k < count; ++k) lifts |= i == like.of[k].id || i == at.message[k] || i == right.of[k].id;
    if (lifts) continue;
    node_set below;
    mark(g, below, i);
    for (int k = 0; k <= i; ++k)
      if (below.has[k] && g.nodes[k].code == op::parameter && i < bottom)
        g.refuse(text{} << "a parameter in combine of a reducer that is folded as it is written has no gradient");
  }
  const auto or_zero = [&](int id, value of) {
    const value v = id >= 0 ? value{&g, id} : to_type(constant(&g, 0.0), of.type());
    return short(expand(v, space).id);
  };
  d.pulled = d.inputs;
  slot = 0;
  for (int k = 0; k < count; ++k) {
    if (!written[k]) continue;
    const value of = like.of[k];
    int seed = seeds[k];
    if (seed >= 0 && g.nodes[seed].items != space) seed = (value{&g, seed} / items_as_value(g, space)).id;
    d.backward.identity[slot] = or_zero(seed, of);
    d.backward.grown[slot] = or_zero(inner.of[left.of[k].id], of);
    d.pull[slot++] = or_zero(inner.of[right.of[k].id], of);
    const value v = load(g, add_input(d, side::edge, "pulled", storage_type(of.type()), space));
    if (is_float(of.type())) accumulate(g, ct, at.message[k], v);
  }
}

constexpr reducer_kind own_kind(const outline& at, int k) {
  return at.reducer.count > 0 ? at.reducer.own[k] : component_kind(at.kind, k);
}
constexpr bool has_products(const outline& at) {
  for (int k = 0; k < at.messages; ++k)
    if (own_kind(at, k) == reducer_kind::prod) return true;
  return false;
}
// Ordinary: every product that was kept has all its digits, so that it may be divided by a message.
template <class P, bool Edges>
constexpr derivation derive(const capture_result& c, bool ordinary) {
  derivation d{};
  d.g = c.g;
  ir& g = d.g;
  g.limit = derived_capacity;
  // g++ 12 shares the default of an array's elements and loses it where one of them is written in part: each is set
  for (int i = 0; i < port_table::capacity; ++i) {
    d.of[i] = {-1, -1};
    d.by_edge_sum[i] = -1;
  }
  for (int i = 0; i < max_components; ++i) d.prepare[i] = d.prepared[i] = d.state[i] = d.pull[i] = d.lifted[i] = -1;
  for (int i = 0; i < 2 * max_components; ++i) d.scaled[i] = d.scaled_done[i] = -1;
  const int top = g.count - 1;
  const outline& at = c.at;
  d.inputs = g.bound.inputs;

  // cotangents arrive per output
  d.cotangent = d.inputs;
  short seeds[output_list::capacity]{};
  for (int k = 0; k < at.outputs; ++k) {
    const node& n = g.nodes[at.output[k]];
    seeds[k] = short(
        load(g, add_input(d, Edges ? side::edge : side::destination, "cotangent", storage_type(n.type), n.items)).id);
  }
  // the forward reductions, as fields
  d.aggregate = d.inputs;
  short kept[max_components]{};
  if (!Edges)
    for (int k = 0; k < at.messages; ++k) {
      const node n = g.nodes[at.aggregate[k]];
      const int p = add_input(d, side::destination, "aggregate", storage_type(n.type), n.items);
      kept[k] = short(at.aggregate[k]);
      g.nodes[at.aggregate[k]] = {op::load, side::destination, n.type, -1, -1, -1, short(p), n.items, 0};
    }

  const auto collect = [&](const cotangents& ct, bool by_edge) {
    for (int i = 0; i <= top; ++i) {
      const node& n = g.nodes[i];
      if ((n.code != op::load && n.code != op::parameter) || n.port >= c.g.bound.count || ct.of[i] < 0) continue;
      (by_edge ? d.of[n.port].by_edge : d.of[n.port].direct) = ct.of[i];
    }
  };

  short edge_seed[max_components]{}, result_seed[max_components]{};
  if (at.has_node) {
    cotangents ct;
    for (int k = 0; k < at.outputs; ++k) {
      const value seed{&g, seeds[k]};
      accumulate(g, ct, at.output[k], seed);
    }
    differentiate(g, ct, top);
    collect(ct, false);
    for (int k = 0; k < at.messages; ++k) edge_seed[k] = ct.of[at.aggregate[k]];
    for (int k = 0; k < at.reducer.results; ++k) result_seed[k] = ct.of[at.reducer.result[k]];
  } else {
    for (int k = 0; k < at.messages; ++k) edge_seed[k] = seeds[k];
    for (int k = 0; k < at.reducer.results; ++k) result_seed[k] = seeds[k];
  }

  if (at.reducer.rescaled)
    g.refuse(text{} << "the results of this reducer change with the maximum that its weights are taken from; it has no "
                       "gradient: finalize gives quotients, or the maximum + log(sum)");
  d.extra = d.inputs;
  cotangents ct;
  bool done[max_components]{},
      written[max_components]{};  // components that are not folded by an operation of their own
  if constexpr (!Edges) {
    const algebra& a = at.reducer;
    if constexpr (kind_of<P, Edges>() == reducer_kind::custom)
      each_part(P::reducer, a, [&](const auto& one, const algebra_part& part) {
        const int first = part.first, end = part.first + part.count;
        bool any_seed = false;
        for (int k = first; k < end; ++k) any_seed |= edge_seed[k] >= 0;
        if constexpr (requires { &std::remove_cvref_t<decltype(one)>::pull; }) {
          // it says what the cotangent of a message is, given those of its results
          symbolic_state total{&g, part.count}, cotangent{&g, 0};
          for (int k = first; k < end; ++k) {
            done[k] = true;
            total.of[k - first] = {&g, kept[k]};
          }
          for (int k = part.result; k < a.results && k < part.result + 1; ++k)
            if (const int seed = result_seed[k]; seed >= 0) cotangent.of[cotangent.count++] = {&g, seed};
          if (cotangent.count > 0)
            accumulate(g, ct, a.message[0],
                       pull_message(one, total, cotangent, a, g, std::make_integer_sequence<int, 1>{}));
        } else if (part.selects) {
          // the edges whose state is the one that was kept
          value tied{&g, -1};
          int widest = first;
          for (int k = first; k < end; ++k) {
            done[k] = true;
            const value message{&g, at.message[k]};
            if (any_seed) refuse_rounded(g, message);
            const value same = is_tied(message, {&g, kept[k]});
            tied = tied.id < 0 ? same : tied && same;
            if (message.items() != 0) widest = k;
          }
          if (!any_seed) return;
          const dtype wide = g.nodes[at.message[widest]].type, type = is_float(wide) ? wide : dtype::f32;
          const value ties = to_type(where(tied, 1.0, 0.0), type);
          d.prepare[first] = short(ties.id);
          d.prepared[first] = short(aggregate_of(g, ties.id, 0));
          const value count = load(g, add_input(d, side::destination, "ties", storage_type(type), ties.items()));
          for (int k = first; k < end; ++k) {
            const value message{&g, at.message[k]};
            if (edge_seed[k] >= 0 && is_float(message.type()))
              accumulate(g, ct, at.message[k],
                         where(tied, value{&g, edge_seed[k]} / to_type(count, message.type()), 0.0));
          }
          for (int k = first; k < end; ++k) d.keeps[k] = true;
        } else if (part.written) {
          for (int k = first; k < end; ++k) done[k] = written[k] = true;
        }
      });
  }
  for (int k = 0; k < at.messages; ++k) {
    if (done[k] || edge_seed[k] < 0 || !is_float(g.nodes[at.message[k]].type)) continue;
    const reducer_kind R = Edges ? reducer_kind::none : own_kind(at, k);
    const value message{&g, at.message[k]};
    value seed{&g, edge_seed[k]};
    if (R == reducer_kind::mean) {
      const value edges = to_type(load(g, g.bound.find(side::destination, pack("#degree"))), message.type());
      seed = seed / edges;
    } else if (R == reducer_kind::max || R == reducer_kind::min) {
      const value best{&g, kept[k]};
      refuse_rounded(g, message);
      const value tied = is_tied(message, best);
      const value ties = to_type(where(tied, 1.0, 0.0), message.type());
      d.prepare[k] = short(ties.id);
      d.prepared[k] = short(aggregate_of(g, ties.id, 0));
      seed = where(
          tied, seed / load(g, add_input(d, side::destination, "ties", storage_type(message.type()), message.items())),
          0.0);
    } else if (R == reducer_kind::prod && ordinary) {
      seed = (seed * value{&g, kept[k]}) / message;
    } else if (R == reducer_kind::prod) {
      const value zeros = to_type(where(message == 0, 1.0, 0.0), message.type());
      d.prepare[k] = short(zeros.id);
      d.prepared[k] = short(aggregate_of(g, zeros.id, 0));
      const value m = record(&g, op::mantissa, message.type(), message.items(), message.id);
      const value e = record(&g, op::exponent, message.type(), message.items(), message.id);
      d.scaled[2 * k] = short(m.id), d.scaled[2 * k + 1] = short(e.id);
      d.scaled_done[2 * k] = short(aggregate_of(g, m.id, 0)),
                        d.scaled_done[2 * k + 1] = short(aggregate_of(g, e.id, 1));
      const dtype stored = storage_type(message.type());
      const value all_zeros = load(g, add_input(d, side::destination, "zeros", stored, message.items()));
      const value all_m = load(g, add_input(d, side::destination, "mantissas", stored, message.items()));
      const value all_e = load(g, add_input(d, side::destination, "exponents", stored, message.items()));
      seed = seed * product_of_others(message, all_m, all_e, all_zeros);
    }
    accumulate(g, ct, at.message[k], seed);
  }
  if constexpr (!Edges && kind_of<P, Edges>() == reducer_kind::custom)
    if (const bool any =
            [&] {
              for (const bool b : written)
                if (b) return true;
              return false;
            }();
        any)
      replay(d, ct, P::reducer, at, edge_seed, written);
  differentiate(g, ct, top);
  collect(ct, true);

  // into the shape of the field
  for (int p = 0; p < c.g.bound.count; ++p) {
    const port& f = g.bound.ports[p];
    for (short* const id : {&d.of[p].by_edge, &d.of[p].direct})
      if (*id >= 0) *id = short(f.side == side::none ? *id : expand({&g, *id}, f.items).id);
    if (d.of[p].by_edge >= 0) d.by_edge_sum[p] = short(aggregate_of(g, d.of[p].by_edge, 0));
  }
  // which kept reductions does anything read?
  if (!Edges) {
    node_set used;
    for (int p = 0; p < c.g.bound.count; ++p) {
      mark(g, used, d.of[p].by_edge);
      mark(g, used, d.of[p].direct);
    }
    for (int k = 0; k < d.backward.count; ++k) mark(g, used, d.backward.identity[k]);
    for (int k = 0; k < at.messages; ++k) d.keeps[k] |= used.has[kept[k]];
    for (int k = 0; k < at.messages; ++k)
      d.keeps[k] |= own_kind(at, k) == reducer_kind::max || own_kind(at, k) == reducer_kind::min;
  }
  if (d.inputs > runtime::max_inputs - hoisting::capacity)
    g.refuse(text{} << "the gradient of this program reads more than " << (runtime::max_inputs - hoisting::capacity)
                    << " arrays; bind fewer fields");
  return d;
}

/// The derived program as kernels read it.
template <class C, bool Edges, bool Ordinary = false>
struct adjoint_of {
  static constexpr derivation result = derive<typename C::program, Edges>(C::result, Ordinary);
  static constexpr text why = result.g.why.empty() ? result.g.bound.why : result.g.why;
  static constexpr auto nodes = shrink<result.g.count>(result.g);
  static constexpr port_table table = [] {
    port_table t = result.g.bound;
    t.inputs = result.inputs;
    return t;
  }();
  using sizes = typename C::sizes;
  static constexpr bool has_identity = false;
};
/// The scans of its replay.
template <class D, bool Back>
struct replay_of {
  static constexpr auto nodes = D::nodes;
  static constexpr port_table table = D::table;
  using sizes = typename D::sizes;
  static constexpr bool has_identity = false;
  static constexpr tree_code tree = Back ? D::result.backward : D::result.forward;
};

/// The node update as a program of its own, in which the reductions are fields: for updates that sum a reduction over
/// item axes or give other item axes than the message, which the registers of the reduction cannot serve.
template <class C>
struct node_update {
  static constexpr bool needed = [] {
    if (!C::at.has_node) return false;
    const dependences d = dependences_of(C::nodes, C::nodes.count);
    item_axes space = 0;
    for (int k = 0; k < C::at.messages; ++k)
      if (C::nodes.nodes[C::at.message[k]].items) space = C::nodes.nodes[C::at.message[k]].items;
    for (int i = 0; i < C::nodes.count; ++i) {
      const node& n = C::nodes.nodes[i];
      if ((d.of[i] & depends::aggregate) && (n.code == op::contract || is_lazy(C::nodes.nodes, n))) return true;
    }
    for (int k = 0; k < C::at.outputs; ++k)
      if (const item_axes items = C::nodes.nodes[C::at.output[k]].items; items && space && items != space) return true;
    return false;
  }();
  static constexpr int first = C::table.inputs;  // the input of the first reduction
  static constexpr port_table table = [] {
    port_table t = C::table;
    for (int k = 0; k < C::at.messages; ++k) {
      const node& n = C::nodes.nodes[C::at.aggregate[k]];
      port p;
      p.side = side::destination;
      p.id = pack("aggregate");
      p.type = storage_type(n.type);
      p.items = n.items;
      p.argument = t.inputs++;
      t.add_derived(p);
    }
    return t;
  }();
  static constexpr auto nodes = [] {
    auto g = C::nodes;
    for (int k = 0; k < C::at.messages; ++k) {
      const node n = g.nodes[C::at.aggregate[k]];
      g.nodes[C::at.aggregate[k]] = {op::load, side::destination,         n.type,  -1, -1,
                                     -1,       short(C::table.count + k), n.items, 0};
    }
    return g;
  }();
  using sizes = typename C::sizes;
  static constexpr bool has_identity = false;
};

/// The program whose one reduction is the score that weights are taken from.
template <class C>
struct peaks_of {
  static constexpr auto both = [] {
    ir g = C::result.g;
    const int id = aggregate_of(g, C::at.reducer.score, 0);
    return std::pair<ir, int>(g, id);
  }();
  static constexpr int aggregate = both.second;
  static constexpr auto nodes = shrink<both.first.count>(both.first);
  static constexpr port_table table = C::table;
  using sizes = typename C::sizes;
  static constexpr bool has_identity = false;
};

/// Another program in which the parts that depend on the gathered side alone are fields, computed before.
template <class C, class Roots, side Gathered>
struct hoisted;
template <class C, int... Root, side Gathered>
struct hoisted<C, ids<Root...>, Gathered> {
  static constexpr hoisting parts = hoists_of(C::nodes, C::nodes.count, {Root...}, Gathered);
  static constexpr int first = C::table.inputs;
  static constexpr port_table table = [] {
    port_table t = C::table;
    for (int k = 0; k < parts.count; ++k) {
      const node& n = C::nodes.nodes[parts.id[k]];
      port p;
      p.side = Gathered;
      p.id = pack("hoisted");
      p.type = storage_type(n.type);
      p.items = n.items;
      p.argument = t.inputs++;
      t.add_derived(p);
    }
    return t;
  }();
  static constexpr auto nodes = [] {
    auto g = C::nodes;
    for (int k = 0; k < parts.count; ++k) {
      const node n = g.nodes[parts.id[k]];
      g.nodes[parts.id[k]] = {op::load, Gathered, n.type, -1, -1, -1, short(C::table.count + k), n.items, 0};
    }
    return g;
  }();
  using sizes = typename C::sizes;
  static constexpr bool has_identity = C::has_identity;
  static constexpr tree_code tree = tree_of<C>();
};

}  // namespace tiga::detail

// What a program depends on, what it costs, and what is worth computing once per vertex instead of once per edge.
#pragma once
#include <tiga/program/value.hpp>

namespace tiga {

/// Bits: which sides a node depends on (1 << side), plus what else is not constant over a row's edges.
namespace depends {
inline constexpr unsigned source = 1, destination = 2, edge = 4, aggregate = 8;
}

struct dependences {
  unsigned char of[derived_capacity]{};
};
template <class Nodes>
constexpr dependences dependences_of(const Nodes& g, int count) {
  dependences d;
  for (int i = 0; i < count; ++i) {
    const node& n = g.nodes[i];
    unsigned s = n.code == op::load && n.side != side::none ? 1u << unsigned(n.side) : 0;
    if (n.code == op::aggregate) s |= depends::aggregate;
    if (n.code == op::edge_number) s |= depends::edge;
    for (const int k : {int(n.a), int(n.b), int(n.c)})
      if (k >= 0) s |= d.of[k];
    d.of[i] = static_cast<unsigned char>(s);
  }
  return d;
}

/// Rough cost of one element of an operation, in additions; measured once on AVX-512 and good to a factor of two.
constexpr int cost_of(op o) {
  switch (o) {
    case op::div:
    case op::sqrt: return 8;
    case op::exp: return 16;
    case op::log:
    case op::sin:
    case op::cos: return 24;
    case op::tanh: return 30;
    case op::pow: return 60;
    case op::contract: return 16;
    case op::constant:
    case op::parameter:
    case op::extent:
    case op::edge_number:
    case op::load:
    case op::aggregate:
    case op::expand:
    case op::poison: return 0;
    default: return 1;
  }
}

/// Which nodes a set of roots needs.
struct node_set {
  bool has[derived_capacity]{};
};
template <class Nodes>
constexpr void mark(const Nodes& g, node_set& s, int id) {
  if (id < 0 || s.has[id]) return;
  s.has[id] = true;
  mark(g, s, g.nodes[id].a);
  mark(g, s, g.nodes[id].b);
  mark(g, s, g.nodes[id].c);
}

/// The largest subexpressions that depend on the gathered side alone.
struct hoisting {
  static constexpr int capacity = 4;
  int id[capacity]{};
  int count = 0;
  int cost = 0;  // additions saved per edge and item
};
namespace detail {
inline constexpr int cost_of_gather = 8;  // of a row of items, in additions an item
template <class Nodes>
constexpr void find_hoists(const Nodes& g, const dependences& d, node_set& seen, int id, unsigned gathered,
                           hoisting& h) {
  if (id < 0 || seen.has[id]) return;
  seen.has[id] = true;
  const node& n = g.nodes[id];
  if (d.of[id] == gathered && n.code != op::load) {
    node_set part;
    mark(g, part, id);
    int cost = 0;
    for (int i = 0; i <= id; ++i)
      if (part.has[i] && d.of[i] == gathered) cost += cost_of(g.nodes[i].code);
    const bool stored_exactly = n.type == dtype::f32 || n.type == dtype::f64;
    if (cost > 0 && stored_exactly && h.count < hoisting::capacity) {
      h.id[h.count++] = id;
      h.cost += cost;
      return;
    }
  }
  find_hoists(g, d, seen, n.a, gathered, h);
  find_hoists(g, d, seen, n.b, gathered, h);
  find_hoists(g, d, seen, n.c, gathered, h);
}
}  // namespace detail
/// Of all that `roots` need.
template <class Nodes, std::size_t N>
constexpr hoisting hoists_of(const Nodes& g, int count, const int (&roots)[N], side gathered) {
  hoisting h;
  node_set seen, before;
  const dependences d = dependences_of(g, count);
  for (const int root : roots) {
    mark(g, before, root);
    detail::find_hoists(g, d, seen, root, 1u << unsigned(gathered), h);
  }
  if (h.count == 0) return h;
  // gathers of items that go, less those that come
  int gathers = 0;
  for (int k = 0; k < h.count; ++k) gathers -= g.nodes[h.id[k]].items != 0;
  for (int i = 0; i < count; ++i) {
    const node& n = g.nodes[i];
    if (before.has[i] && !seen.has[i] && n.code == op::load && n.side == gathered && n.items != 0) ++gathers;
  }
  h.cost += detail::cost_of_gather * gathers;
  return h;
}

/// Whether computing `h` once per gathered vertex pays: it saves h.cost per edge and costs that plus writing and
/// reading a temporary per vertex. A single multiplication does not pay at any degree (measured).
constexpr bool may_hoist(const hoisting& h) { return h.count > 0 && h.cost > 4 * h.count; }
constexpr bool worth_hoisting(const hoisting& h, std::int64_t edges, std::int64_t vertices) {
  return may_hoist(h) && double(edges) * h.cost > double(vertices) * (h.cost + 32.0 * h.count);
}

}  // namespace tiga

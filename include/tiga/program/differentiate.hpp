// Reverse-mode differentiation of a captured program (Griewank & Walther, Evaluating Derivatives, ch. 3): one function
// over the node array serves messages, node updates and elementwise expressions.
#pragma once
#include <tiga/program/value.hpp>

namespace tiga {

/// Cotangents of nodes, by number; -1 where nothing arrives.
struct cotangents {
  short of[derived_capacity];
  constexpr cotangents() : of{} {
    for (short& c : of) c = -1;
  }
};

namespace detail {

// Adds `v` to the cotangent of node `id`, in the node's own type and item axes: what was broadcast is summed.
constexpr void accumulate(ir& g, cotangents& ct, int id, value v) {
  const node n = g.nodes[id];
  if (!is_float(n.type) || is_poison(v)) return;
  v = to_type(v, n.type);
  if (v.items() != n.items) {
    if (n.items == 0)
      v = record(&g, op::contract, n.type, 0, v.id);
    else
      v = expand(v, n.items);
  }
  ct.of[id] = short(ct.of[id] < 0 ? v.id : binary(op::add, {&g, ct.of[id]}, v).id);
}

constexpr void pull_back(ir& g, cotangents& ct, int i) {
  const node n = g.nodes[i];
  const value c{&g, ct.of[i]}, out{&g, i}, a{&g, n.a}, b{&g, n.b};
  const auto to = [&](int id, value v) { accumulate(g, ct, id, v); };
  switch (n.code) {
    case op::cast: to(n.a, c); break;
    case op::neg: to(n.a, -c); break;
    case op::abs: to(n.a, where(a < 0, -c, where(a == 0, c * 0, c))); break;
    case op::exp: to(n.a, c * out); break;
    case op::log: to(n.a, c / a); break;
    case op::sqrt: to(n.a, c / (out + out)); break;
    case op::tanh: to(n.a, c * (1 - out * out)); break;
    case op::sin: to(n.a, c * cos(a)); break;
    case op::cos: to(n.a, -(c * sin(a))); break;
    case op::add: to(n.a, c), to(n.b, c); break;
    case op::sub: to(n.a, c), to(n.b, -c); break;
    case op::mul: to(n.a, c * b), to(n.b, c * a); break;
    case op::div: {
      // of a number beside items the reciprocal is taken once
      const value part = b.items() == 0 && c.items() != 0 ? c * (1 / b) : c / b;
      to(n.a, part), to(n.b, -(part * out));
      break;
    }
    case op::pow:
      // x^0 is 1 at 0 too, and has no slope there
      to(n.a, g.nodes[n.b].code == op::constant && g.nodes[n.b].bits != 0
                  ? c * b * pow(a, b - 1)
                  : where(b == 0, literal_value(&g, 0.0), c * b * pow(a, b - 1)));
      to(n.b, where(a == 0, out * 0, c * out * log(a)));
      break;
    case op::max:
    case op::min:  // ties share evenly; where NaN has won, NaN gets it
      to(n.a, where(a == b, c * 0.5, where((out == a) || (a != a), c, 0.0)));
      to(n.b, where(a == b, c * 0.5, where((out == b) || (b != b), c, 0.0)));
      break;
    case op::select:
      to(n.b, where(a, c, 0.0));
      to(n.c, where(a, literal_value(&g, 0.0), c));
      break;
    case op::contract: to(n.a, expand(c, a.items())); break;
    case op::expand: to(n.a, record(&g, op::contract, n.type, a.items(), c.id)); break;
    default: break;  // leaves, integers, conditions, floor
  }
}

}  // namespace detail

/// Cotangents of all nodes up to `top`, given those that `ct` already holds. New nodes are appended to `g`. Nodes below
/// `bottom` receive, and do not hand on.
constexpr void differentiate(ir& g, cotangents& ct, int top, int bottom = 0) {
  g.limit = derived_capacity;
  for (int i = top; i >= bottom; --i)
    if (ct.of[i] >= 0) detail::pull_back(g, ct, i);
}

}  // namespace tiga

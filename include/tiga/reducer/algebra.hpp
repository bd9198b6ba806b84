// From a reducer's four functions to a value: captured with the program whose messages it takes, and proved. A proof
// looks at structure, never at names, so that an algebra written by hand reaches the kernel of the built-in one.
#pragma once
#include <limits>
#include <tiga/program/job.hpp>
#include <tiga/reducer/state.hpp>

namespace tiga {

/// What was proved of a reducer; the first that holds, in this order.
enum class reduction_form : std::uint8_t {
  builtin,        // named, not captured
  sum,            // one component, l + r
  mean,           // (sum, count), sum / count
  product,        // one component, l * r
  extremum,       // one component, max(l, r) or min(l, r)
  additive,       // every component l + r
  componentwise,  // every component l + r, l * r, max(l, r) or min(l, r)
  tree,           // nothing: `combine` runs as it is written
};

namespace detail {

/// A reducer beside the program that it serves. Node numbers are those of the program.
struct algebra {
  int count = 0;                                     // components
  short lifted[std::size_t(max_components)]{};       // of one edge
  short identity[std::size_t(max_components)]{};     // constants or parameters
  short combined[std::size_t(max_components)]{};     // of left_part(k) and right_part(k); trees only
  reducer_kind component[std::size_t(max_components)]{};
  reduction_form form = reduction_form::builtin;
  bool in_order = false;  // trees: one left fold over the edges of a row
  reducer_kind kind() const = delete;
};
/// `aggregate` nodes with these ports stand for the states that `combine` receives.
constexpr int left_part(int k) { return 16 + k; }
constexpr int right_part(int k) { return 24 + k; }

template <class X>
inline constexpr bool is_state_list = false;
template <class... X>
inline constexpr bool is_state_list<state_list<X...>> = true;
template <>
inline constexpr bool is_state_list<symbolic_state> = true;
template <class X>
inline constexpr bool is_component = std::is_base_of_v<value, X> || is_loose<X> || std::is_arithmetic_v<X>;
template <name N, class X>
inline constexpr bool is_component<bound<N, X>> = is_component<X>;

constexpr void refuse_state(ir* g, const char* who) {
  g->refuse(text{} << who << " of a reducer returns a value, or state(...) of at most " << max_components
                   << " values, not something else");
}
template <class X>
constexpr void add_component(ir* g, symbolic_state& s, const X& x) {
  s.of[s.count++] = to_value(g, x);
}
template <name N, class X>
constexpr void add_component(ir* g, symbolic_state& s, const bound<N, X>& b) {
  s.names[s.count] = N;
  add_component(g, s, b.x);
}
template <class R>
constexpr symbolic_state to_state(ir* g, const R& r, const char* who) {
  symbolic_state s{g};
  if constexpr (is_component<R>) {
    add_component(g, s, r);
  } else {
    refuse_state(g, who);
  }
  return s;
}
template <class... X>
constexpr symbolic_state to_state(ir* g, const state_list<X...>& r, const char* who) {
  symbolic_state s{g};
  if constexpr (sizeof...(X) == 0 || sizeof...(X) > std::size_t(max_components) || !(is_component<X> && ...))
    refuse_state(g, who);
  else
    std::apply([&](const auto&... x) { (add_component(g, s, x), ...); }, r.parts);
  return s;
}
constexpr symbolic_state to_state(ir*, const symbolic_state& s, const char*) { return s; }

// Two parts of a reducer speak of one state: as many components, under the same names.
constexpr void check_alike(ir& g, const symbolic_state& s, const char* who, const symbolic_state& identity) {
  if (s.count == 0 || identity.count == 0) return;
  text t;
  if (s.count != identity.count)
    t << who << " gives " << s.count << (s.count == 1 ? " component" : " components") << ", but identity gives "
      << identity.count;
  for (int k = 0; k < s.count && t.empty(); ++k)
    if (!(s.names[k] == identity.names[k]))
      t << who << " and identity name component " << k << " differently; give the names in one order, everywhere";
  if (!t.empty()) g.refuse(t);
}

// The dtype of each component: that of the lifted message and the identity together. Literals alone take that of the
// widest floating component beside them.
constexpr void settle_types(ir& g, symbolic_state& lifted, symbolic_state& identity) {
  dtype widest = dtype::f32;
  for (int k = 0; k < lifted.count; ++k)
    if (const dtype t = lifted.of[k].type(); !is_weak(t) && is_floating(t)) widest = promote(widest, t);
  for (int k = 0; k < lifted.count; ++k) {
    if (is_poison(lifted.of[k]) || is_poison(identity.of[k])) continue;
    dtype t = promote(lifted.of[k].type(), identity.of[k].type());
    if (t == weak_float) t = widest;
    if (t == weak_int) t = dtype::i32;
    lifted.of[k] = to_type(lifted.of[k], t);
    identity.of[k] = to_type(identity.of[k], t);
    if (identity.of[k].items() != 0) g.refuse(text{} << "identity of a reducer is made of numbers and parameters");
  }
}

template <class T>
constexpr value as_argument(const symbolic_state& s) {
  return s.of[0];
}
template <class Identity>
constexpr auto argument_of(const symbolic_state& s) {
  if constexpr (is_state_list<Identity>)
    return s;
  else
    return s.of[0];
}
template <class Reducer>
using identity_of_reducer = decltype(std::declval<const Reducer&>().identity());

constexpr symbolic_state parts_of(ir& g, const symbolic_state& lifted, int (*port)(int)) {
  symbolic_state s = lifted;
  s.g = &g;
  for (int k = 0; k < s.count; ++k) {
    const value v = lifted.of[k];
    s.of[k] = {&g, g.push({op::aggregate, side::none, v.type(), -1, -1, -1, short(port(k)), v.items(), 0})};
  }
  return s;
}
// combine(left, right) recorded in `g`: the node of each component, in the component's own type.
template <class Reducer>
constexpr symbolic_state combine_in(ir& g, const Reducer& r, const symbolic_state& lifted) {
  using I = identity_of_reducer<Reducer>;
  const symbolic_state left = parts_of(g, lifted, left_part), right = parts_of(g, lifted, right_part);
  symbolic_state s = to_state(&g, r.combine(argument_of<I>(left), argument_of<I>(right)), "combine");
  check_alike(g, s, "combine", lifted);
  for (int k = 0; k < s.count && g.why.empty(); ++k) {
    const dtype type = lifted.of[k].type();
    if (is_weak(s.of[k].type())) s.of[k] = to_type(s.of[k], type);
    text t;
    if (s.of[k].type() != type)
      t << "combine gives " << dtype_name(s.of[k].type()) << " for component " << k << ", whose state is "
        << dtype_name(type);
    else if (s.of[k].items() != lifted.of[k].items() && s.of[k].items() != 0)
      t << "combine gives component " << k << " other item axes than lift does";
    if (!t.empty()) g.refuse(t);
    s.of[k] = expand(s.of[k], lifted.of[k].items());
  }
  return s;
}

// How component k is folded where that is one operation of its own two sides.
constexpr reducer_kind fold_kind(const ir& g, int root, int k) {
  const node& n = g.nodes[root];
  if (n.a < 0 || n.b < 0) return reducer_kind::none;
  const node &a = g.nodes[n.a], &b = g.nodes[n.b];
  if (a.code != op::aggregate || b.code != op::aggregate) return reducer_kind::none;
  const bool own = (a.port == left_part(k) && b.port == right_part(k)) ||
                   (b.port == left_part(k) && a.port == right_part(k));
  if (!own) return reducer_kind::none;
  switch (n.code) {
    case op::add: return reducer_kind::sum;
    case op::mul: return reducer_kind::prod;
    case op::max: return reducer_kind::max;
    case op::min: return reducer_kind::min;
    default: return reducer_kind::none;
  }
}
constexpr bool is_neutral(reducer_kind r, value identity) {
  const node& n = identity.at();
  if (n.code != op::constant) return false;
  if (r == reducer_kind::sum) return is_number(identity, 0);
  if (r == reducer_kind::prod) return is_number(identity, 1);
  const bool greatest = r == reducer_kind::min;
  if (is_float(n.type))
    return is_number(identity, greatest ? std::numeric_limits<double>::infinity()
                                        : -std::numeric_limits<double>::infinity());
  const int bits = 8 * int(dtype_size(n.type));
  const bool is_signed = n.type == dtype::i8 || n.type == dtype::i16 || n.type == dtype::i32 || n.type == dtype::i64;
  const std::uint64_t top = ~std::uint64_t(0) >> (64 - bits + (is_signed ? 1 : 0));
  return n.bits == (greatest ? top : is_signed ? ~top : 0);
}
constexpr value apply_kind(reducer_kind r, value a, value b) {
  return binary(r == reducer_kind::sum    ? op::add
                : r == reducer_kind::prod ? op::mul
                : r == reducer_kind::max  ? op::max
                                          : op::min,
                a, b);
}

/// Captures `r` for these messages; what is wrong with it is refused in `g`. `state` becomes what `finalize` receives,
/// `results` what it gives: nodes over `aggregate` nodes k, the reductions of `lifted[k]`.
template <class Reducer, class... V>
constexpr algebra capture_reducer(ir& g, symbolic_state& results, const Reducer& r, V... messages) {
  using I = identity_of_reducer<Reducer>;
  algebra a;
  symbolic_state lifted, identity;
  if constexpr (!requires { r.lift(messages...); }) {
    g.refuse(text{} << "lift of the reducer does not take the " << int(sizeof...(V))
                    << (sizeof...(V) == 1 ? " message" : " messages") << " that edge gives");
    return a;
  } else {
    lifted = to_state(&g, r.lift(messages...), "lift");
  }
  identity = to_state(&g, r.identity(), "identity");
  check_alike(g, lifted, "lift", identity);
  if (!g.why.empty()) return a;
  settle_types(g, lifted, identity);
  if (!g.why.empty()) return a;
  a.count = lifted.count;
  bool proved = Reducer::associative, sums = true;
  {
    ir scratch{};
    scratch.bound = g.bound;
    const symbolic_state combined = combine_in(scratch, r, lifted);
    if (!scratch.why.empty()) {
      g.refuse(scratch.why);
      return a;
    }
    for (int k = 0; k < a.count; ++k) {
      a.component[k] = fold_kind(scratch, combined.of[k].id, k);
      proved &= a.component[k] != reducer_kind::none;
      sums &= a.component[k] == reducer_kind::sum;
    }
  }
  if (!proved) {
    a.form = reduction_form::tree;
    a.in_order = Reducer::deterministic || !Reducer::associative;
    const symbolic_state combined = combine_in(g, r, lifted);
    for (int k = 0; k < a.count; ++k) {
      a.combined[k] = short(combined.of[k].id);
      a.component[k] = reducer_kind::custom;
    }
  } else if (a.count == 1) {
    a.form = sums                                   ? reduction_form::sum
             : a.component[0] == reducer_kind::prod ? reduction_form::product
                                                    : reduction_form::extremum;
  } else {
    a.form = sums ? reduction_form::additive : reduction_form::componentwise;
  }
  symbolic_state sums_of = lifted;
  for (int k = 0; k < a.count; ++k) {
    const value v = lifted.of[k], start = identity.of[k];
    a.lifted[k] = short(v.id);
    a.identity[k] = short(start.id);
    const value sum{&g, g.push({op::aggregate, side::none, v.type(), -1, -1, -1, short(k), v.items(), 0})};
    // an identity that is not the operation's own starts every row's fold, once
    sums_of.of[k] = !proved || is_neutral(a.component[k], start) ? sum : apply_kind(a.component[k], start, sum);
  }
  results = to_state(&g, r.finalize(argument_of<I>(sums_of)), "finalize");
  // (sum, 1) and sum / count: a mean
  if (a.form == reduction_form::additive && a.count == 2 && results.count == 1) {
    const node n = results.of[0].at();
    for (int k = 0; k < 2; ++k) {
      const node count = g.nodes[a.lifted[1 - k]];
      if (n.code == op::div && n.a == sums_of.of[k].id && n.b == sums_of.of[1 - k].id && count.type == n.type &&
          is_number({&g, a.lifted[1 - k]}, 1) && g.nodes[n.a].code == op::aggregate &&
          g.nodes[n.b].code == op::aggregate) {
        const value v{&g, a.lifted[k]};
        a.form = reduction_form::mean;
        a.count = 1;
        a.lifted[0] = short(v.id);
        a.component[0] = reducer_kind::mean;
        results.of[0] = {&g, g.push({op::aggregate, side::none, v.type(), -1, -1, -1, 0, v.items(), 0})};
        break;
      }
    }
  }
  return a;
}

}  // namespace detail
}  // namespace tiga

// From a reducer's four functions to a value: captured with the program whose messages it takes, and proved. A proof
// looks at structure, never at names, so that an algebra written by hand reaches the kernel of the built-in one.
#pragma once
#include <limits>
#include <tiga/program/job.hpp>
#include <tiga/reducer/state.hpp>

namespace tiga {

/// What was proved of a reducer; the first that holds, in this order.
enum class reduction_form : std::uint8_t {
  sum,              // one component, l + r
  mean,             // (sum, 1), sum / count
  product,          // one component, l * r
  extremum,         // one component, max(l, r) or min(l, r); or one condition that keeps one of two states whole
  additive,         // every component l + r
  componentwise,    // every component l + r, l * r, max(l, r) or min(l, r)
  stable_weighted,  // a running maximum m, every other component l * exp(l_m - m) + r * exp(r_m - m)
  several,          // parts with forms of their own: all_of(...)
  tree,             // nothing: `combine` runs as it is written
};

constexpr const char* form_name(reduction_form f) {
  switch (f) {
    case reduction_form::sum: return "sum";
    case reduction_form::mean: return "mean";
    case reduction_form::product: return "product";
    case reduction_form::extremum: return "extremum";
    case reduction_form::additive: return "additive";
    case reduction_form::componentwise: return "componentwise";
    case reduction_form::stable_weighted: return "stable weighted";
    case reduction_form::several: return "several";
    default: return "tree";
  }
}

namespace detail {

/// One of several reducers that are captured together: its components, and how their cotangents come about.
struct algebra_part {
  int first = 0, count = 0;  // components
  int result = 0;            // the first of its results
  bool selects = false;      // one of two states is kept whole
  bool written = false;      // nothing is known of combine
};
/// A reducer beside the program that it serves. Node numbers are those of the program.
struct algebra {
  int count = 0;                             // components
  short lifted[max_components]{};            // of one edge
  short aggregate[max_components]{};         // what stands for their reductions
  reducer_kind component[max_components]{};  // how kernels fold it
  reducer_kind own[max_components]{};        // and what it is by itself, beside parts that run as they are written
  int parts = 0;
  algebra_part part[max_components]{};
  short message[max_components]{};  // what edge gives
  int messages = 0;
  short result[max_components]{};  // what finalize makes of the aggregates
  int results = 0;
  tree_code tree;  // `identity` always, the rest where `by_tree`
  reduction_form form = reduction_form::sum;
  bool by_tree = false;   // `combine` runs as it is written
  bool rescaled = false;  // results change with the maximum that weights are taken from
  short score = -1;       // stable weighted: the node whose maximum over the row is a field, in port `peak`
  short peak = -1;
};

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
    std::apply([&](const auto&... parts) { (add_component(g, s, parts), ...); }, r.parts);
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

constexpr double abs_of(double x) { return x < 0 ? -x : x; }
/// The number that `r` leaves as it is.
constexpr value neutral_value(ir* g, reducer_kind r, dtype type) {
  const bool greatest = r == reducer_kind::min;
  if (r != reducer_kind::max && !greatest) return to_type(constant(g, r == reducer_kind::prod ? 1.0 : 0.0), type);
  if (is_float(type))
    return to_type(
        constant(g, greatest ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity()),
        type);
  const int bits = 8 * int(dtype_size(type));
  const bool is_signed = type == dtype::i8 || type == dtype::i16 || type == dtype::i32 || type == dtype::i64;
  const std::uint64_t top = ~std::uint64_t(0) >> (64 - bits + (is_signed ? 1 : 0));
  return {g, g->push({op::constant, side::none, type, -1, -1, -1, -1, 0, greatest ? top : is_signed ? ~top : 0})};
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
    // infinity is the lowest or the highest number of integers
    if (const node& n = identity.of[k].at(); n.type == weak_float && n.code == op::constant &&
                                             !is_weak(lifted.of[k].type()) && !is_floating(lifted.of[k].type()) &&
                                             abs_of(constant_of(n)) == std::numeric_limits<double>::infinity()) {
      t = lifted.of[k].type();
      identity.of[k] = neutral_value(&g, constant_of(n) < 0 ? reducer_kind::max : reducer_kind::min, t);
    }
    lifted.of[k] = to_type(lifted.of[k], t);
    identity.of[k] = to_type(identity.of[k], t);
    if (identity.of[k].items() != 0) g.refuse(text{} << "identity of a reducer is made of numbers and parameters");
  }
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

constexpr value part_of(ir& g, value of, int port) {
  return {&g, g.push({op::aggregate, side::none, of.type(), -1, -1, -1, short(port), of.items(), 0})};
}
constexpr symbolic_state parts_of(ir& g, const symbolic_state& like, int first_port) {
  symbolic_state s = like;
  s.g = &g;
  for (int k = 0; k < s.count; ++k) s.of[k] = part_of(g, like.of[k], first_port + k);
  return s;
}
// combine(left, right) recorded in `g`: each component in the type and the item axes that `like` has.
constexpr symbolic_state settle_state(ir& g, symbolic_state s, const symbolic_state& like, const char* who) {
  check_alike(g, s, who, like);
  for (int k = 0; k < s.count && g.why.empty(); ++k) {
    const dtype type = like.of[k].type();
    if (is_weak(s.of[k].type())) s.of[k] = to_type(s.of[k], type);
    text t;
    if (s.of[k].type() != type)
      t << who << " gives " << dtype_name(s.of[k].type()) << " for component " << k << ", whose state is "
        << dtype_name(type);
    else if (s.of[k].items() != like.of[k].items() && s.of[k].items() != 0 && like.of[k].items() != 0)
      t << who << " gives component " << k << " other item axes than lift does";
    if (!t.empty()) g.refuse(t);
    if (s.of[k].items() == 0) s.of[k] = expand(s.of[k], like.of[k].items());
  }
  return s;
}
template <class Reducer>
constexpr symbolic_state combine_in(ir& g, const Reducer& r, const symbolic_state& like, const symbolic_state& left,
                                    const symbolic_state& right) {
  using I = identity_of_reducer<Reducer>;
  return settle_state(g, to_state(&g, r.combine(argument_of<I>(left), argument_of<I>(right)), "combine"), like,
                      "combine");
}

// ---- proofs --------------------------------------------------------------------------------------------------------

// `combine` of a state, in an array of its own: node numbers of each component's result.
struct combined_state {
  const ir& g;
  int count;
  int root[max_components];
  constexpr const node& at(int id) const { return g.nodes[id]; }
  constexpr int inner(int id) const {
    while (at(id).code == op::cast || at(id).code == op::expand) id = at(id).a;
    return id;
  }
  constexpr bool is_part(int id, int port) const {
    id = inner(id);
    return at(id).code == op::aggregate && at(id).port == port;
  }
  constexpr bool are_parts(int a, int b, int k) const {
    return (is_part(a, left_part + k) && is_part(b, right_part + k)) ||
           (is_part(b, left_part + k) && is_part(a, right_part + k));
  }
};
// How component k is folded where that is one operation of its own two sides.
constexpr reducer_kind fold_kind(const combined_state& c, int k) {
  const node& n = c.at(c.root[k]);
  if (n.a < 0 || n.b < 0 || !c.are_parts(n.a, n.b, k)) return reducer_kind::none;
  switch (n.code) {
    case op::add: return reducer_kind::sum;
    case op::mul: return reducer_kind::prod;
    case op::max: return reducer_kind::max;
    case op::min: return reducer_kind::min;
    default: return reducer_kind::none;
  }
}
// One condition chooses all components from the left or all from the right.
constexpr bool is_selection(const combined_state& c) {
  int condition = -1;
  for (int k = 0; k < c.count; ++k) {
    const node& n = c.at(c.inner(c.root[k]));
    if (n.code != op::select || !c.are_parts(n.b, n.c, k)) return false;
    const int from = c.is_part(n.b, left_part + k) ? n.a : -1 - n.a;
    if (k > 0 && condition != from) return false;
    condition = from;
  }
  return true;
}
// exp(part - peak), perhaps with a number where that is -inf - -inf.
constexpr bool is_weight(const combined_state& c, int id, int part, int peak) {
  id = c.inner(id);
  if (c.at(id).code == op::select) {
    const node& n = c.at(id);
    const node& test = c.at(n.a);
    const node& number = c.at(c.inner(n.b));
    if (test.code != op::equal || number.code != op::constant) return false;
    const auto lowest = [&](int i) {
      const node& x = c.at(c.inner(i));
      return x.code == op::constant && constant_of(x) == -std::numeric_limits<double>::infinity();
    };
    const auto is_peak = [&](int i) { return c.inner(i) == peak; };
    const bool same = (c.is_part(test.a, part) && is_peak(test.b)) || (c.is_part(test.b, part) && is_peak(test.a));
    const bool masked = (c.is_part(test.a, part) && lowest(test.b)) || (c.is_part(test.b, part) && lowest(test.a));
    const bool empty = (is_peak(test.a) && lowest(test.b)) || (is_peak(test.b) && lowest(test.a));
    const double x = constant_of(number);
    if (!((same && x == 1) || (masked && x == 0) || (empty && (x == 0 || x == 1)))) return false;
    id = c.inner(n.c);
  }
  if (c.at(id).code != op::exp) return false;
  const node& difference = c.at(c.inner(c.at(id).a));
  return difference.code == op::sub && c.is_part(difference.a, part) && c.inner(difference.b) == peak;
}
constexpr bool is_scaled(const combined_state& c, int id, int part, int key_part, int peak) {
  const node& n = c.at(c.inner(id));
  return n.code == op::mul && ((c.is_part(n.a, part) && is_weight(c, n.b, key_part, peak)) ||
                               (c.is_part(n.b, part) && is_weight(c, n.a, key_part, peak)));
}
// The component that is the running maximum of a stable weighted state, or -1.
constexpr int weighting_component(const combined_state& c) {
  for (int key = 0; key < c.count; ++key) {
    if (fold_kind(c, key) != reducer_kind::max) continue;
    const int peak = c.inner(c.root[key]);
    bool all = c.count > 1;
    for (int k = 0; k < c.count && all; ++k) {
      if (k == key) continue;
      const node& n = c.at(c.inner(c.root[k]));
      const auto meets = [&](int l, int r) {
        return is_scaled(c, l, left_part + k, left_part + key, peak) &&
               is_scaled(c, r, right_part + k, right_part + key, peak);
      };
      all = n.code == op::add && (meets(n.a, n.b) || meets(n.b, n.a));
    }
    if (all) return key;
  }
  return -1;
}

constexpr bool is_neutral(reducer_kind r, value identity) {
  return identity.at().code == op::constant &&
         constant_of(identity.at()) == constant_of(neutral_value(identity.g, r, identity.type()).at());
}
constexpr value apply_kind(reducer_kind r, value a, value b) {
  return binary(r == reducer_kind::prod  ? op::mul
                : r == reducer_kind::max ? op::max
                : r == reducer_kind::min ? op::min
                                         : op::add,
                a, b);
}
// Do results stay as they are when the peak moves by c and all weighted sums are scaled by exp(-c)? Every node has a
// power of that scale, or moves by a multiple of c.
constexpr bool stays(const ir& g, const algebra& a, const symbolic_state& results) {
  constexpr int unknown = 1000;
  int power[derived_capacity]{}, shift[derived_capacity]{};
  for (int i = 0; i < g.count; ++i) {
    const node& n = g.nodes[i];
    const auto plain = [&](int k) { return k < 0 || (power[k] == 0 && shift[k] == 0); };
    const int pa = n.a >= 0 ? power[n.a] : 0, pb = n.b >= 0 ? power[n.b] : 0;
    const int sa = n.a >= 0 ? shift[n.a] : 0, sb = n.b >= 0 ? shift[n.b] : 0;
    if (pa == unknown || pb == unknown) {
      power[i] = unknown;
      continue;
    }
    switch (n.code) {
      case op::aggregate: power[i] = 1; break;
      case op::load: shift[i] = n.port == a.peak ? 1 : 0; break;
      case op::cast:
      case op::expand: power[i] = pa, shift[i] = sa; break;
      case op::neg: power[i] = pa, shift[i] = -sa; break;
      case op::add:
      case op::sub:
        power[i] = pa == pb && (pa == 0 || (sa == 0 && sb == 0)) ? pa : unknown;
        shift[i] = n.code == op::add ? sa + sb : sa - sb;
        break;
      case op::mul: power[i] = sa == 0 && sb == 0 ? pa + pb : unknown; break;
      case op::div: power[i] = sa == 0 && sb == 0 ? pa - pb : unknown; break;
      case op::log:
        shift[i] = -pa;
        if (sa != 0) power[i] = unknown;
        break;
      default: power[i] = plain(n.a) && plain(n.b) && plain(n.c) ? 0 : unknown;
    }
  }
  for (int k = 0; k < results.count; ++k)
    if (const int id = results.of[k].id; power[id] != 0 || shift[id] != 0) return false;
  return true;
}

// ---- capture -------------------------------------------------------------------------------------------------------

constexpr void add_result(symbolic_state& to, ir* g, value v, name n = {}) {
  to.g = g;
  if (to.count == max_components) {
    g->refuse(text{} << "reducers give at most " << max_components << " results");
    return;
  }
  to.names[to.count] = n;
  to.of[to.count++] = v;
}
constexpr bool has_room(ir& g, const algebra& a, int components) {
  if (a.count + components <= max_components) return true;
  g.refuse(text{} << "the states of all_of have more than " << max_components << " components together");
  return false;
}
constexpr int add_component_of(ir& g, algebra& a, value lifted, value identity, reducer_kind kind) {
  const int k = a.count++;
  a.lifted[k] = short(lifted.id);
  a.tree.identity[k] = short(identity.id);
  a.component[k] = a.own[k] = kind;
  a.aggregate[k] = short(part_of(g, lifted, k).id);
  return k;
}
constexpr value as_message(reducer_kind r, value v) {
  if (is_poison(v)) return v;
  if (r == reducer_kind::mean && !is_float(v.type())) {
    const bool small = v.type() == dtype::boolean || (!is_weak(v.type()) && dtype_size(v.type()) <= 2);
    return to_type(v, small ? dtype::f32 : dtype::f64);
  }
  if (r != reducer_kind::none && v.type() == dtype::boolean) return to_type(v, dtype::i32);
  return v;
}
// A component that is folded by name, and its result.
constexpr value add_named(ir& g, algebra& a, reducer_kind kind, value message, bool by_tree) {
  const value v = as_message(kind, message);
  const bool split = kind == reducer_kind::mean && by_tree;
  if (!has_room(g, a, split ? 2 : 1)) return poison(&g);
  const int k = add_component_of(g, a, v, neutral_value(&g, kind, v.type()), split ? reducer_kind::sum : kind);
  const value total{&g, a.aggregate[k]};
  if (!split) return total;
  const int n = add_component_of(g, a, to_type(constant(&g, 1.0), v.type()), neutral_value(&g, kind, v.type()),
                                 reducer_kind::sum);
  return total / value{&g, a.aggregate[n]};
}

constexpr reduction_form form_of(reducer_kind r) {
  return r == reducer_kind::mean   ? reduction_form::mean
         : r == reducer_kind::prod ? reduction_form::product
         : r == reducer_kind::sum  ? reduction_form::sum
                                   : reduction_form::extremum;
}
template <class Reducer>
concept parted = requires(const Reducer& r) {
  r.parts;
};
template <class Reducer>
concept named_reducer = requires {
  Reducer::kind;
};

template <class Reducer, class... V>
constexpr void append_algebra(ir& g, algebra& a, symbolic_state& results, const Reducer& r, bool by_tree,
                              V... messages);
/// Captures `r` for these messages behind what `a` and `results` hold; what is wrong with it is refused in `g`. Results
/// are nodes over the aggregates of `a`.
template <class Reducer, class... V>
constexpr void append_reducer(ir& g, algebra& a, symbolic_state& results, const Reducer& r, bool by_tree,
                              V... messages) {
  if constexpr (parted<Reducer>) {
    std::apply([&](const auto&... part) { (append_reducer(g, a, results, part, by_tree, messages...), ...); }, r.parts);
    a.form = reduction_form::several;
    return;
  }
  if (a.parts == max_components) {
    g.refuse(text{} << "all_of takes at most " << max_components << " reducers");
    return;
  }
  algebra_part& part = a.part[a.parts++];
  part.first = a.count;
  part.result = results.count;
  if constexpr (parted<Reducer>) {
  } else if constexpr (named_reducer<Reducer>) {
    if constexpr (sizeof...(V) != 1) {
      g.refuse(text{} << reduction_name(Reducer::kind) << " takes one message, not " << int(sizeof...(V)));
    } else {
      a.form = form_of(Reducer::kind);
      value v = add_named(g, a, Reducer::kind, messages..., by_tree);
      if constexpr (Reducer::has_start) v = apply_kind(Reducer::kind, literal_value(&g, r.start), v);
      add_result(results, &g, v);
    }
  } else {
    append_algebra(g, a, results, r, by_tree, messages...);
  }
  part.count = a.count - part.first;
}
// One kernel walks one item space; what has none is a number a row.
constexpr void check_items(ir& g, const symbolic_state& lifted) {
  item_axes space = 0;
  for (int k = 0; k < lifted.count; ++k) {
    const item_axes items = lifted.of[k].items();
    if (space && items && items != space) {
      text t;
      t << "the components of the reducer have item axes ";
      g.bound.axes.describe(t, space);
      t << " and ";
      g.bound.axes.describe(t, items);
      g.refuse(t << "; they share their item axes or have none");
    }
    if (items) space = items;
  }
}
template <class Reducer, class... V>
constexpr symbolic_state finalize_in(ir& g, const Reducer& r, const symbolic_state& total, V... messages) {
  symbolic_state given = to_state(&g, r.finalize(argument_of<identity_of_reducer<Reducer>>(total)), "finalize");
  if constexpr (requires { Reducer::keeps_type; })
    if (const dtype last = (messages.type(), ...); Reducer::keeps_type && (last == dtype::f16 || last == dtype::bf16))
      for (int k = 0; k < given.count; ++k) given.of[k] = to_type(given.of[k], last);
  return given;
}
template <class Reducer, class... V>
constexpr void append_algebra(ir& g, algebra& a, symbolic_state& results, const Reducer& r, bool by_tree,
                              V... messages) {
  using I = identity_of_reducer<Reducer>;
  symbolic_state lifted, identity;
  if constexpr (!requires { r.lift(messages...); }) {
    g.refuse(text{} << "lift of the reducer does not take the " << int(sizeof...(V))
                    << (sizeof...(V) == 1 ? " message" : " messages") << " that edge gives");
    return;
  } else {
    lifted = to_state(&g, r.lift(messages...), "lift");
  }
  identity = to_state(&g, r.identity(), "identity");
  check_alike(g, lifted, "lift", identity);
  if (!g.why.empty()) return;
  settle_types(g, lifted, identity);
  check_items(g, lifted);
  if (!g.why.empty() || !has_room(g, a, lifted.count)) return;
  for (int k = 0; k < lifted.count; ++k) lifted.names[k] = identity.names[k];

  ir scratch{};
  symbolic_state combined;
  for (int round = 0; round <= lifted.count; ++round) {  // until item axes have spread to all that they reach
    scratch = ir{};
    scratch.bound = g.bound;
    combined =
        combine_in(scratch, r, lifted, parts_of(scratch, lifted, left_part), parts_of(scratch, lifted, right_part));
    if (!scratch.why.empty()) {
      g.refuse(scratch.why);
      return;
    }
    bool spread = false;
    for (int k = 0; k < lifted.count; ++k) {
      spread |= combined.of[k].items() != lifted.of[k].items();
      lifted.of[k] = expand(lifted.of[k], combined.of[k].items());
    }
    if (!spread) break;
  }
  combined_state c{scratch, lifted.count, {}};
  bool proved = Reducer::associative, sums = true;
  reducer_kind kinds[max_components]{};
  for (int k = 0; k < c.count; ++k) c.root[k] = combined.of[k].id;
  for (int k = 0; k < c.count; ++k) {
    kinds[k] = fold_kind(c, k);
    proved &= kinds[k] != reducer_kind::none;
    sums &= kinds[k] == reducer_kind::sum;
  }
  symbolic_state total = identity;  // what finalize receives
  total.g = &g;
  if (proved) {
    a.form = lifted.count > 1                 ? sums ? reduction_form::additive : reduction_form::componentwise
             : sums                           ? reduction_form::sum
             : kinds[0] == reducer_kind::prod ? reduction_form::product
                                              : reduction_form::extremum;
    const int first = a.count;
    for (int k = 0; k < lifted.count; ++k) {
      const value start = identity.of[k];
      const int n = add_component_of(g, a, lifted.of[k], start, kinds[k]);
      total.of[k] = {&g, a.aggregate[n]};
      // an identity that is not the operation's own starts every row's fold, once
      if (!is_neutral(kinds[k], start)) total.of[k] = apply_kind(kinds[k], start, total.of[k]);
    }
    const symbolic_state given = finalize_in(g, r, total, messages...);
    // (sum, 1) and sum / count: a mean
    if (a.form == reduction_form::additive && a.count == first + 2 && given.count == 1 && !by_tree) {
      const node n = given.of[0].at();
      for (int k = 0; k < 2; ++k) {
        const node& count = g.nodes[a.lifted[first + 1 - k]];
        if (n.code == op::div && n.a == a.aggregate[first + k] && n.b == a.aggregate[first + 1 - k] &&
            count.type == n.type && is_number({&g, a.lifted[first + 1 - k]}, 1)) {
          const value v{&g, a.lifted[first + k]};
          a.count = first;
          a.form = reduction_form::mean;
          add_result(results, &g, add_named(g, a, reducer_kind::mean, v, false));
          return;
        }
      }
    }
    for (int k = 0; k < given.count; ++k) add_result(results, &g, given.of[k], given.names[k]);
    return;
  }

  int key = -1;
  if (Reducer::associative && a.peak < 0 && !by_tree) key = weighting_component(c);
  bool empty_is_zero = key >= 0 && is_neutral(reducer_kind::max, identity.of[key]) && is_float(lifted.of[key].type());
  for (int k = 0; k < c.count; ++k) empty_is_zero = empty_is_zero && (k == key || is_number(identity.of[k], 0));
  if (empty_is_zero) {
    // The maximum is reduced first and is a field then; what is left are sums of weighted components. A score of -inf
    // has weight 0 whatever else the row holds, in the gradient too.
    a.form = reduction_form::stable_weighted;
    const value score = lifted.of[key];
    a.score = short(score.id);
    port p;
    p.side = side::destination;
    p.id = pack("#peak");
    p.type = score.type();
    p.items = score.items();
    p.argument = g.bound.inputs++;
    a.peak = short(g.bound.add_derived(p));
    const value peak{&g, g.push({op::load, side::destination, p.type, -1, -1, -1, a.peak, p.items, 0})};
    const value masked = score == -std::numeric_limits<double>::infinity();
    const value from = where(abs(peak) == std::numeric_limits<double>::infinity(), 0.0, peak);
    const value weight = exp(where(masked, 0.0, score - from));
    for (int k = 0; k < c.count; ++k) {
      if (k == key) {
        total.of[k] = peak;
        continue;
      }
      const dtype type = lifted.of[k].type();
      const value v = where(masked, 0.0, to_type(weight, type) * lifted.of[k]);
      const int n = add_component_of(g, a, v, to_type(constant(&g, 0.0), type), reducer_kind::sum);
      total.of[k] = {&g, a.aggregate[n]};
    }
    const symbolic_state given = finalize_in(g, r, total, messages...);
    a.rescaled |= !stays(g, a, given);
    for (int k = 0; k < given.count; ++k) add_result(results, &g, given.of[k], given.names[k]);
    return;
  }

  a.by_tree = true;
  algebra_part& part = a.part[a.parts - 1];
  part.selects = Reducer::associative && is_selection(c);
  part.written = !part.selects;
  a.form = part.selects ? reduction_form::extremum : reduction_form::tree;
  a.tree.in_order |= Reducer::deterministic || !Reducer::associative;
  const int first = a.count;
  symbolic_state left = lifted, right = lifted;
  for (int k = 0; k < lifted.count; ++k) {
    const int n = add_component_of(g, a, lifted.of[k], identity.of[k], reducer_kind::custom);
    total.of[k] = {&g, a.aggregate[n]};
    left.of[k] = part_of(g, lifted.of[k], left_part + n);
    right.of[k] = part_of(g, lifted.of[k], right_part + n);
  }
  const int before = g.count;
  const symbolic_state met = combine_in(g, r, lifted, left, right);
  symbolic_state grown;
  if constexpr (requires { r.accumulate(argument_of<I>(left), messages...); }) {
    const symbolic_state given = to_state(&g, r.accumulate(argument_of<I>(left), messages...), "accumulate");
    grown = settle_state(g, given, lifted, "accumulate");
  } else {
    grown = combine_in(g, r, lifted, left, lifted);
  }
  for (int k = 0; k < lifted.count; ++k) {
    a.tree.combined[first + k] = short(met.of[k].id);
    a.tree.grown[first + k] = short(grown.of[k].id);
  }
  for (int i = before; i < g.count; ++i)
    if (g.nodes[i].code == op::contract || is_lazy(g.nodes, g.nodes[i]))
      g.refuse(text{} << "combine of a reducer cannot sum over item axes; let lift do that");
  const symbolic_state given = finalize_in(g, r, total, messages...);
  for (int k = 0; k < given.count; ++k) add_result(results, &g, given.of[k], given.names[k]);
}

/// All of a reducer: where any part of it runs as it is written, all parts do, in one kernel.
template <class Reducer, class... V>
constexpr algebra capture_reducer(ir& g, symbolic_state& results, const Reducer& r, V... messages) {
  algebra a;
  const auto note_messages = [&] { ((a.message[a.messages++] = short(messages.id)), ...); };
  note_messages();
  append_reducer(g, a, results, r, false, messages...);
  const auto note_results = [&] {
    a.results = results.count;
    for (int k = 0; k < results.count; ++k) a.result[k] = short(results.of[k].id);
  };
  note_results();
  if (!a.by_tree || !g.why.empty()) {
    a.tree.count = 0;
    return a;
  }
  if constexpr (parted<Reducer>) {
    a = {};
    results = {};
    note_messages();
    append_reducer(g, a, results, r, true, messages...);
    note_results();
  }
  a.tree.count = a.count;
  for (int k = 0; k < a.count; ++k) {
    if (a.component[k] == reducer_kind::custom) continue;
    const value v{&g, a.lifted[k]};
    a.tree.combined[k] =
        short(apply_kind(a.component[k], part_of(g, v, left_part + k), part_of(g, v, right_part + k)).id);
    a.tree.grown[k] = short(apply_kind(a.component[k], part_of(g, v, left_part + k), v).id);
    a.component[k] = reducer_kind::custom;
  }
  return a;
}

}  // namespace detail
}  // namespace tiga

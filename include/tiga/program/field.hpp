// Fields and parameters: the names that a program reads and that a call binds.
#pragma once
#include <tiga/program/value.hpp>

namespace tiga {

/// `x = tensor` in a call: what is bound, under which name. Holds its own copy (tensors share storage).
template <name N, class X>
struct bound {
  X x;
};

namespace detail {
template <name N, class X>
struct bind_rule {
  static constexpr text why = [] {
    text t;
    if (std::is_array_v<X> || std::is_pointer_v<X>)
      t << N << " = ...: a tensor or a number is bound, not " << (std::is_array_v<X> ? "an array" : "a pointer");
    return t;
  }();
};
// What is bound is a value: an expression is evaluated.
template <name N, class X>
constexpr auto bind(const X& x) {
  using refused = require<bind_rule<N, X>>;
  if constexpr (sizeof(refused) == 0 || std::is_array_v<X>)
    return bound<N, int>{0};
  else if constexpr (requires { x.evaluate(); })
    return bound<N, decltype(x.evaluate())>{x.evaluate()};
  else
    return bound<N, X>{x};
}
}  // namespace detail

/// The name of a per-vertex or per-edge tensor: `inline constexpr field<"x"> x;`. Read as `src[x]`, bound as `x = t`.
template <name N>
struct field_of {
  template <class X>
  constexpr auto operator=(const X& x) const {
    return detail::bind<N>(x);
  }
};
template <literal S>
using field = field_of<pack(S)>;

/// The number of edges of a vertex, readable like a field without being bound: `dst[degree]` counts incoming edges,
/// `src[degree]` outgoing ones. An f32 value.
inline constexpr field<"#degree"> degree;

/// Arithmetic on parameters and literals alone, `1 - dt`, has no program to record into yet: it waits in a small tree.
struct loose {
  struct leaf {
    op code = op::poison;
    short a = -1, b = -1;
    name id{};
    double number = 0;
    bool whole = false;
    factor axis{};
    short c = -1;
    std::int64_t integer = 0;  // the number, where it is whole
  };
  static constexpr int capacity = 16;
  leaf leaves[capacity]{};
  int count = 0;
  constexpr void add(const leaf& l) {
    if (count < capacity) leaves[count] = l;
    ++count;
  }
};

/// A scalar argument of a program, `inline constexpr parameter<"dt"> dt;`, bound by name at the call: `dt = 0.1f`.
template <name N>
struct parameter_of {
  template <class X>
  constexpr auto operator=(const X& x) const {
    return detail::bind<N>(x);
  }
  constexpr operator loose() const {
    loose l;
    l.add({op::parameter, -1, -1, N, 0, false, {}});
    return l;
  }
};
template <literal S>
using parameter = parameter_of<pack(S)>;

/// The size of an axis as a value: `sum<F>(src[x]) / extent<F>`.
template <factor A>
struct extent_of {
  constexpr operator loose() const {
    loose l;
    l.add({op::extent, -1, -1, {}, 0, true, A});
    return l;
  }
};
template <factor A>
inline constexpr extent_of<A> extent;

namespace detail {

template <class X>
inline constexpr bool is_loose = false;
template <>
inline constexpr bool is_loose<loose> = true;
template <name N>
inline constexpr bool is_loose<parameter_of<N>> = true;
template <factor A>
inline constexpr bool is_loose<extent_of<A>> = true;
template <class X>
concept waiting = is_loose<X>;

template <class X>
constexpr loose number_leaf(X x) {
  loose::leaf leaf;
  leaf.code = op::constant;
  leaf.number = double(x);
  leaf.whole = std::is_integral_v<X>;
  if constexpr (std::is_integral_v<X>) leaf.integer = std::int64_t(x);
  loose l;
  l.add(leaf);
  return l;
}
template <class X>
constexpr loose to_loose(X x) {
  if constexpr (waiting<X>)
    return x;
  else
    return number_leaf(x);
}
// Appends a tree to another; the number of its root.
constexpr short graft(loose& all, const loose& tree) {
  const int shift = all.count;
  for (int i = 0; i < tree.count && i < loose::capacity; ++i) {
    loose::leaf x = tree.leaves[i];
    for (short* const child : {&x.a, &x.b, &x.c})
      if (*child >= 0) *child = short(*child + shift);
    all.add(x);
  }
  return short(all.count - 1);
}
constexpr loose join(op o, const loose& l) {
  loose all = l;
  all.add({o, short(l.count - 1), -1, {}, 0, false, {}});
  return all;
}
constexpr loose join(op o, const loose& l, const loose& r) {
  loose all = l;
  const short right = graft(all, r);
  all.add({o, short(l.count - 1), right, {}, 0, false, {}});
  return all;
}
constexpr loose join(op o, const loose& l, const loose& r, const loose& last) {
  loose all = l;
  const short second = graft(all, r), third = graft(all, last);
  all.add({o, short(l.count - 1), second, {}, 0, false, {}, third});
  return all;
}

constexpr value settle_leaf(ir* g, const loose::leaf& x, const int* done) {
  switch (x.code) {
    case op::constant:
      if (!x.whole) return constant(g, x.number);
      return x.number > 0 ? literal_value(g, std::uint64_t(x.integer)) : constant(g, x.integer);
    case op::parameter: {
      const int p = g->bound.find(side::none, x.id);
      if (p >= 0) return {g, g->push({op::parameter, side::none, g->bound.ports[p].type, -1, -1, -1, short(p), 0, 0})};
      text t;
      t << "parameter " << x.id << " is not bound at the call; write " << x.id << " = value";
      g->refuse(t);
      return poison(g);
    }
    case op::extent: {
      if (const std::int64_t n = size_of(x.axis); n != dynamic) return constant(g, n);
      const int k = g->bound.axes.find(x.axis);
      if (k >= 0) return {g, g->push({op::extent, side::none, weak_int, -1, -1, -1, -1, 0, std::uint64_t(k)})};
      text t;
      t << "extent<" << x.axis << ">: no bound field has this axis";
      g->refuse(t);
      return poison(g);
    }
    default:
      if (x.c >= 0) return select({g, done[x.a]}, {g, done[x.b]}, {g, done[x.c]});
      if (x.b >= 0) return binary(x.code, {g, done[x.a]}, {g, done[x.b]});
      return unary(x.code, {g, done[x.a]});
  }
}
constexpr value settle(ir* g, const loose& l) {
  if (l.count > loose::capacity) {
    g->refuse(text{} << "arithmetic on parameters alone is limited to " << loose::capacity << " operations");
    return poison(g);
  }
  int done[loose::capacity]{};
  for (int i = 0; i < l.count; ++i) done[i] = settle_leaf(g, l.leaves[i], done).id;
  return {g, done[l.count - 1]};
}
template <class X>
constexpr value to_value(ir* g, X x) {
  if constexpr (std::is_base_of_v<value, X>)
    return value{x.g, x.id};
  else if constexpr (waiting<X>)
    return settle(g, x);
  else
    return literal_value(g, x);
}

}  // namespace detail

#define TIGA_LOOSE(name)                    \
  template <detail::waiting P>              \
  constexpr value name(P p, value v) {      \
    return name(detail::settle(v.g, p), v); \
  }                                         \
  template <detail::waiting P>              \
  constexpr value name(value v, P p) {      \
    return name(v, detail::settle(v.g, p)); \
  }
TIGA_LOOSE(operator+)
TIGA_LOOSE(operator-)
TIGA_LOOSE(operator*)
TIGA_LOOSE(operator/)
TIGA_LOOSE(operator<)
TIGA_LOOSE(operator<=)
TIGA_LOOSE(operator>)
TIGA_LOOSE(operator>=)
TIGA_LOOSE(operator==)
TIGA_LOOSE(operator!=)
TIGA_LOOSE(pow)
TIGA_LOOSE(max)
TIGA_LOOSE(min)
#undef TIGA_LOOSE
#define TIGA_LOOSE(name, code)                                                       \
  template <detail::waiting P, class Q>                                              \
  requires(detail::waiting<Q> || detail::number<Q>) constexpr loose name(P p, Q q) { \
    return detail::join(code, detail::to_loose(p), detail::to_loose(q));             \
  }                                                                                  \
  template <detail::number C, detail::waiting P>                                     \
  constexpr loose name(C c, P p) {                                                   \
    return detail::join(code, detail::to_loose(c), detail::to_loose(p));             \
  }
TIGA_LOOSE(operator+, op::add)
TIGA_LOOSE(operator-, op::sub)
TIGA_LOOSE(operator*, op::mul)
TIGA_LOOSE(operator/, op::div)
TIGA_LOOSE(pow, op::pow)
TIGA_LOOSE(max, op::max)
TIGA_LOOSE(min, op::min)
TIGA_LOOSE(operator<, op::less)
TIGA_LOOSE(operator<=, op::less_equal)
TIGA_LOOSE(operator==, op::equal)
TIGA_LOOSE(operator!=, op::not_equal)
TIGA_LOOSE(operator&&, op::logical_and)
TIGA_LOOSE(operator||, op::logical_or)
#undef TIGA_LOOSE
#define TIGA_LOOSE(name, code)                      \
  template <detail::waiting P>                      \
  constexpr loose name(P p) {                       \
    return detail::join(code, detail::to_loose(p)); \
  }
TIGA_LOOSE(operator-, op::neg)
TIGA_LOOSE(abs, op::abs)
TIGA_LOOSE(exp, op::exp)
TIGA_LOOSE(log, op::log)
TIGA_LOOSE(sqrt, op::sqrt)
TIGA_LOOSE(tanh, op::tanh)
TIGA_LOOSE(sin, op::sin)
TIGA_LOOSE(cos, op::cos)
TIGA_LOOSE(floor, op::floor)
TIGA_LOOSE(operator!, op::logical_not)
#undef TIGA_LOOSE
template <class A, class B>
requires(detail::waiting<A> && (detail::waiting<B> || detail::number<B>)) ||
    (detail::number<A> && detail::waiting<B>)constexpr loose operator>(A a, B b) {
  return b < a;
}
template <class A, class B>
requires(detail::waiting<A> && (detail::waiting<B> || detail::number<B>)) ||
    (detail::number<A> && detail::waiting<B>)constexpr loose operator>=(A a, B b) {
  return b <= a;
}
/// A condition on parameters alone chooses between values or between numbers.
template <detail::waiting C, class A, class B>
constexpr auto where(C condition, A a, B b) {
  if constexpr (std::is_base_of_v<value, A>)
    return where(detail::settle(a.g, condition), a, detail::to_value(a.g, b));
  else if constexpr (std::is_base_of_v<value, B>)
    return where(detail::settle(b.g, condition), detail::to_value(b.g, a), b);
  else
    return detail::join(op::select, detail::to_loose(condition), detail::to_loose(a), detail::to_loose(b));
}
template <class A, class B>
requires(detail::waiting<A> || detail::waiting<B>) constexpr value where(value c, A a, B b) {
  return where(c, detail::to_value(c.g, a), detail::to_value(c.g, b));
}

/// What `src`, `dst` and `edge` are inside a program.
struct symbolic_side {
  ir* g;
  tiga::side at;
  /// Refused: no field.
  template <class X>
  constexpr value operator[](const X&) const {
    g->refuse(text{} << detail::side_name(at) << "[...]: a field is read by its name, inline constexpr field<\"x\"> x; "
                     << detail::side_name(at) << "[x]");
    return poison(g);
  }
  template <name N>
  constexpr value operator[](field_of<N>) const {
    if (const int p = g->bound.find(at, N); p >= 0) {
      const port& f = g->bound.ports[p];
      return {g, g->push({op::load, at, f.type, -1, -1, -1, short(p), f.items, 0})};
    }
    text t;
    t << detail::side_name(at) << "[" << N << "]: no such field; bound to " << detail::side_name(at) << ":";
    bool any = false;
    for (int k = 0; k < g->bound.count; ++k)
      if (g->bound.ports[k].side == at && g->bound.ports[k].id != degree_name) {
        t << (any ? ", " : " ") << g->bound.ports[k].id;
        any = true;
      }
    if (!any) t << " nothing";
    g->refuse(t);
    return poison(g);
  }
  static constexpr name degree_name = pack("#degree");
};

}  // namespace tiga

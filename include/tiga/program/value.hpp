// Symbolic values: what `edge`, `node` and elementwise expressions compute with while a program is captured.
#pragma once
#include <tiga/program/ir.hpp>
#include <type_traits>

namespace tiga {

/// A value of a program under capture. Arithmetic on it records operations; there is nothing to compute with yet.
struct value {
  ir* g;
  int id;
  constexpr const node& at() const { return g->nodes[id]; }
  constexpr item_axes items() const { return at().items; }
  constexpr dtype type() const { return at().type; }
  /// A condition on a symbolic value cannot choose a branch: the sentence names `where`.
  explicit constexpr operator bool() const {
    g->refuse(text{} << "if needs a plain bool, but this is a symbolic value of the program: write where(condition, a, "
                        "b)");
    return false;
  }
  /// `auto y = src[x]; y += 1;` gives y another value; a field has none to give.
#define TIGA_ASSIGN(operation)                                                                           \
  template <class X>                                                                                     \
  constexpr value& operator operation##=(const X& other)& {                                              \
    return *this = *this operation other;                                                                \
  }                                                                                                      \
  template <class X>                                                                                     \
  constexpr value& operator operation##=(const X&)&& {                                                   \
    g->refuse(text{} << "fields of a program do not change: its results are what edge and node return"); \
    return *this;                                                                                        \
  }
  TIGA_ASSIGN(+)
  TIGA_ASSIGN(-)
  TIGA_ASSIGN(*)
  TIGA_ASSIGN(/)
#undef TIGA_ASSIGN
};

// ---- recording -----------------------------------------------------------------------------------------------------

constexpr value poison(ir* g) { return {g, g->push({})}; }
constexpr value constant(ir* g, double c) {
  return {g, g->push({op::constant, side::none, weak_float, -1, -1, -1, -1, 0, std::bit_cast<std::uint64_t>(c)})};
}
constexpr value constant(ir* g, std::int64_t c) {
  return {g, g->push({op::constant, side::none, weak_int, -1, -1, -1, -1, 0, std::uint64_t(c)})};
}
/// A literal of any arithmetic type.
template <class C>
requires std::is_arithmetic_v<C>
constexpr value literal_value(ir* g, C c) {
  if constexpr (std::is_same_v<C, bool>) {
    return {g, g->push({op::constant, side::none, dtype::boolean, -1, -1, -1, -1, 0, c ? 1u : 0u})};
  } else if constexpr (std::is_floating_point_v<C>) {
    return constant(g, double(c));
  } else {
    value v = constant(g, std::int64_t(c));
    if (c > C(0) && std::int64_t(c) < 0) {  // beyond 2^63: marked, since its bits look negative
      node n = v.at();
      n.port = 0;
      v.id = g->push(n);
    }
    return v;
  }
}

namespace detail {

constexpr bool is_poison(value v) { return v.at().code == op::poison; }
constexpr bool is_float(dtype t) { return t == weak_float || (!is_weak(t) && is_floating(t)); }
// A literal beyond 2^63, which u64 alone can take.
constexpr bool is_beyond(const node& n) { return n.code == op::constant && n.type == weak_int && n.port == 0; }
constexpr double constant_of(const node& n) {
  if (is_float(n.type)) return std::bit_cast<double>(n.bits);
  return is_beyond(n) || n.type == dtype::u64 ? double(n.bits) : double(std::int64_t(n.bits));
}
constexpr bool is_number(value v, double c) {
  const node& n = v.at();
  if (n.code == op::cast) return is_number({v.g, n.a}, c);
  return n.code == op::constant && n.type != dtype::boolean && constant_of(n) == c;
}

// JAX's lattice: a literal takes the type of the other, integers give way to floats, f16 with bf16 gives f32.
constexpr dtype promote(dtype l, dtype r) {
  if (l == r) return l;
  if (l == dtype::boolean) return r;
  if (r == dtype::boolean) return l;
  if (is_weak(l) && is_weak(r)) return weak_float;
  if (is_weak(l) || is_weak(r)) {
    const dtype weak = is_weak(l) ? l : r, typed = is_weak(l) ? r : l;
    return weak == weak_int || is_floating(typed) ? typed : dtype::f32;
  }
  if (is_floating(l) || is_floating(r)) {
    if (!is_floating(l)) return r;
    if (!is_floating(r)) return l;
    if (dtype_size(l) == dtype_size(r)) return dtype::f32;
    return dtype_size(l) > dtype_size(r) ? l : r;
  }
  const bool lu = l == dtype::u8 || l == dtype::u16 || l == dtype::u32 || l == dtype::u64;
  const bool ru = r == dtype::u8 || r == dtype::u16 || r == dtype::u32 || r == dtype::u64;
  const dtype larger = dtype_size(l) >= dtype_size(r) ? l : r;
  if (lu == ru) return larger;
  const dtype u = lu ? l : r, s = lu ? r : l;
  if (dtype_size(s) > dtype_size(u)) return s;
  return u == dtype::u8 ? dtype::i16 : u == dtype::u16 ? dtype::i32 : u == dtype::u32 ? dtype::i64 : dtype::f32;
}

constexpr const char* side_name(side s) { return s == side::source ? "src" : s == side::destination ? "dst" : "edge"; }
constexpr const char* op_name(op o) {
  switch (o) {
    case op::add: return " + ";
    case op::sub: return " - ";
    case op::mul: return " * ";
    case op::div: return " / ";
    case op::less: return " < ";
    case op::less_equal: return " <= ";
    case op::equal: return " == ";
    case op::not_equal: return " != ";
    case op::logical_and: return " && ";
    case op::logical_or: return " || ";
    case op::pow: return "pow";
    case op::max: return "max";
    case op::min: return "min";
    case op::neg: return "-";
    case op::logical_not: return "!";
    case op::abs: return "abs";
    case op::exp: return "exp";
    case op::log: return "log";
    case op::sqrt: return "sqrt";
    case op::tanh: return "tanh";
    case op::sin: return "sin";
    case op::cos: return "cos";
    case op::floor: return "floor";
    case op::mantissa: return "mantissa";
    case op::exponent: return "exponent";
    case op::scale: return "scale";
    case op::select: return "where";
    case op::contract: return "sum";
    case op::expand: return "expand";
    case op::cast: return "cast";
    default: return "?";
  }
}
constexpr bool is_infix(op o) { return o >= op::add && o <= op::logical_or && op_name(o)[0] == ' '; }

// A short form for sentences: fields and operators by name, deep parts as `...`.
constexpr text& describe(text& t, value v, int depth = 4) {
  const node& n = v.at();
  const auto operand = [&](int i) { describe(t, {v.g, i}, depth - 1); };
  if (n.code == op::load) return t << side_name(n.side) << "[" << v.g->bound.ports[n.port].id << "]";
  if (n.code == op::parameter) return t << v.g->bound.ports[n.port].id;
  if (n.code == op::aggregate) return t << "aggregate";
  if (n.code == op::cast) return describe(t, {v.g, n.a}, depth);
  if (n.code == op::constant) {
    const double c = constant_of(n);
    if (c == double(std::int64_t(c)) && c > -1e15 && c < 1e15) return t << std::int64_t(c);
    return t << "literal";
  }
  if (depth == 0 || n.a < 0) return t << "...";
  if (is_infix(n.code)) {
    t << "(";
    operand(n.a);
    t << op_name(n.code);
    operand(n.b);
    return t << ")";
  }
  t << op_name(n.code) << "(";
  operand(n.a);
  if (n.b >= 0) operand((t << ", ", n.b));
  if (n.c >= 0) operand((t << ", ", n.c));
  return t << ")";
}

constexpr value record(ir* g, op o, dtype type, item_axes items, int a, int b = -1, int c = -1) {
  return {g, g->push({o, side::none, type, short(a), short(b), short(c), -1, items, 0})};
}
// Whether an integer type has this number.
constexpr bool holds(dtype type, std::int64_t x) {
  const int bits = 8 * int(dtype_size(type));
  if (bits >= 64) return x >= 0 || type != dtype::u64;
  const bool is_signed = type == dtype::i8 || type == dtype::i16 || type == dtype::i32;
  const std::int64_t end = std::int64_t(1) << (is_signed ? bits - 1 : bits);
  return x < end && x >= (is_signed ? -end : 0);
}
constexpr void refuse_number(ir* g, const node& n, const char* type) {
  text t;
  t << "the number ";
  if (is_beyond(n))
    t << std::int64_t(n.bits / 10) << std::int64_t(n.bits % 10);
  else
    t << std::int64_t(n.bits);
  g->refuse(t << " does not fit in " << type);
}
// Literals become literals of the wanted type; everything else gets a cast.
constexpr value to_type(value v, dtype type) {
  if (v.type() == type || is_poison(v)) return v;
  const node n = v.at();
  if (n.code == op::constant && n.type != dtype::boolean && !is_weak(type)) {
    node k = n;
    k.type = type;
    k.port = -1;
    if (is_floating(type))
      k.bits = std::bit_cast<std::uint64_t>(constant_of(n));
    else if (type == dtype::boolean)
      k.bits = constant_of(n) != 0;
    else if (is_float(n.type))
      k.bits = std::uint64_t(std::int64_t(constant_of(n)));
    else if (n.type == weak_int && (is_beyond(n) ? type != dtype::u64 : !holds(type, std::int64_t(n.bits))))
      refuse_number(v.g, n, dtype_name(type));
    return {v.g, v.g->push(k)};
  }
  if (n.code == op::select && is_weak(n.type)) {  // where(c, 1, 0) takes the type of what it meets
    const value a = to_type({v.g, n.b}, type), b = to_type({v.g, n.c}, type);
    return record(v.g, op::select, type, v.items(), n.a, a.id, b.id);
  }
  return record(v.g, op::cast, type, v.items(), v.id);
}

constexpr bool same_items(op o, value a, value b) {
  if (a.items() == 0 || b.items() == 0 || a.items() == b.items()) return true;
  text t;
  if (is_infix(o)) {
    describe(t, a) << op_name(o);
    describe(t, b);
  } else {
    t << op_name(o) << "(";
    describe(t, a) << ", ";
    describe(t, b) << ")";
  }
  t << ": item axes ";
  a.g->bound.axes.describe(t, a.items());
  t << " and ";
  a.g->bound.axes.describe(t, b.items());
  a.g->refuse(t << " differ");
  return false;
}

constexpr value unary(op o, value a) {
  if (is_poison(a)) return a;
  const node& n = a.at();
  if (is_beyond(n)) refuse_number(a.g, n, "i64");
  if (o == op::neg) {
    if (n.code == op::neg) return {a.g, n.a};
    if (n.code == op::constant && n.type == weak_float) return constant(a.g, -std::bit_cast<double>(n.bits));
    if (n.code == op::constant && n.type == weak_int) return constant(a.g, std::int64_t(0 - n.bits));
  }
  if (o == op::logical_not) return record(a.g, o, dtype::boolean, a.items(), to_type(a, dtype::boolean).id);
  if (a.type() == dtype::boolean) a = to_type(a, weak_int);
  const bool keeps = o == op::neg || o == op::abs || o == op::floor || is_float(a.type());
  if (!keeps) a = to_type(a, a.type() == weak_int ? weak_float : dtype::f32);
  if (o == op::floor && !is_float(a.type())) return a;
  return record(a.g, o, a.type(), a.items(), a.id);
}

constexpr value binary(op o, value a, value b) {
  ir* g = a.g;
  if (is_poison(a)) return a;
  if (is_poison(b)) return b;
  if (!same_items(o, a, b)) return poison(g);
  const item_axes items = a.items() ? a.items() : b.items();
  if (o == op::logical_and || o == op::logical_or)
    return record(g, o, dtype::boolean, items, to_type(a, dtype::boolean).id, to_type(b, dtype::boolean).id);
  dtype type = promote(a.type(), b.type());
  const bool compares = o >= op::less && o <= op::not_equal;
  // conditions are 0 and -1 in registers, but false < true
  if (type == dtype::boolean && (o == op::less || o == op::less_equal))
    return binary(o == op::less ? op::logical_and : op::logical_or, unary(op::logical_not, a), b);
  if (type == dtype::boolean && !compares) type = weak_int;
  if (o == op::div && !is_float(type)) type = type == weak_int ? weak_float : dtype::f32;  // true division
  if (o == op::pow && !is_float(type)) type = type == weak_int ? weak_float : dtype::f32;
  for (const value v : {a, b})
    if (is_weak(type) && is_beyond(v.at())) refuse_number(g, v.at(), "i64");
  // weak numbers among themselves are folded, so that 1 / 3 is one literal
  if (is_weak(type) && a.at().code == op::constant && b.at().code == op::constant && !compares) {
    const double x = constant_of(a.at()), y = constant_of(b.at());
    const bool whole = type == weak_int;
    switch (o) {
      case op::add: return whole ? constant(g, std::int64_t(a.at().bits + b.at().bits)) : constant(g, x + y);
      case op::sub: return whole ? constant(g, std::int64_t(a.at().bits - b.at().bits)) : constant(g, x - y);
      case op::mul: return whole ? constant(g, std::int64_t(a.at().bits * b.at().bits)) : constant(g, x * y);
      case op::div:
        if (y != 0) return constant(g, x / y);
        break;
      default: break;
    }
  }
  a = to_type(a, type);
  b = to_type(b, type);
  if (o == op::mul && is_number(b, 1)) return a;
  if (o == op::mul && is_number(a, 1)) return b;
  if (o == op::mul && is_float(type) && is_number(b, -1)) return unary(op::neg, a);
  if (o == op::mul && is_float(type) && is_number(a, -1)) return unary(op::neg, b);
  if (o == op::div && is_number(b, 1)) return a;
  if (o == op::sub && is_number(b, 0)) return a;  // exact, -0 included; x + 0 is not
  if (o == op::pow && is_number(b, 1)) return a;
  if (o == op::pow && is_number(b, 2)) return binary(op::mul, a, a);
  if (o == op::pow && is_number(b, 0.5)) return unary(op::sqrt, a);
  const bool commutes = o == op::add || o == op::mul || o == op::equal || o == op::not_equal;
  if (commutes && a.id > b.id && (a.items() != 0) == (b.items() != 0)) {  // one spelling
    const value t = a;
    a = b;
    b = t;
  }
  return record(g, o, compares ? dtype::boolean : type, items, a.id, b.id);
}

constexpr value select(value c, value a, value b) {
  ir* g = c.g;
  for (const value v : {c, a, b})
    if (is_poison(v)) return v;
  if (!same_items(op::select, a, b) || !same_items(op::select, c, a.items() ? a : b)) return poison(g);
  const item_axes items = a.items() ? a.items() : b.items() ? b.items() : c.items();
  const dtype type = promote(a.type(), b.type());
  a = to_type(a, type);
  b = to_type(b, type);
  if (a.id == b.id && a.items() == items) return a;
  return record(g, op::select, type, items, to_type(c, dtype::boolean).id, a.id, b.id);
}

// The sum over the axes of `over` (numbers of the axis table); axes that are absent are an error.
constexpr value contract(value a, const int* over, int count) {
  if (is_poison(a)) return a;
  item_axes left = 0;
  for (int i = 0; i < count; ++i)
    if (!has_axis(a.items(), over[i])) {
      text t;
      t << "sum<" << a.g->bound.axes.axes[over[i]] << ">(";
      describe(t, a) << "): its item axes are ";
      a.g->bound.axes.describe(t, a.items());
      a.g->refuse(t);
      return poison(a.g);
    }
  for (int k = 0; k < rank_of(a.items()); ++k) {
    bool gone = false;
    for (int i = 0; i < count; ++i) gone |= over[i] == axis_at(a.items(), k);
    if (!gone) left = append(left, axis_at(a.items(), k));
  }
  if (a.type() == dtype::boolean) a = to_type(a, dtype::i32);
  return record(a.g, op::contract, a.type(), left, a.id);
}
constexpr value expand(value a, item_axes to) {
  if (is_poison(a) || a.items() == to) return a;
  return record(a.g, op::expand, a.type(), to, a.id);
}

template <class X>
concept number = std::is_arithmetic_v<X>;

}  // namespace detail

// ---- what users write ----------------------------------------------------------------------------------------------

#define TIGA_BINARY(name, code)                                                 \
  constexpr value name(value a, value b) { return detail::binary(code, a, b); } \
  template <detail::number C>                                                   \
  constexpr value name(value a, C c) {                                          \
    return name(a, literal_value(a.g, c));                                      \
  }                                                                             \
  template <detail::number C>                                                   \
  constexpr value name(C c, value b) {                                          \
    return name(literal_value(b.g, c), b);                                      \
  }
TIGA_BINARY(operator+, op::add)
TIGA_BINARY(operator-, op::sub)
TIGA_BINARY(operator*, op::mul)
TIGA_BINARY(operator/, op::div)
TIGA_BINARY(operator<, op::less)
TIGA_BINARY(operator<=, op::less_equal)
TIGA_BINARY(operator==, op::equal)
TIGA_BINARY(operator!=, op::not_equal)
TIGA_BINARY(operator&&, op::logical_and)
TIGA_BINARY(operator||, op::logical_or)
TIGA_BINARY(pow, op::pow)
TIGA_BINARY(max, op::max)  // NaN wins, as everywhere in tiga
TIGA_BINARY(min, op::min)
#undef TIGA_BINARY
#define TIGA_GREATER(name, turned)                              \
  constexpr value name(value a, value b) { return b turned a; } \
  template <detail::number C>                                   \
  constexpr value name(value a, C c) {                          \
    return c turned a;                                          \
  }                                                             \
  template <detail::number C>                                   \
  constexpr value name(C c, value b) {                          \
    return b turned c;                                          \
  }
TIGA_GREATER(operator>, <)
TIGA_GREATER(operator>=, <=)
#undef TIGA_GREATER

constexpr value operator-(value a) { return detail::unary(op::neg, a); }
constexpr value operator+(value a) { return a; }
constexpr value operator!(value a) { return detail::unary(op::logical_not, a); }
constexpr value abs(value a) { return detail::unary(op::abs, a); }
constexpr value exp(value a) { return detail::unary(op::exp, a); }
constexpr value log(value a) { return detail::unary(op::log, a); }
constexpr value sqrt(value a) { return detail::unary(op::sqrt, a); }
constexpr value tanh(value a) { return detail::unary(op::tanh, a); }
constexpr value sin(value a) { return detail::unary(op::sin, a); }
constexpr value cos(value a) { return detail::unary(op::cos, a); }
constexpr value floor(value a) { return detail::unary(op::floor, a); }

/// `c ? a : b`, element by element. Neither branch is skipped.
constexpr value where(value c, value a, value b) { return detail::select(c, a, b); }
template <detail::number C>
constexpr value where(value c, value a, C b) {
  return where(c, a, literal_value(c.g, b));
}
template <detail::number C>
constexpr value where(value c, C a, value b) {
  return where(c, literal_value(c.g, a), b);
}
template <detail::number C, detail::number D>
constexpr value where(value c, C a, D b) {
  return where(c, literal_value(c.g, a), literal_value(c.g, b));
}

/// Converts; floats to integers truncate.
template <class T>
constexpr value cast(value a) {
  return detail::to_type(a, dtype_of<T>);
}

/// The sum over item axes, `sum<D>(dst[q] * src[k])`: 16 lanes of stride 16, then a lane tree.
template <factor... D>
requires(sizeof...(D) > 0) constexpr value sum(value a) {
  const int over[] = {a.g->bound.axes.intern(D)...};
  return detail::contract(a, over, sizeof...(D));
}

}  // namespace tiga

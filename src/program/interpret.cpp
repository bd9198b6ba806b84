#include "interpret.hpp"

#include <cmath>
#include <tiga/program/value.hpp>

namespace tiga::detail {
namespace {

// What an integer of this type keeps of a number.
std::int64_t wrapped(dtype t, std::int64_t x) {
  switch (t) {
    case dtype::boolean: return x != 0;
    case dtype::i8: return static_cast<std::int8_t>(x);
    case dtype::u8: return static_cast<std::uint8_t>(x);
    case dtype::i16: return static_cast<std::int16_t>(x);
    case dtype::u16: return static_cast<std::uint16_t>(x);
    case dtype::i32: return static_cast<std::int32_t>(x);
    case dtype::u32: return static_cast<std::uint32_t>(x);
    default: return x;
  }
}
std::uint64_t bits(std::int64_t x) { return static_cast<std::uint64_t>(x); }
double as_double(dtype t, scalar_number x) {
  if (is_float(t)) return x.f;
  return t == dtype::u64 ? double(bits(x.i)) : double(x.i);
}
bool below(dtype t, scalar_number a, scalar_number b) {
  if (is_float(t)) return a.f < b.f;
  return t == dtype::u64 ? bits(a.i) < bits(b.i) : a.i < b.i;
}
bool same(dtype t, scalar_number a, scalar_number b) { return is_float(t) ? a.f == b.f : a.i == b.i; }
scalar_number truth(bool b) { return {0, b ? 1 : 0}; }

scalar_number unary_of(op o, dtype t, dtype from, scalar_number a) {
  switch (o) {
    case op::cast:
      if (is_float(t)) return {as_double(from, a), 0};
      if (t == dtype::boolean) return truth(is_float(from) ? a.f != 0 : a.i != 0);
      return {0,
              wrapped(t, is_float(from) ? (std::isfinite(a.f) && std::abs(a.f) < 9e18 ? std::int64_t(a.f) : 0) : a.i)};
    case op::neg:
      return is_float(t) ? scalar_number{-a.f, 0} : scalar_number{0, wrapped(t, std::int64_t(0 - bits(a.i)))};
    case op::abs:
      return is_float(t) ? scalar_number{std::abs(a.f), 0}
                         : scalar_number{0, a.i < 0 && t != dtype::u64 ? wrapped(t, std::int64_t(0 - bits(a.i))) : a.i};
    case op::exp: return {std::exp(a.f), 0};
    case op::log: return {std::log(a.f), 0};
    case op::sqrt: return {std::sqrt(a.f), 0};
    case op::tanh: return {std::tanh(a.f), 0};
    case op::sin: return {std::sin(a.f), 0};
    case op::cos: return {std::cos(a.f), 0};
    case op::floor: return {std::floor(a.f), 0};
    case op::logical_not: return truth(a.i == 0);
    default: return a;
  }
}
scalar_number binary_of(op o, dtype t, dtype from, scalar_number a, scalar_number b) {
  const bool floating = is_float(from);
  switch (o) {
    case op::less: return truth(below(from, a, b));
    case op::less_equal: return truth(below(from, a, b) || same(from, a, b));
    case op::equal: return truth(same(from, a, b));
    case op::not_equal: return truth(!same(from, a, b));
    case op::logical_and: return truth(a.i != 0 && b.i != 0);
    case op::logical_or: return truth(a.i != 0 || b.i != 0);
    case op::max:
    case op::min:
      if (floating && (std::isnan(a.f) || std::isnan(b.f))) return std::isnan(a.f) ? a : b;
      return below(from, a, b) == (o == op::max) ? b : a;
    case op::add:
      return floating ? scalar_number{a.f + b.f, 0} : scalar_number{0, wrapped(t, std::int64_t(bits(a.i) + bits(b.i)))};
    case op::sub:
      return floating ? scalar_number{a.f - b.f, 0} : scalar_number{0, wrapped(t, std::int64_t(bits(a.i) - bits(b.i)))};
    case op::mul:
      return floating ? scalar_number{a.f * b.f, 0} : scalar_number{0, wrapped(t, std::int64_t(bits(a.i) * bits(b.i)))};
    case op::div: return {a.f / b.f, 0};
    case op::pow: return {std::pow(a.f, b.f), 0};
    default: return a;
  }
}

}  // namespace

std::vector<scalar_number> interpret(const ir& g, const std::function<scalar_number(const node&)>& leaf) {
  std::vector<scalar_number> x(std::size_t(g.count));
  for (int k = 0; k < g.count; ++k) {
    const node& n = g.nodes[k];
    scalar_number& to = x[std::size_t(k)];
    const auto at = [&](int id) { return x[std::size_t(id)]; };
    if (n.code == op::constant)
      to = is_float(n.type) ? scalar_number{constant_of(n), 0} : scalar_number{0, std::int64_t(n.bits)};
    else if (n.a < 0)
      to = leaf(n);
    else if (n.c >= 0)
      to = at(n.a).i != 0 ? at(n.b) : at(n.c);
    else if (n.b >= 0)
      to = binary_of(n.code, n.type, g.nodes[n.a].type, at(n.a), at(n.b));
    else
      to = unary_of(n.code, n.type, g.nodes[n.a].type, at(n.a));
  }
  return x;
}

}  // namespace tiga::detail

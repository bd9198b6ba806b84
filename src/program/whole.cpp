#include <algorithm>
#include <optional>
#include <string>
#include <tiga/program/value.hpp>
#include <tiga/program/whole.hpp>
#include <tiga/runtime/error.hpp>
#include <vector>

namespace tiga::detail {
namespace {

__extension__ typedef __int128 wide;
constexpr wide most = wide(1) << 100;  // what goes beyond it does not fit anywhere

// What a whole number of the program is, where the call says it.
std::optional<wide> value_of(const node& n, const std::vector<std::optional<wide>>& known, const port_table& table,
                             const runtime::row_args& a, std::uint32_t beyond) {
  const auto at = [&](int i) { return i < 0 ? std::optional<wide>() : known[std::size_t(i)]; };
  const std::optional<wide> l = at(n.a), r = at(n.b);
  switch (n.code) {
    case op::constant: return wide(std::int64_t(n.bits));
    case op::parameter: {
      const int k = table.ports[n.port].argument;
      const std::int64_t i = a.param[k].i;
      return beyond >> k & 1u ? wide(std::uint64_t(i)) : wide(i);
    }
    case op::extent: return wide(a.axis_size[n.bits]);
    case op::neg: return l ? -*l : l;
    case op::abs: return l ? (*l < 0 ? -*l : *l) : l;
    case op::expand: return l;
    default: break;
  }
  if (!l || !r) return {};
  wide v = 0;
  switch (n.code) {
    case op::add: v = *l + *r; break;
    case op::sub: v = *l - *r; break;
    case op::mul:
      if (*l != 0 && (*r < 0 ? -*r : *r) > most / (*l < 0 ? -*l : *l)) return most;
      v = *l * *r;
      break;
    case op::max: v = std::max(*l, *r); break;
    case op::min: v = std::min(*l, *r); break;
    default: return {};
  }
  return std::clamp(v, -most, most);
}

bool fits(dtype type, wide v) {
  const int bits = 8 * int(dtype_size(type));
  const bool is_signed = type == dtype::i8 || type == dtype::i16 || type == dtype::i32 || type == dtype::i64;
  const wide end = wide(1) << (is_signed ? bits - 1 : bits);
  return v < end && v >= (is_signed ? -end : 0);
}
std::string digits(wide v) {
  if (v >= most || v <= -most) return v < 0 ? "below -2^100" : "above 2^100";
  std::string text;
  wide rest = v < 0 ? -v : v;
  do text.insert(text.begin(), char('0' + int(rest % 10)));
  while (rest /= 10);
  return v < 0 ? "-" + text : text;
}

}  // namespace

void check_parameters(const node* nodes, int count, const port_table& table, const runtime::row_args& a,
                      std::uint32_t beyond, bool named) {
  std::vector<std::optional<wide>> known(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const node& n = nodes[i];
    if (n.type == weak_int) known[std::size_t(i)] = value_of(n, known, table, a, beyond);
    if (n.code != op::cast || is_weak(n.type) || !is_integer(n.type) || nodes[n.a].type != weak_int) continue;
    const std::optional<wide> number = known[std::size_t(n.a)];
    if (!number || nodes[n.a].code == op::constant || fits(n.type, *number)) continue;
    text t;
    if (named && nodes[n.a].code == op::parameter) t << "parameter " << table.ports[nodes[n.a].port].id << ": ";
    if (!named) t << "elementwise: ";
    fail(t.c_str() + ("the number " + digits(*number)) + " does not fit in " + dtype_name(n.type));
  }
}

}  // namespace tiga::detail

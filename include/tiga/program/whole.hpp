// Whole numbers that only the call knows, parameters, numbers beside tensors and sizes of axes: where a program turns
// one into an integer type it has to fit, as a literal has to when it is captured.
#pragma once
#include <tiga/program/ir.hpp>
#include <tiga/runtime/rows.hpp>
#include <type_traits>

namespace tiga::detail {

/// Is it unsigned and beyond 2^63, so that `scalar::i` cannot show it?
template <class X>
constexpr bool is_beyond_i64(X x) {
  if constexpr (std::is_unsigned_v<X> && sizeof(X) == 8)
    return x > X(INT64_MAX);
  else
    return false;
}

/// May a whole number of the call fail to fit, in an element type or in the 64 bits that they are computed in?
template <class Nodes>
constexpr bool narrows_parameters(const Nodes& g) {
  for (int i = 0; i < Nodes::count; ++i) {
    const node& n = g.nodes[i];
    if (n.a < 0) continue;
    if (n.type == weak_int && n.code != op::cast) return true;
    const bool to_integer = n.code == op::cast && !is_weak(n.type) && is_integer(n.type);
    if (to_integer && g.nodes[n.a].type == weak_int && g.nodes[n.a].code != op::constant) return true;
  }
  return false;
}

/// Throws tiga::error, with the number and the type, unless all of them fit, those too that are computed from others.
/// `sizes`: of the program's axes, negative where the call has them. Bit k of `beyond` marks argument k. `named`: the
/// parameters have names that users know. O(count).
void check_parameters(const node* nodes, int count, const port_table& table, const std::int64_t* sizes,
                      const runtime::row_args& a, std::uint32_t beyond, bool named);

/// The same of the number that a sum starts from.
void check_start(double start, dtype type);

}  // namespace tiga::detail

// Whole numbers that only the call knows, parameters and numbers beside tensors: where a program turns one into an
// integer type it has to fit, as a literal has to when it is captured.
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

/// Does the program turn whole numbers of the call into an integer type?
template <class Nodes>
constexpr bool narrows_parameters(const Nodes& g) {
  for (int i = 0; i < Nodes::count; ++i) {
    const node& n = g.nodes[i];
    if (n.code == op::cast && !is_weak(n.type) && is_integer(n.type) && g.nodes[n.a].type == weak_int) return true;
  }
  return false;
}

/// Throws tiga::error, with the number and the type, unless they fit: parameters, numbers and sizes of axes, and sums,
/// differences, products and extremes of them. Bit k of `beyond` marks argument k. `named`: parameters have names that
/// users know.
void check_parameters(const node* nodes, int count, const port_table& table, const runtime::row_args& a,
                      std::uint32_t beyond, bool named);

}  // namespace tiga::detail

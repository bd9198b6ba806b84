#include "words.hpp"

#include <fmt/format.h>

#include <tiga/program/code.hpp>

namespace tiga::detail {

std::string str(const text& t) { return t.c_str(); }
std::string str(name n) {
  text t;
  return str(t << n);
}
std::string axes_text(const port_table& table, item_axes a) {
  if (a == 0) return "";
  text t;
  return str(table.axes.describe(t, a));
}
std::string type_text(dtype t) { return t == weak_int ? "int" : t == weak_float ? "float" : dtype_name(t); }
std::string word(op o) {
  switch (o) {
    case op::add: return "add";
    case op::sub: return "sub";
    case op::mul: return "mul";
    case op::div: return "div";
    case op::neg: return "neg";
    case op::less: return "less";
    case op::less_equal: return "less_equal";
    case op::equal: return "equal";
    case op::not_equal: return "not_equal";
    case op::logical_and: return "and";
    case op::logical_or: return "or";
    case op::logical_not: return "not";
    default: return op_name(o);
  }
}
std::string leaf_text(const node& n, const port_table& table) {
  switch (n.code) {
    case op::constant:
      return n.type == dtype::boolean ? (n.bits ? "true" : "false") : fmt::format("{}", constant_of(n));
    case op::parameter: return fmt::format("parameter {}", str(table.ports[n.port].id));
    case op::extent: {
      text t;
      t << table.axes.axes[n.bits];
      return "extent " + str(t);
    }
    case op::load: return fmt::format("{}[{}]", side_name(n.side), str(table.ports[n.port].id));
    case op::aggregate:
      return n.port >= right_part  ? fmt::format("right {}", n.port - right_part)
             : n.port >= left_part ? fmt::format("left {}", n.port - left_part)
                                   : fmt::format("aggregate {}", n.port);
    case op::edge_number: return "edge number";
    default: return "poison";
  }
}

}  // namespace tiga::detail

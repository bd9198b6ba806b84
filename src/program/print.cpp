// Captured programs in words.
#include <fmt/format.h>

#include <tiga/graph/message_passing/explain.hpp>
#include <tiga/runtime/isa.hpp>

namespace tiga::detail {
namespace {

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
    case op::aggregate: return fmt::format("aggregate {}", n.port);
    default: return "poison";
  }
}
// A node as an expression, for sentences about hoisting.
std::string expression(const node* nodes, const port_table& table, int id) {
  const node& n = nodes[id];
  if (n.a < 0) return leaf_text(n, table);
  const auto sub = [&](int i) { return expression(nodes, table, i); };
  if (is_infix(n.code)) return "(" + sub(n.a) + op_name(n.code) + sub(n.b) + ")";
  std::string s = word(n.code) + "(" + sub(n.a);
  if (n.b >= 0) s += ", " + sub(n.b);
  if (n.c >= 0) s += ", " + sub(n.c);
  return s + ")";
}

}  // namespace

std::string print_program(const node* nodes, int count, const port_table& table, const outline& at) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    const node& n = nodes[i];
    out += fmt::format("%{} = ", i);
    if (n.a < 0) {
      out += leaf_text(n, table);
    } else {
      out += fmt::format("{} %{}", word(n.code), n.a);
      if (n.b >= 0) out += fmt::format(" %{}", n.b);
      if (n.c >= 0) out += fmt::format(" %{}", n.c);
    }
    out += fmt::format(" : {}{}\n", type_text(n.type), axes_text(table, n.items));
  }
  if (at.kind != reducer_kind::none)
    for (int k = 0; k < at.messages; ++k)
      out += fmt::format("%{} = {} over edges of %{}\n", at.aggregate[k], reduction_name(component_kind(at.kind, k)),
                         at.message[k]);
  out += "return";
  for (int k = 0; k < at.outputs; ++k) out += fmt::format("{} %{}", k ? "," : "", at.output[k]);
  return out + "\n";
}

std::string explain_kernel(const node* nodes, const port_table& table, const outline& at,
                           const hoist_note& hoist, std::int64_t rows, std::int64_t edges, std::int64_t max_degree,
                           item_axes space, std::int64_t items, bool static_items, bool node_apart) {
  std::string out = fmt::format("{} over {} edges into {} rows (longest {}), one pass, no edge result in memory\n",
                                reduction_name(component_kind(at.kind, 0)), edges, rows, max_degree);
  if (max_degree > runtime::edges_per_piece)
    out +=
        fmt::format("hubs: rows of more than {} edges are cut into pieces, whose sums are subtrees of the row's own\n",
                    runtime::edges_per_piece);
  out += space == 0 ? "items: a scalar per edge; large graphs fold 16 blocks side by side from their second use on\n"
                    : fmt::format("items: {} = {}, known {}\n", axes_text(table, space), items,
                                  static_items ? "to the compiler: registers are unrolled for it" : "at run time");
  out += fmt::format("instruction set: {}\n", runtime::isa_name(runtime::best_isa()));
  out +=
      "order: blocks of 32 edges, left fold inside, binary tree of blocks (the same bits on any number of threads)\n";
  if (at.has_node)
    out += node_apart ? "node: a second pass over the rows, for it sums reductions over item axes or changes them; the "
                        "reductions are stored, one a row\n"
                      : "node: runs in registers behind the reduction\n";
  if (hoist.parts.count == 0) {
    out += "hoisting: nothing depends on one endpoint alone beyond its fields\n";
  } else {
    const bool pays = worth_hoisting(hoist.parts, hoist.edges, hoist.vertices);
    for (int k = 0; k < hoist.parts.count; ++k)
      out += fmt::format("hoisting: {} depends on {} alone and is computed {}\n",
                         expression(nodes, table, hoist.parts.id[k]), side_name(hoist.gathered),
                         pays ? "once per vertex" : "per edge");
    out += fmt::format("hoisting: cost {} per edge and item, {:.1f} edges a vertex: {}\n", hoist.parts.cost,
                       hoist.vertices ? double(hoist.edges) / double(hoist.vertices) : 0.0,
                       pays                     ? "it pays"
                       : may_hoist(hoist.parts) ? "too few edges to pay for the temporary"
                                                : "too cheap to pay for a temporary at any degree");
  }
  return out;
}

}  // namespace tiga::detail

// What runs, in words.
#include <fmt/format.h>

#include <tiga/graph/message_passing/explain.hpp>
#include <tiga/runtime/isa.hpp>

#include "../program/words.hpp"

namespace tiga::detail {
namespace {

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

std::string explain_kernel(const node* nodes, const port_table& table, const outline& at, const hoist_note& hoist,
                           std::int64_t rows, std::int64_t edges, std::int64_t max_degree, item_axes space,
                           std::int64_t items, bool static_items, bool node_apart) {
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

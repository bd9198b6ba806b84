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

// Why a reducer has its form.
std::string reason(const algebra& a) {
  switch (a.form) {
    case reduction_form::sum: return "combine is l + r";
    case reduction_form::mean: return "the state is (sum, number of edges), both l + r, and finalize divides them";
    case reduction_form::product: return "combine is l * r; the gradient is right with zeros";
    case reduction_form::extremum:
      return a.by_tree
                 ? "combine keeps one of its two states whole; it runs as it is written, and the gradient goes to "
                   "the state that was kept"
                 : "combine is the greater or the smaller of l and r";
    case reduction_form::additive:
      return fmt::format("every component is the sum of its two sides ({} components)", a.count);
    case reduction_form::componentwise:
      return fmt::format("every component is +, *, max or min of its two sides ({} components)", a.count);
    case reduction_form::stable_weighted:
      return "combine rescales sums to a common maximum; the maximum of a row is reduced first, then sums weighted by "
             "exp(score - maximum)";
    case reduction_form::several:
      return a.by_tree ? "parts in one pass; one of them matches no form, so that all run as they are written"
                       : "parts in one pass, each in its own way";
    default:
      return a.tree.in_order ? "combine matches no form, and is not associative or has to be deterministic: it runs as "
                               "it is written, in edge order"
                             : "combine matches no form: it runs as it is written, in the fixed balanced tree";
  }
}

}  // namespace

std::string explain_kernel(const node* nodes, const port_table& table, const outline& at, const hoist_note& hoist,
                           std::int64_t rows, std::int64_t edges, std::int64_t max_degree, item_axes space,
                           std::int64_t items, bool static_items, bool node_apart) {
  const algebra& a = at.reducer;
  const bool named = a.count == 0, in_order = a.tree.in_order;
  std::string out = fmt::format("{} over {} edges into {} rows (longest {}), {}, no edge result in memory\n",
                                named ? reduction_name(at.kind) : form_name(a.form), edges, rows, max_degree,
                                a.score >= 0 ? "two passes" : "one pass");
  if (!named) out += fmt::format("{}: {}\n", form_name(a.form), reason(a));
  if (max_degree > runtime::edges_per_piece && !in_order)
    out +=
        fmt::format("hubs: rows of more than {} edges are cut into pieces, whose sums are subtrees of the row's own\n",
                    runtime::edges_per_piece);
  out += space == 0 ? "items: a scalar per edge; large graphs fold 16 blocks side by side from their second use on\n"
                    : fmt::format("items: {} = {}, known {}\n", axes_text(table, space), items,
                                  static_items ? "to the compiler: registers are unrolled for it" : "at run time");
  out += fmt::format("instruction set: {}\n", runtime::isa_name(runtime::best_isa()));
  out += in_order
             ? "order: one left fold in edge order from the identity (the same bits on any number of threads)\n"
             : "order: blocks of 32 edges, left fold inside, binary tree of blocks (the same bits on any number of "
               "threads)\n";
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

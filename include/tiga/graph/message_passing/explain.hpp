// What was captured and what will run, in words. The texts are made in src/program.
#pragma once
#include <string>
#include <tiga/graph/message_passing/run.hpp>
#include <tiga/reducer/text.hpp>

namespace tiga::detail {

struct hoist_note {
  hoisting parts;
  std::int64_t edges, vertices;
  side gathered;
};
std::string explain_kernel(const node* nodes, const port_table& table, const outline& at, const hoist_note& hoist,
                           std::int64_t rows, std::int64_t edges, std::int64_t max_degree, item_axes space,
                           std::int64_t items, bool static_items, bool node_apart);

template <class C, class K = std::make_integer_sequence<int, C::at.messages>>
struct messages_of;
template <class C, int... K>
struct messages_of<C, std::integer_sequence<int, K...>> {
  template <side Gathered>
  static constexpr hoisting parts = hoisted<C, ids<C::at.message[K]...>, Gathered>::parts;
};
template <class P, class G, class... B>
std::string explain_program(const G& g, const B&... b) {
  using Ports = ports_of<G, B...>;
  using C = captured<P, kind_of<P, false>(), false, Ports>;
  static_assert(sizeof(require<Ports>) != 0 && sizeof(require<C>) != 0, "tiga: refused above");
  constexpr hoisting parts = messages_of<C>::template parts<side::source>;
  constexpr item_axes space = C::nodes.nodes[C::at.message[0]].items;
  const bound_values v = bind_all<C>(g, b...);
  return explain_kernel(C::nodes.nodes, C::table, C::at, {parts, g.edges(), g.sources(), side::source},
                        g.destinations(), g.edges(), g.in_edges().max_degree, space, items_in<C>(space, v.args),
                        C::table.axes.size(space) >= 0, node_update<C>::needed);
}

}  // namespace tiga::detail

// A captured program: its nodes, and where messages, reductions and results are among them.
#pragma once
#include <tiga/program/analyze.hpp>
#include <tiga/reducer/algebra.hpp>

namespace tiga {

/// Several results of an edge or node function: `return outputs(a, b);`. The call then gives a tuple of tensors.
struct output_list {
  static constexpr int capacity = 4;
  value v[capacity];
  int count;
};
namespace detail {

/// Where things are in a captured program.
struct outline {
  int messages = 0;                 // values that are reduced: what an edge gives, or what lift makes of it
  int message[max_components]{};    // their nodes
  int aggregate[max_components]{};  // nodes that stand for their reductions
  int outputs = 0;
  int output[output_list::capacity]{};
  bool has_node = false;  // outputs are made of the aggregates, by finalize or node
  reducer_kind kind = reducer_kind::none;
  algebra reducer;  // of one's own, or of several parts
};
struct capture_result {
  ir g;
  outline at;
};

// Nodes that nothing reads go: equal programs become equal arrays, however they were written.
constexpr void compact(capture_result& c) {
  node_set used;
  const auto each = [&](auto&& visit) {
    for (int k = 0; k < c.at.messages; ++k) visit(c.at.message[k]), visit(c.at.aggregate[k]);
    for (int k = 0; k < c.at.outputs; ++k) visit(c.at.output[k]);
    algebra& a = c.at.reducer;
    for (int k = 0; k < a.messages; ++k) visit(a.message[k]);
    for (int k = 0; k < a.results; ++k) visit(a.result[k]);
    for (int k = 0; k < a.count; ++k) visit(a.lifted[k]), visit(a.aggregate[k]);
    for (int k = 0; k < a.tree.count; ++k) visit(a.tree.combined[k]), visit(a.tree.grown[k]), visit(a.tree.identity[k]);
    if (a.score >= 0) visit(a.score);
  };
  each([&](auto& id) { mark(c.g, used, id); });
  int kept = 0;
  for (int i = 0; i < c.g.count; ++i) kept += used.has[i];
  if (kept == c.g.count) return;
  short to[derived_capacity]{};
  const int count = c.g.count;
  c.g.count = 0;
  for (short& t : c.g.table) t = 0;
  for (int i = 0; i < count; ++i) {
    if (!used.has[i]) continue;
    node n = c.g.nodes[i];
    for (short* const k : {&n.a, &n.b, &n.c})
      if (*k >= 0) *k = to[*k];
    to[i] = short(c.g.push(n));
  }
  each([&](auto& id) { id = to[id]; });
}

}  // namespace detail
}  // namespace tiga

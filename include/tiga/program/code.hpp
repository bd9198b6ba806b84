// What kernels read of a program, as a type made of nothing but numbers: programs that differ in the names of their
// axes and fields, in the graph, or in what is tracked, have one kernel.
#pragma once
#include <tiga/program/ir.hpp>
#include <utility>

namespace tiga::detail {

/// Components of a state, and messages of an edge, are at most so many.
inline constexpr int max_components = 8;
/// `combine` of a reducer that is folded as it is written: nodes of a program. None where count is 0.
struct tree_code {
  int count = 0;
  bool in_order = false;             // one left fold over the edges of a row, from the identity
  short combined[max_components]{};  // the state that comes out, made of `aggregate` nodes of the two that go in
  short grown[max_components]{};     // a state and one more edge: of the left state and nodes of the edge
  short identity[max_components]{};  // of rows without edges, and what stands before the first edge
};
inline constexpr int left_part = 16, right_part = 24;  // the port of the first component on either side
template <class C>
constexpr tree_code tree_of() {
  if constexpr (requires { C::tree; })
    return C::tree;
  else
    return {};
}

// A program as words: a header, the sizes of the axes, the ports, the nodes.
template <int Most>
struct word_list {
  std::uint64_t word[std::size_t(Most)]{};
  int count = 0;
  constexpr void push(std::uint64_t w) { word[count++] = w; }
};
// Node numbers are below 1,024, those of ports below 40; -1 is 0. What follows a node is there unless it is 0.
constexpr std::uint64_t word_of(const node& n) {
  const auto id = [](short i) { return std::uint64_t(i + 1); };
  return std::uint64_t(n.code) | std::uint64_t(n.type) << 8 | std::uint64_t(n.side) << 15 | id(n.port) << 17 |
         id(n.a) << 23 | id(n.b) << 34 | id(n.c) << 45 | std::uint64_t(n.items != 0) << 56 |
         std::uint64_t(n.bits != 0) << 57;
}
template <class C>
constexpr auto words_of() {
  constexpr tree_code tree = tree_of<C>();
  word_list<1 + axis_table::capacity + port_table::capacity + 3 * C::nodes.count + 8> l;
  const int axes = C::table.axes.count, ports = C::table.count;
  l.push(std::uint64_t(C::nodes.count) | std::uint64_t(ports) << 16 | std::uint64_t(axes) << 24 |
         std::uint64_t(C::table.inputs) << 32 | std::uint64_t(C::has_identity) << 40 |
         std::uint64_t(tree.in_order) << 41 | std::uint64_t(tree.count) << 42);
  for (int i = 0; i < axes; ++i) l.push(std::uint64_t(C::sizes::n[i]));
  for (int i = 0; i < ports; ++i)
    l.push(std::uint64_t(C::table.ports[i].argument) | std::uint64_t(C::table.ports[i].type) << 32);
  for (int i = 0; i < C::nodes.count; ++i) {
    const node& n = C::nodes.nodes[i];
    l.push(word_of(n));
    if (n.items != 0) l.push(n.items);
    if (n.bits != 0) l.push(n.bits);
  }
  for (int k = 0; k < tree.count; ++k)
    l.push(std::uint64_t(tree.combined[k]) | std::uint64_t(tree.identity[k]) << 16 |
           std::uint64_t(tree.grown[k]) << 32);
  return l;
}

struct code_axes {
  std::int64_t n[axis_table::capacity]{};
  constexpr std::int64_t size(item_axes a) const {
    std::int64_t s = 1;
    for (int i = 0; i < rank_of(a); ++i) {
      const std::int64_t one = n[axis_at(a, i)];
      s = one == dynamic || s == dynamic ? dynamic : s * one;
    }
    return s;
  }
};
struct code_table {
  struct port {
    int argument = 0;
    dtype type = weak_float;
  };
  port ports[port_table::capacity]{};
  int inputs = 0;
  code_axes axes;
};

/// A program as kernels see it.
template <std::uint64_t... Words>
struct program_code {
  // clang 16 does not read an array whose bound is left out while the class is being instantiated
  static constexpr std::uint64_t words[sizeof...(Words)] = {Words...};
  static constexpr int axes = int(words[0] >> 24 & 255), ports = int(words[0] >> 16 & 255);
  static constexpr bool has_identity = (words[0] >> 40 & 1) != 0;
  static constexpr code_table table = [] {
    code_table t;
    t.inputs = int(words[0] >> 32 & 255);
    for (int i = 0; i < axes; ++i) t.axes.n[i] = std::int64_t(words[1 + i]);
    for (int i = 0; i < ports; ++i)
      t.ports[i] = {int(words[1 + axes + i] & 0xffffffff), dtype(words[1 + axes + i] >> 32)};
    return t;
  }();
  static constexpr auto nodes = [] {
    program_nodes<int(words[0] & 0xffff)> p;
    int at = 1 + axes + ports;
    for (int i = 0; i < p.count; ++i) {
      const std::uint64_t packed = words[at++];
      node& n = p.nodes[i];
      const auto id = [packed](int shift, int bits) { return short(int(packed >> shift & ((1u << bits) - 1)) - 1); };
      n.code = op(packed & 255);
      n.type = dtype(packed >> 8 & 127);
      n.side = tiga::side(packed >> 15 & 3);
      n.port = id(17, 6);
      n.a = id(23, 11);
      n.b = id(34, 11);
      n.c = id(45, 11);
      if (packed >> 56 & 1) n.items = item_axes(words[at++]);
      if (packed >> 57 & 1) n.bits = words[at++];
    }
    return p;
  }();
  static constexpr tree_code tree = [] {
    tree_code t;
    t.count = int(words[0] >> 42 & 15);
    t.in_order = (words[0] >> 41 & 1) != 0;
    const int first = int(sizeof...(Words)) - t.count;
    for (int k = 0; k < t.count; ++k) {
      t.combined[k] = short(words[first + k] & 0xffff);
      t.identity[k] = short(words[first + k] >> 16 & 0xffff);
      t.grown[k] = short(words[first + k] >> 32 & 0xffff);
    }
    return t;
  }();
  // as a C array, which device code can read
  struct sizes {
    static constexpr std::int64_t n[axis_table::capacity] = {
        table.axes.n[0], table.axes.n[1], table.axes.n[2], table.axes.n[3], table.axes.n[4],  table.axes.n[5],
        table.axes.n[6], table.axes.n[7], table.axes.n[8], table.axes.n[9], table.axes.n[10], table.axes.n[11]};
  };
};

template <class C>
struct coded {
  static constexpr auto list = words_of<C>();
  template <int... i>
  static program_code<list.word[i]...> make(std::integer_sequence<int, i...>);
  using type = decltype(make(std::make_integer_sequence<int, list.count>{}));
};
template <class C>
using code_of = typename coded<C>::type;

}  // namespace tiga::detail

// A captured program: a constexpr array of hash-consed nodes. A mistake leaves a sentence and a poisoned value; the
// check outside prints it. Nothing throws inside constant evaluation.
#pragma once
#include <bit>
#include <cstdint>
#include <tiga/axes/axes.hpp>
#include <tiga/program/dtype.hpp>

namespace tiga {

/// The operations a program may hold. Operands are nodes a, b, c; item axes and dtype are those of the result.
enum class op : std::uint8_t {
  poison,       // a mistake; the sentence is in ir::why
  constant,     // bits, as double or std::int64_t
  parameter,    // port: which argument
  extent,       // bits: number of an axis whose size is known at run time
  edge_number,  // where the edge stands in the user's order, i32
  load,         // port: which field, of the vertex or edge on `side`
  aggregate,    // port: which component of the reducer's result
  cast,
  neg,
  abs,
  exp,
  log,
  sqrt,
  tanh,
  sin,
  cos,
  floor,
  logical_not,
  mantissa,
  exponent,  // v = mantissa * 2^exponent, 1 <= |mantissa| < 2; both are of v's type, 1 and 0 for v = 0
  add,
  sub,
  mul,
  div,
  pow,
  max,
  min,
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  scale,     // a * 2^b, b a whole number in a's type
  select,    // a ? b : c
  contract,  // sum over item axes: 16 lanes of stride 16, then a lane tree (a has more item axes than the node)
  expand,    // a has fewer item axes than the node: repeated along the new ones
};
enum class side : std::uint8_t { source = 0, destination = 1, edge = 2, none = 3 };

/// Literals and parameters have no size of their own: they take the dtype of what they meet.
inline constexpr dtype weak_int = dtype(100), weak_float = dtype(101);
constexpr bool is_weak(dtype t) { return t == weak_int || t == weak_float; }

/// Item axes, outermost first: up to four numbers of the program's axis table plus 1, one a byte, the first lowest.
using item_axes = std::uint32_t;
constexpr int rank_of(item_axes a) { return a == 0 ? 0 : a < 1u << 8 ? 1 : a < 1u << 16 ? 2 : a < 1u << 24 ? 3 : 4; }
constexpr int axis_at(item_axes a, int i) { return int((a >> (8 * i)) & 255) - 1; }
constexpr item_axes append(item_axes a, int axis) { return a | item_axes(axis + 1) << (8 * rank_of(a)); }
constexpr bool has_axis(item_axes a, int axis) {
  for (int i = 0; i < rank_of(a); ++i)
    if (axis_at(a, i) == axis) return true;
  return false;
}

/// The axes a program has met.
struct axis_table {
  static constexpr int capacity = 12;
  factor axes[capacity]{};
  int count = 0;
  constexpr int find(const factor& f) const {
    for (int i = 0; i < count; ++i)
      if (axes[i] == f) return i;
    return -1;
  }
  constexpr int intern(const factor& f) {
    if (const int i = find(f); i >= 0) return i;
    if (count == capacity) return -1;
    axes[count] = f;
    return count++;
  }
  /// Number of items; `dynamic` when an axis has its size at run time.
  constexpr std::int64_t size(item_axes a) const {
    std::int64_t s = 1;
    for (int i = 0; i < rank_of(a); ++i) {
      const std::int64_t n = size_of(axes[axis_at(a, i)]);
      s = n == dynamic || s == dynamic ? dynamic : s * n;
    }
    return s;
  }
  constexpr text& describe(text& t, item_axes a) const {
    t << "[";
    for (int i = 0; i < rank_of(a); ++i) {
      if (i) t << ", ";
      t << axes[axis_at(a, i)];
    }
    return t << "]";
  }
};

/// One field bound to one side of the graph at the call, or one parameter.
struct port {
  tiga::side side = side::none;
  name id{};
  int argument = 0;  // index into row_args::in, or into row_args::param
  dtype type = weak_float;
  item_axes items = 0;
  factor lead{};  // the leading axis of the bound tensor
};
struct port_table {
  static constexpr int most = 24;  // that a user binds; derived programs add their own
  static constexpr int capacity = 40;
  port ports[capacity]{};
  int count = 0;
  int inputs = 0, parameters = 0;
  axis_table axes;
  text why;
  constexpr int find(tiga::side s, name id) const {
    for (int i = 0; i < count; ++i)
      if (ports[i].side == s && ports[i].id == id) return i;
    return -1;
  }
  constexpr int add(const port& p) {
    if (count >= most && why.empty()) why << "a program can bind at most " << most << " fields and parameters";
    return add_derived(p);
  }
  constexpr int add_derived(const port& p) {
    if (count == capacity) {
      if (why.empty()) why << "a program derived from this one binds more than " << capacity << " fields";
      return 0;
    }
    ports[count] = p;
    return count++;
  }
};

struct node {
  op code = op::poison;
  tiga::side side = side::none;
  dtype type = weak_float;
  short a = -1, b = -1, c = -1, port = -1;
  item_axes items = 0;
  std::uint64_t bits = 0;
  friend constexpr bool operator==(const node&, const node&) = default;
};

inline constexpr int forward_capacity = 256, derived_capacity = 1024;

/// Nodes in an order in which operands come first; equal nodes are one node.
struct ir {
  node nodes[derived_capacity]{};
  short table[2 * derived_capacity]{};  // open addressing; 0 is empty, else index + 1
  int count = 0;
  int limit = forward_capacity;
  port_table bound;
  text why;

  constexpr void refuse(const text& t) {
    if (why.empty()) why = t;
  }
  constexpr int push(const node& x) {
    std::uint64_t h = (std::uint64_t(x.code) * 64 + std::uint64_t(x.side)) * 128 + std::uint64_t(x.type);
    h = (h ^ x.bits) * 0x9E3779B97F4A7C15ull + x.items;
    h ^= std::uint64_t(std::uint16_t(x.a)) << 48 ^ std::uint64_t(std::uint16_t(x.b)) << 32 ^
         std::uint64_t(std::uint16_t(x.c)) << 16 ^ std::uint16_t(x.port);
    h *= 0xBF58476D1CE4E5B9ull;
    std::uint64_t i = (h >> 40) % (2 * derived_capacity);
    for (; table[i]; i = (i + 1) % (2 * derived_capacity))
      if (nodes[table[i] - 1] == x) return table[i] - 1;
    if (count == limit) {
      refuse(text{} << "the program has more than " << limit << " operations");
      return 0;
    }
    nodes[count] = x;
    table[i] = short(count + 1);
    return count++;
  }
};

/// The result of a capture or of a differentiation, cut to size: what kernels are generated from.
template <int Count>
struct program_nodes {
  node nodes[std::size_t(Count > 0 ? Count : 1)]{};
  static constexpr int count = Count;
};
template <int Count>
constexpr program_nodes<Count> shrink(const ir& g) {
  program_nodes<Count> p;
  for (int i = 0; i < Count; ++i) p.nodes[i] = g.nodes[i];
  return p;
}

}  // namespace tiga

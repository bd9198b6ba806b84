// A job is one kernel to be: which nodes of a program are reduced and stored, and who owns the rows.
#pragma once
#include <tiga/program/analyze.hpp>
#include <tiga/program/code.hpp>
#include <tiga/runtime/rows.hpp>
#include <utility>

namespace tiga {

/// How the edges of a row are reduced: all messages alike, or each in its own way (see `mixed_kinds`).
enum class reducer_kind : std::uint32_t {
  none,
  sum,
  mean,
  max,
  min,
  prod,
  scaled_prod,          // pairs (mantissa, exponent): a product that neither overflows nor vanishes; for gradients
  custom,               // of an algebra that is captured with the program, which says what it comes to
  mixed = 0x80000000u,  // and three bits a message
};
constexpr reducer_kind component_kind(reducer_kind r, int n) {
  const auto bits = std::uint32_t(r);
  return bits < std::uint32_t(reducer_kind::mixed) ? r : reducer_kind(bits >> (3 * n) & 7);
}
constexpr reducer_kind mixed_kinds(const reducer_kind* of, int count) {
  bool alike = true;
  auto bits = std::uint32_t(reducer_kind::mixed);
  for (int n = 0; n < count; ++n) {
    alike &= of[n] == of[0];
    bits |= std::uint32_t(of[n]) << (3 * n);
  }
  return alike ? of[0] : reducer_kind(bits);
}
constexpr const char* reduction_name(reducer_kind r) {
  switch (r) {
    case reducer_kind::sum: return "sum";
    case reducer_kind::mean: return "mean";
    case reducer_kind::max: return "max";
    case reducer_kind::min: return "min";
    case reducer_kind::prod: return "prod";
    case reducer_kind::scaled_prod: return "scaled_prod";
    default: return "none";
  }
}
/// What a kernel walks over.
enum class traversal : std::uint8_t {
  reduce,       // rows: the edges of each are reduced
  per_edge,     // rows: each edge stores its own results
  map,          // vertices alone
  elementwise,  // positions of tensors that share a mapping
  scan,         // rows: a state grows along the edges, each of which stores results; `tree` says how
  scan_back,    // the same from the last edge to the first
};
template <int... I>
struct ids {
  static constexpr int count = sizeof...(I);
};

namespace detail {

template <dtype D>
struct machine_type;
#define TIGA_MACHINE(d, t) \
  template <>              \
  struct machine_type<d> { \
    using type = t;        \
  };
TIGA_MACHINE(dtype::i8, std::int8_t)
TIGA_MACHINE(dtype::u8, std::uint8_t)
TIGA_MACHINE(dtype::i16, std::int16_t)
TIGA_MACHINE(dtype::u16, std::uint16_t)
TIGA_MACHINE(dtype::i32, std::int32_t)
TIGA_MACHINE(dtype::u32, std::uint32_t)
TIGA_MACHINE(dtype::i64, std::int64_t)
TIGA_MACHINE(dtype::u64, std::uint64_t)
TIGA_MACHINE(dtype::f16, float)  // storage types compute in f32
TIGA_MACHINE(dtype::bf16, float)
TIGA_MACHINE(dtype::f32, float)
TIGA_MACHINE(dtype::f64, double)
TIGA_MACHINE(weak_int, std::int64_t)
TIGA_MACHINE(weak_float, double)
#undef TIGA_MACHINE

// A condition is a mask as wide as an int, or wider beside wider numbers.
constexpr int machine_size(dtype t) {
  return t == dtype::boolean ? 4 : is_weak(t) ? 8 : t == dtype::f16 || t == dtype::bf16 ? 4 : int(dtype_size(t));
}

}  // namespace detail

/// When and how each node of a job is computed.
struct schedule {
  enum : signed char { unused = -1, per_row = 0, per_edge = 1, after = 2, grown = 3 };
  signed char stage[derived_capacity];
  bool extra[derived_capacity]{};    // needed by results of single edges alone
  bool body[derived_capacity]{};     // computed inside a contraction, in tiles of the summed space
  item_axes space = 0;               // of the main tiles
  int tiles = 0, widest = 1;         // nodes that are tiles, and their widest machine type
  int widest_body = 0;               // 0: no contraction
  bool uniform[derived_capacity]{};  // the same for every row, edge and item
  int widest_lane = 1;               // machine type of the scalars that are not
  int cost = 0;                      // of one edge and item
  bool reads_edges = false;
  bool contracts = false;  // for more than results of single edges
  bool gathers = false;    // fields with items at the other end of an edge: their rows are asked for ahead
  constexpr schedule() : stage{} {
    for (signed char& s : stage) s = unused;
  }
};

namespace detail {

// Items of the vertex at the other end of an edge.
constexpr bool is_gather(const node& n, side owner, int stage) {
  return n.code == op::load && (n.side == side::source || n.side == side::destination) && n.side != owner &&
         n.items != 0 && stage == schedule::per_edge;
}
// A node that is computed position by position when it is asked for: its operand has other item axes, not none.
constexpr bool is_lazy(const node* nodes, const node& n) {
  return (n.code == op::contract && n.items != 0) || (n.code == op::expand && nodes[n.a].items != 0);
}
template <class Nodes>
constexpr void place_body(const Nodes& g, const dependences& d, schedule& s, side owner, bool after, int id);
template <class Nodes>
constexpr void place(const Nodes& g, const dependences& d, schedule& s, side owner, bool after, int id) {
  if (id < 0 || s.stage[id] != schedule::unused) return;
  const node& n = g.nodes[id];
  const unsigned own = owner == side::none ? 0 : 1u << unsigned(owner);
  const bool of_row = (d.of[id] & ~own) == 0;
  s.stage[id] = (d.of[id] & depends::aggregate) || (after && of_row) ? schedule::after
                : of_row                                             ? schedule::per_row
                                                                     : schedule::per_edge;
  if (is_lazy(g.nodes, n)) return;
  if (n.code == op::contract) return place_body(g, d, s, owner, after, n.a);
  place(g, d, s, owner, after, n.a);
  place(g, d, s, owner, after, n.b);
  place(g, d, s, owner, after, n.c);
}
template <class Nodes>
constexpr void place_body(const Nodes& g, const dependences& d, schedule& s, side owner, bool after, int id) {
  if (id < 0) return;
  const node& n = g.nodes[id];
  if (n.items == 0) return place(g, d, s, owner, after, id);
  if (s.body[id]) return;
  s.body[id] = true;
  if (is_lazy(g.nodes, n)) return;
  place_body(g, d, s, owner, after, n.a);
  place_body(g, d, s, owner, after, n.b);
  place_body(g, d, s, owner, after, n.c);
}
// The nodes that are tiles of one contraction's own space.
template <class Nodes>
constexpr void collect_body(const Nodes& g, node_set& s, int id) {
  if (id < 0 || s.has[id] || g.nodes[id].items == 0) return;
  s.has[id] = true;
  if (is_lazy(g.nodes, g.nodes[id])) return;
  collect_body(g, s, g.nodes[id].a);
  collect_body(g, s, g.nodes[id].b);
  collect_body(g, s, g.nodes[id].c);
}
template <class Nodes>
constexpr node_set body_of_contraction(const Nodes& g, int root) {
  node_set s;
  collect_body(g, s, root);
  return s;
}
// The nodes of `combine`.
template <class Nodes>
constexpr node_set nodes_of_tree(const Nodes& g, const tree_code& tree) {
  node_set s;
  for (int k = 0; k < tree.count; ++k) mark(g, s, tree.combined[k]);
  return s;
}
template <class Nodes, int... Reduced, int... Results, int... EdgeResults>
constexpr schedule schedule_of(const Nodes& g, traversal walk, side owner, ids<Reduced...>, ids<Results...>,
                               ids<EdgeResults...>, const tree_code& tree) {
  const bool scans = walk == traversal::scan || walk == traversal::scan_back;
  schedule s;
  const dependences d = dependences_of(g, Nodes::count);
  for (const int r : {Reduced..., -1}) place(g, d, s, owner, false, r);
  if (!scans)
    for (const int r : {Results..., -1}) place(g, d, s, owner, sizeof...(Reduced) > 0, r);
  // a state that grows by an edge: what depends on the state is computed behind the edge's own nodes
  node_set growth;
  for (int k = 0; k < tree.count; ++k) {
    mark(g, growth, tree.grown[k]);
    if (scans) place(g, d, s, owner, false, tree.identity[k]);
  }
  if (scans)
    for (const int r : {Results..., -1}) mark(g, growth, r);
  for (int i = 0; i < Nodes::count; ++i) {
    if (!growth.has[i]) continue;
    if (d.of[i] & depends::aggregate)
      s.stage[i] = schedule::grown;
    else
      place(g, d, s, owner, false, i);
  }
  const schedule without = s;
  for (const int r : {EdgeResults..., -1}) place(g, d, s, owner, false, r);
  for (int i = 0; i < Nodes::count; ++i)
    s.extra[i] = s.stage[i] == schedule::per_edge && without.stage[i] == schedule::unused;
  s.reads_edges = sizeof...(EdgeResults) > 0;
  for (const int r : {Reduced..., Results..., -1})
    if (r >= 0 && g.nodes[r].items) s.space = g.nodes[r].items;
  for (int i = 0; i < Nodes::count; ++i) {
    const node& n = g.nodes[i];
    if (s.stage[i] == schedule::unused && !s.body[i]) continue;
    const int size = machine_size(n.type);
    s.uniform[i] = d.of[i] == 0;
    s.contracts |= n.code == op::contract && !s.extra[i];
    if (n.items == 0 && !s.uniform[i] && size > s.widest_lane) s.widest_lane = size;
    if (n.items && s.stage[i] != schedule::unused) {
      ++s.tiles;
      if (size > s.widest) s.widest = size;
    }
    if (s.body[i] && size > s.widest_body) s.widest_body = size;
    const bool of_edge = s.stage[i] == schedule::per_edge || s.stage[i] == schedule::grown;
    if ((of_edge && !s.extra[i]) || s.body[i]) s.cost += cost_of(n.code);
    s.reads_edges |= n.code == op::edge_number;
    if (n.code == op::load) {
      s.reads_edges |= n.side == side::edge;
      s.gathers |= is_gather(n, owner, s.stage[i]);
    }
    // lazy parts may read anything
    if (is_lazy(g.nodes, n)) s.reads_edges |= (d.of[i] & depends::edge) != 0;
  }
  const node_set in_tree = scans ? node_set{} : nodes_of_tree(g, tree);
  for (int i = 0; i < Nodes::count; ++i)
    if (in_tree.has[i]) {
      s.uniform[i] = d.of[i] == 0;
      const int size = machine_size(g.nodes[i].type);
      if (g.nodes[i].items && size > s.widest) s.widest = size;
      if (g.nodes[i].items == 0 && !s.uniform[i] && size > s.widest_lane) s.widest_lane = size;
    }
  return s;
}

template <class Nodes, int... I>
constexpr bool any_scalar(const Nodes& g, ids<I...>) {
  return (false || ... || (g.nodes[I].items == 0));
}
// Node numbers as a type, chosen by what a schedule says of them: what is not needed is never instantiated.
enum class pick {
  per_row,
  per_edge,
  after,
  grown,
  extra,
  scheduled,
  aggregates,
  left_parts,
  edge_loads,
  gathers,
  row_loads,
  tree
};
constexpr bool loads_of_edges(const node& n, int stage) {
  return n.code == op::load && n.side == side::edge && stage == schedule::per_edge;
}
constexpr bool loads_tiles_of(const node& n, side owner, int stage) {
  return n.code == op::load && n.side == owner && n.items != 0 && stage == schedule::after;
}
template <class J, pick What>
struct picked {
  struct list {
    int id[derived_capacity];
    int count;
  };
  static constexpr list chosen = [] {
    list l{};
    const node_set in_tree = What == pick::tree ? nodes_of_tree(J::source::nodes, J::tree) : node_set{};
    for (int i = 0; i < J::source::nodes.count; ++i) {
      const int stage = J::plan.stage[i];
      const bool aggregate = J::source::nodes.nodes[i].code == op::aggregate;
      const bool wanted = What == pick::scheduled    ? stage != schedule::unused
                          : What == pick::aggregates ? stage == schedule::after && aggregate
                          : What == pick::left_parts ? stage == schedule::grown && aggregate
                          : What == pick::extra      ? J::plan.extra[i]
                          : What == pick::tree       ? in_tree.has[i]
                          : What == pick::edge_loads ? loads_of_edges(J::source::nodes.nodes[i], stage)
                          : What == pick::gathers    ? is_gather(J::source::nodes.nodes[i], J::owner, stage)
                          : What == pick::row_loads  ? loads_tiles_of(J::source::nodes.nodes[i], J::owner, stage)
                                                     : stage == int(What) && !aggregate && !J::plan.extra[i];
      if (wanted) l.id[l.count++] = i;
    }
    return l;
  }();
  template <int... k>
  static ids<chosen.id[k]...> make(std::integer_sequence<int, k...>);
  using type = decltype(make(std::make_integer_sequence<int, chosen.count>{}));
};
// The nodes that are tiles of one contraction's own space, in order; the last one is its root.
template <class J, int Root>
struct body_picked {
  struct list {
    int id[derived_capacity];
    int count;
  };
  static constexpr list chosen = [] {
    list l{};
    const node_set s = body_of_contraction(J::source::nodes, Root);
    for (int i = 0; i <= Root; ++i)
      if (s.has[i]) l.id[l.count++] = i;
    return l;
  }();
  template <int... k>
  static ids<chosen.id[k]...> make(std::integer_sequence<int, k...>);
  using type = decltype(make(std::make_integer_sequence<int, chosen.count>{}));
};

}  // namespace detail

/// Source: a type with `nodes` (program_nodes), `table` (port_table). Reduced and Results are node numbers; result k
/// goes to row_args::out[k]. An `aggregate` node with port k is the reduction of Reduced's k-th node.
/// A reducing job may store a scalar per edge in passing: EdgeResults follow the results in row_args::out, and are not
/// computed where that pointer is null.
/// Not a class with references to the source's members: nvcc reads no reference on the device.
template <class Source, traversal Walk, reducer_kind Reduction, side Owner, class Reduced, class Results,
          class EdgeResults = ids<>>
struct job {
  using source = Source;
  using reduced = Reduced;
  using results = Results;
  using edge_results = EdgeResults;
  static constexpr traversal walks = Walk;
  static constexpr bool scans = Walk == traversal::scan || Walk == traversal::scan_back;
  /// Results are stored by edge, at the user's number of it.
  static constexpr bool stores_edges = scans || Walk == traversal::per_edge;
  static constexpr reducer_kind kind = Reduction;
  static constexpr side owner = Owner;
  /// How states meet where the reduction is an algebra that is run as it is written.
  static constexpr detail::tree_code tree =
      Reduction == reducer_kind::custom ? detail::tree_of<Source>() : detail::tree_code{};
  static constexpr schedule plan =
      detail::schedule_of(Source::nodes, Walk, Owner, Reduced{}, Results{}, EdgeResults{}, tree);
  static constexpr std::int64_t items = Source::table.axes.size(plan.space);
  static constexpr int components = Reduced::count;
  /// No component is a maximum, a minimum or half of a scaled product.
  static constexpr bool sums_or_products = [] {
    for (int n = 0; n < components; ++n)
      if (const reducer_kind r = component_kind(Reduction, n);
          r != reducer_kind::sum && r != reducer_kind::mean && r != reducer_kind::prod)
        return false;
    return true;
  }();
  /// Some result has no items, so that an empty item space is no reason to do nothing.
  static constexpr bool scalar_results =
      detail::any_scalar(Source::nodes, Results{}) || detail::any_scalar(Source::nodes, EdgeResults{});
  /// Scalar messages can be folded by 16 blocks side by side (runtime/blocks.hpp).
  static constexpr bool by_blocks = Walk == traversal::reduce && plan.space == 0 && plan.tiles == 0 &&
                                    plan.widest_body == 0 && !Source::has_identity && EdgeResults::count == 0 &&
                                    !tree.in_order;
  /// So can messages of few numbers, one to four rows at once in registers of their own.
  static constexpr bool by_short_rows = Walk == traversal::reduce && plan.space != 0 && items > 0 && items <= 32 &&
                                        plan.tiles <= 6 && plan.widest == 4 && !plan.contracts &&
                                        !Source::has_identity && sums_or_products;
  /// What a component of a piece of a row takes.
  static constexpr std::int64_t piece_bytes = by_short_rows && items * plan.widest > 8 ? items* plan.widest : 8;
  using row_nodes = typename detail::picked<job, detail::pick::per_row>::type;
  using edge_nodes = typename detail::picked<job, detail::pick::per_edge>::type;
  using extra_nodes = typename detail::picked<job, detail::pick::extra>::type;
  using after_nodes = typename detail::picked<job, detail::pick::after>::type;
  using scheduled_nodes = typename detail::picked<job, detail::pick::scheduled>::type;
  using aggregates = typename detail::picked<job, detail::pick::aggregates>::type;
  using row_loads = typename detail::picked<job, detail::pick::row_loads>::type;
  using edge_loads = typename detail::picked<job, detail::pick::edge_loads>::type;
  using grown_nodes = typename detail::picked<job, detail::pick::grown>::type;
  using left_parts = typename detail::picked<job, detail::pick::left_parts>::type;
  using gathers = typename detail::picked<job, detail::pick::gathers>::type;
  using tree_nodes = typename detail::picked<job, detail::pick::tree>::type;
};

/// The job over nothing but the program's code: what is compiled.
template <class Source, traversal Walk, reducer_kind Reduction, side Owner, class Reduced, class Results,
          class EdgeResults = ids<>>
using kernel_job = job<detail::code_of<Source>, Walk, Reduction, Owner, Reduced, Results, EdgeResults>;

}  // namespace tiga

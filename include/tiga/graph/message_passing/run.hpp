// Binding values to a captured program and running its kernels. `launch` knows rows; threads, pages and ranks are its
// callers' business.
#pragma once
#include <tiga/graph/message_passing/derive.hpp>
#include <tiga/program/kernels.hpp>
#include <tiga/program/whole.hpp>

namespace tiga::detail {

/// What a call has bound, at run time.
struct bound_values {
  runtime::row_args args{};
  buffer storage[runtime::max_inputs];
  tape_ptr input_node[runtime::max_inputs];
  std::int64_t input_size[runtime::max_inputs]{};
  tape_ptr parameter_node[runtime::max_parameters];
  dtype parameter_type[runtime::max_parameters]{};
  int inputs = 0, parameters = 0;
  std::uint32_t beyond = 0;  // parameters that are beyond 2^63
  bool axis_known[axis_table::capacity]{};
  name axis_from[axis_table::capacity]{};
};

// Compiled once (src/graph): checks one field against the graph and the fields before it, and notes it.
void bind_field(bound_values& v, const port_table& table, int port, buffer storage, const void* first,
                const std::int64_t* extents, int rank, std::int64_t rows, std::int64_t size, const tape_ptr& node);
void bind_scalar(bound_values& v, const port_table& table, name id, double f, std::int64_t i, bool beyond,
                 const tape_ptr& node, dtype type);
// The rows of a csr, as kernels see them.
void use_rows(runtime::row_args& a, const csr& rows);
// Degrees of the rows as f32; cached with the csr.
const float* degrees_of(const csr& rows);
// The canonical sum of all numbers, as one of `type`.
buffer total(dtype type, const double* x, std::int64_t count);

template <class G>
std::int64_t rows_of(const G& g, side s) {
  return s == side::source ? g.sources() : s == side::destination ? g.destinations() : g.edges();
}
template <class X>
tape_ptr node_of_bound(const X& x) {
  if constexpr (is_tracked<X>)
    return x.node();
  else
    return {};
}

// Walks the bindings in the order in which the table was made.
template <class G>
struct binder {
  bound_values& v;
  const port_table& table;
  const G& g;
  int next = 0;

  template <unsigned Sides, name N, class X>
  void field(const bound<N, X>& b) {
    const auto packed = contiguous(detach(b.x));
    const std::int64_t rows = rows_of(g, table.ports[next].side);
    bind_field(v, table, next, packed.storage(), packed.data(), packed.shape().n, packed.rank, rows, packed.size(),
               node_of_bound(b.x));
    next += __builtin_popcount(Sides);
  }
  template <unsigned Sides, class... B>
  void operator()(const field_group<Sides, B...>& group) {
    group.fields.each([&](const auto& b) { this->template field<Sides>(b); });
  }
  template <name N, class X>
  void operator()(const bound<N, X>& b) {
    ++next;
    if constexpr (std::is_arithmetic_v<X>) {
      bind_scalar(v, table, N, double(b.x), std::int64_t(b.x), is_beyond_i64(b.x), {}, dtype::f64);
    } else {
      const auto x = detach(b.x).item();
      bind_scalar(v, table, N, double(x), std::int64_t(x), is_beyond_i64(x), node_of_bound(b.x),
                  dtype_of<typename X::value_type>);
    }
  }
};
template <class C, class G, class... B>
bound_values bind_all(const G& g, const B&... b) {
  bound_values v;
  binder<G> bind{v, C::table, g};
  (bind(b), ...);
  if (narrows_parameters(C::nodes) || v.beyond != 0)
    check_parameters(C::nodes.nodes, C::nodes.count, C::table, C::sizes::n, v.args, v.beyond, true);
  return v;
}

template <class Nodes>
constexpr bool loads_degree(const Nodes& g, const port_table& t, side s) {
  for (int i = 0; i < Nodes::count; ++i)
    if (g.nodes[i].code == op::load && g.nodes[i].side == s && t.ports[g.nodes[i].port].id == pack("#degree"))
      return true;
  return false;
}
// A field that programs have without binding it: degrees, and what a reducer computes before.
constexpr bool is_own(const port& p) { return p.id == pack("#degree") || p.id == pack("#peak"); }
template <class C, int Degrees, class G>
void bind_degrees(runtime::row_args& a, const G& g) {
  if constexpr (loads_degree(C::nodes, C::table, side::source)) a.in[Degrees] = degrees_of(g.out_edges());
  if constexpr (loads_degree(C::nodes, C::table, side::destination)) a.in[Degrees + 1] = degrees_of(g.in_edges());
}

// The number of items of a node's space.
template <class C>
std::int64_t items_in(item_axes space, const runtime::row_args& a) {
  std::int64_t n = 1;
  for (int i = 0; i < rank_of(space); ++i) {
    const int k = axis_at(space, i);
    n *= C::sizes::n[k] < 0 ? a.axis_size[k] : C::sizes::n[k];
  }
  return n;
}
template <class C>
buffer room_for(int id, std::int64_t rows, const runtime::row_args& a) {
  const node& n = C::nodes.nodes[id];
  return buffer::allocate(std::size_t(rows * items_in<C>(n.items, a)) * dtype_size(storage_type(n.type)));
}

// Rough nanoseconds of an edge: a gathered line and the arithmetic, over the items.
template <class J>
std::int64_t cost_of_edge(const runtime::row_args& a) {
  const std::int64_t items = items_in<typename J::source>(J::plan.space, a);
  return 1 + (items * (2 + J::plan.cost)) / 16;
}
// The blocks of the rows, laid out side by side; null while that does not pay (small or wide graphs, the first use).
// Kept with the csr.
const runtime::block_plan* blocks_of(const csr& rows, bool reads_edges);
void run_blocks(runtime::rows_function kernel, std::int64_t piece_bytes, std::int64_t cost, const csr& rows,
                const runtime::block_plan& plan, runtime::row_args a);
// Do a row's few numbers gain from neighbours? Rows come out of order then, which the caches must not notice.
template <class J>
bool short_rows_gain(const csr& rows, const runtime::row_args& a) {
  for (int k = 0; k < J::edge_results::count; ++k)
    if (a.out[J::results::count + k]) return false;
  return rows.columns * J::items * J::plan.widest <= (std::int64_t(2) << 20);
}

template <class J>
void launch(std::int64_t rows, const csr* structure, runtime::row_args a) {
  if constexpr (J::by_blocks || J::by_short_rows)
    if (J::by_blocks || short_rows_gain<J>(*structure, a))
      if (const runtime::block_plan* const plan = blocks_of(*structure, J::plan.reads_edges))
        return run_blocks(kernel_of<J>(), J::piece_bytes * J::components, (cost_of_edge<J>(a) + 2) / 3, *structure,
                          *plan, a);
  runtime::row_job job{kernel_of<J>(), rows, 0, 0, J::components, cost_of_edge<J>(a)};
  if (structure) {
    use_rows(a, *structure);
    job.max_degree = structure->max_degree;
    if (J::walks == traversal::reduce && !J::tree.in_order)
      job.partial_bytes = 8 * items_in<typename J::source>(J::plan.space, a) + 64;
  }
  runtime::run_rows(job, a);
}

// What is computed edge by edge.
template <int... A, int... B>
ids<A..., B...> joined(ids<A...>, ids<B...>);
template <traversal Walk, class Reduced, class Results, class EdgeResults>
using roots_of = std::conditional_t<Walk == traversal::reduce, decltype(joined(Reduced{}, EdgeResults{})), Results>;
/// A reduction over the edges of rows, or a result per edge. What depends on the gathered side alone is computed once
/// a vertex where (E, N) says that it pays.
template <class C, traversal Walk, reducer_kind R, side Owner, class Reduced, class Results, class EdgeResults = ids<>,
          class G>
void run_edges(const G& g, runtime::row_args a) {
  constexpr side gathered = Owner == side::destination ? side::source : side::destination;
  const csr& rows = Owner == side::destination ? g.in_edges() : g.out_edges();
  const std::int64_t vertices = rows_of(g, gathered);
  using H = hoisted<C, roots_of<Walk, Reduced, Results, EdgeResults>, gathered>;
  if constexpr (may_hoist(H::parts)) {
    if (worth_hoisting(H::parts, rows.edges, vertices)) {
      buffer kept[hoisting::capacity];
      const auto once = [&]<int k>() {
        constexpr int id = H::parts.id[k];
        kept[k] = room_for<C>(id, vertices, a);
        auto b = a;
        b.out[0] = kept[k].data();
        launch<kernel_job<C, traversal::map, reducer_kind::none, gathered, ids<>, ids<id>>>(vertices, nullptr, b);
        a.in[H::first + k] = kept[k].data();
      };
      [&]<int... k>(std::integer_sequence<int, k...>) { (once.template operator()<k>(), ...); }
      (std::make_integer_sequence<int, H::parts.count>{});
      launch<kernel_job<H, Walk, R, Owner, Reduced, Results, EdgeResults>>(rows.rows, &rows, a);
      return;
    }
  }
  launch<kernel_job<C, Walk, R, Owner, Reduced, Results, EdgeResults>>(rows.rows, &rows, a);
}

}  // namespace tiga::detail

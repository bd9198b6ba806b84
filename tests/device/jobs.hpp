// Every kernel that a call of a program and its gradient run, handed to a runner one after another.
#pragma once
#include <tiga/graph/message_passing.hpp>
#include <tiga/tensor/factories.hpp>

namespace tiga::testing {

/// One kernel: its rows, its arguments with room for the results, and the bytes of all that it reads and writes.
struct kernel_call {
  const csr* structure;  // null for kernels over vertices alone
  std::int64_t rows;
  runtime::row_args args;
  std::size_t in_bytes[runtime::max_inputs];
  std::size_t out_bytes[runtime::max_outputs];
};

/// Number k of a fixed sequence: sevenths from -16/7 to 16/7, so that sums round, ties are frequent and zeros occur.
template <class T>
T number_at(std::uint64_t k) {
  k = (k + 1) * 0x9E3779B97F4A7C15ull;
  k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ull;
  return T(float(int((k >> 32) % 33) - 16) / 7.0f);
}
template <class T>
void fill_with_numbers(T* to, std::int64_t count, std::uint64_t seed) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = number_at<T>(seed + std::uint64_t(i));
}
template <class T, class M, class... I>
tensor<T, M> numbers(std::uint64_t seed, const I&... sizes) {
  auto t = zeros<T, M>(sizes...);
  fill_with_numbers(t.mutable_span().data(), t.size(), seed);
  return t;
}

/// The CPU's results. The narrowest kernels only, so that tests compile in reasonable time: all instruction sets give
/// the same bits.
template <class J>
void run_on_cpu(const kernel_call& call) {
  runtime::row_args args = call.args;
  runtime::row_job job{&baseline::rows<J>, call.rows, 0, 0, J::components, detail::cost_of_edge<J>(args)};
  if (call.structure) {
    detail::use_rows(args, *call.structure);
    job.max_degree = call.structure->max_degree;
    if (J::walks == traversal::reduce && !J::tree.in_order)
      job.partial_bytes = 8 * detail::items_in<typename J::source>(J::plan.space, args) + 64;
  }
  runtime::run_rows(job, args);
}

/// Run: `run.template kernel<J>(call)` must leave the results of the kernel in call.args.out.
template <class P, bool Edges, class G, class Run, class... B>
class program_jobs {
  using Ports = detail::ports_of<G, B...>;
  using C = detail::captured<P, detail::kind_of<P, Edges>(), Edges, Ports>;
  static constexpr reducer_kind kind = C::kind;
  using D = detail::adjoint_of<C, Edges>;
  static_assert(C::why.length == 0 && D::why.length == 0, "tiga: the program of a test is right");
  template <int N>
  using up_to = std::make_integer_sequence<int, N>;
  struct results {
    buffer of[runtime::max_outputs];
  };

 public:
  program_jobs(const G& g, Run& run, const B&... b) : g_(g), run_(run), values_(detail::bind_all<C>(g, b...)) {}
  /// The kernels of the call, then those of its gradient with respect to everything bound.
  void operator()() {
    runtime::row_args a = values_.args;
    detail::bind_degrees<C, Ports::degrees>(a, g_);
    const results peaks = find_peaks(a);
    const results forward = call(a, up_to<C::at.messages>{}, up_to<C::at.outputs>{});
    a = values_.args;
    detail::bind_degrees<D, Ports::degrees>(a, g_);
    results cotangents;
    take_cotangents(a, cotangents, up_to<C::at.outputs>{});
    if constexpr (!Edges)
      for (int k = 0; k < C::at.messages; ++k)
        a.in[D::result.aggregate + k] = forward.of[C::at.has_node ? C::at.outputs + k : k].data();
    results states, pulled;
    replay(a, states, pulled, up_to<D::result.backward.count>{});
    results prepared;
    if constexpr (!Edges) prepare(a, prepared, up_to<C::at.messages>{});
    each_port(a, up_to<C::table.count>{});
    source_and_edge(a);
  }

 private:
  std::int64_t rows_of(side s) const { return detail::rows_of(g_, s); }

  // Results a row (for per_edge an edge), then results an edge that a reduction gives in passing.
  template <class J, int... r, int... e>
  results run(runtime::row_args a, ids<r...>, ids<e...> = {}) {
    using S = typename J::source;
    results out;
    kernel_call call{nullptr, rows_of(J::owner), a, {}, {}};
    if (J::walks != traversal::map) call.structure = J::owner == side::source ? &g_.out_edges() : &g_.in_edges();
    const std::int64_t stored = J::stores_edges ? g_.edges() : call.rows;
    int k = 0;
    const auto make_room = [&](int id, std::int64_t count) {
      const node& n = S::nodes.nodes[id];
      out.of[k] = detail::room_for<S>(id, count, a);
      call.args.out[k] = out.of[k].data();
      call.out_bytes[k++] = bytes_of<S>(detail::storage_type(n.type), n.items, count, a);
    };
    (make_room(r, stored), ...);
    (make_room(e, g_.edges()), ...);
    for (int p = 0; p < S::table.count; ++p) {
      const port& f = S::table.ports[p];
      if (f.side != side::none && a.in[f.argument])
        call.in_bytes[f.argument] = bytes_of<S>(f.type, f.items, rows_of(f.side), a);
    }
    run_.template kernel<J>(call);
    return out;
  }
  template <class S>
  static std::size_t bytes_of(dtype type, item_axes items, std::int64_t rows, const runtime::row_args& a) {
    return std::size_t(rows * detail::items_in<S>(items, a)) * dtype_size(type);
  }
  // Also in the form in which the gathered side's own part is computed before, where there is one.
  template <class S, traversal Walk, reducer_kind R, side Owner, class Reduced, class Results,
            class EdgeResults = ids<>>
  results over_edges(runtime::row_args a) {
    constexpr side gathered = Owner == side::destination ? side::source : side::destination;
    using H = detail::hoisted<S, detail::roots_of<Walk, Reduced, Results, EdgeResults>, gathered>;
    if constexpr (may_hoist(H::parts)) {
      runtime::row_args b = a;
      results kept;
      hoist<S, H, gathered>(a, b, kept, up_to<H::parts.count>{});
      run<job<H, Walk, R, Owner, Reduced, Results, EdgeResults>>(b, Results{}, EdgeResults{});
    }
    return run<job<S, Walk, R, Owner, Reduced, Results, EdgeResults>>(a, Results{}, EdgeResults{});
  }
  template <class S, class H, side Gathered, int... k>
  void hoist(const runtime::row_args& a, runtime::row_args& b, results& kept, std::integer_sequence<int, k...>) {
    ((kept.of[k] = run<job<S, traversal::map, reducer_kind::none, Gathered, ids<>, ids<H::parts.id[k]>>>(
                       a, ids<H::parts.id[k]>{})
                       .of[0],
      b.in[H::first + k] = kept.of[k].data()),
     ...);
  }

  template <int... M, int... O>
  results call(const runtime::row_args& a, std::integer_sequence<int, M...>, std::integer_sequence<int, O...>) {
    constexpr side rows = side::destination;
    if constexpr (Edges)
      return over_edges<C, traversal::per_edge, kind, rows, ids<>, ids<C::at.output[O]...>>(a);
    else if constexpr (!C::at.has_node)
      return over_edges<C, traversal::reduce, kind, rows, ids<C::at.message[M]...>, ids<C::at.output[O]...>>(a);
    else
      return over_edges<C, traversal::reduce, kind, rows, ids<C::at.message[M]...>,
                        ids<C::at.output[O]..., C::at.aggregate[M]...>>(a);
  }
  // The scores that weights are taken from: a field from then on, in the gradient, too.
  results find_peaks(runtime::row_args& a) {
    results found;
    if constexpr (C::at.reducer.score >= 0) {
      using peaks = detail::peaks_of<C>;
      constexpr int input = C::table.ports[C::at.reducer.peak].argument;
      found = run<job<peaks, traversal::reduce, reducer_kind::max, side::destination, ids<C::at.reducer.score>,
                      ids<peaks::aggregate>>>(a, ids<peaks::aggregate>{});
      a.in[input] = values_.args.in[input] = found.of[0].data();
    }
    return found;
  }
  template <int... k>
  void replay(runtime::row_args& a, results& states, results& pulled, std::integer_sequence<int, k...>) {
    if constexpr (sizeof...(k) > 0) {
      const auto scan = [&]<bool Back, class Results>(Results, results& to, int first) {
        to = run<job<detail::replay_of<D, Back>, Back ? traversal::scan_back : traversal::scan, reducer_kind::custom,
                     side::destination, ids<D::result.lifted[k]...>, Results>>(a, Results{});
        ((a.in[first + k] = to.of[k].data()), ...);
      };
      scan.template operator()<false>(ids<D::result.state[k]...>{}, states, D::result.states);
      scan.template operator()<true>(ids<D::result.pull[k]...>{}, pulled, D::result.pulled);
    }
  }

  template <int... k>
  void take_cotangents(runtime::row_args& a, results& to, std::integer_sequence<int, k...>) {
    (take_cotangent<k>(a, to.of[k]), ...);
  }
  template <int k>
  void take_cotangent(runtime::row_args& a, buffer& to) {
    constexpr node n = C::nodes.nodes[C::at.output[k]];
    const std::int64_t rows = rows_of(Edges ? side::edge : side::destination);
    to = detail::room_for<C>(C::at.output[k], rows, a);
    using T = typename detail::element_for<detail::storage_type(n.type)>::type;
    fill_with_numbers(static_cast<T*>(to.data()), rows * detail::items_in<C>(n.items, a), 1000 + k);
    a.in[D::result.cotangent + k] = to.data();
  }

  template <int... k>
  void prepare(runtime::row_args& a, results& to, std::integer_sequence<int, k...>) {
    int next = 0;
    (prepare_one<k>(a, to, next), ...);
  }
  template <int k>
  void prepare_one(runtime::row_args& a, results& to, int& next) {
    constexpr derivation_ids<k> at{};
    if constexpr (at.count >= 0) {
      using counts = job<D, traversal::reduce, reducer_kind::sum, side::destination, ids<at.count>, ids<at.counted>>;
      keep(a, to, next, run<counts>(a, ids<at.counted>{}).of[0]);
    }
    if constexpr (at.mantissa >= 0) {
      using both = ids<at.all_mantissa, at.all_exponent>;
      const results pair = run<
          job<D, traversal::reduce, reducer_kind::scaled_prod, side::destination, ids<at.mantissa, at.exponent>, both>>(
          a, both{});
      for (int c = 0; c < 2; ++c) keep(a, to, next, pair.of[c]);
    }
  }
  template <int k>
  struct derivation_ids {
    static constexpr int count = D::result.prepare[k], counted = D::result.prepared[k];
    static constexpr int mantissa = D::result.scaled[2 * k], exponent = D::result.scaled[2 * k + 1];
    static constexpr int all_mantissa = D::result.scaled_done[2 * k], all_exponent = D::result.scaled_done[2 * k + 1];
  };
  static void keep(runtime::row_args& a, results& to, int& next, const buffer& what) {
    to.of[next] = what;
    a.in[D::result.extra + next++] = what.data();
  }

  template <int... p>
  void each_port(const runtime::row_args& a, std::integer_sequence<int, p...>) {
    (one_port<p>(a), ...);
  }
  template <int p>
  void one_port(const runtime::row_args& a) {
    constexpr port f = C::table.ports[p];
    constexpr bool is_field = f.side != side::none;
    if constexpr (!detail::is_own(f) && (!is_field || is_floating(f.type))) {
      constexpr int direct = D::result.of[p].direct, by_edge = D::result.of[p].by_edge;
      if constexpr (direct >= 0)
        run<job<D, traversal::map, reducer_kind::none, side::destination, ids<>, ids<direct>>>(a, ids<direct>{});
      if constexpr (by_edge >= 0 && f.side == side::edge)
        over_edges<D, traversal::per_edge, reducer_kind::none, side::destination, ids<>, ids<by_edge>>(a);
      else if constexpr (by_edge >= 0)
        over_edges<D, traversal::reduce, reducer_kind::sum, is_field ? f.side : side::destination, ids<by_edge>,
                   ids<D::result.by_edge_sum[p]>>(a);
    }
  }
  // A source field with items and an edge field without, in one pass.
  static constexpr int last_port(side s, bool with_items) {
    int last = -1;
    for (int p = 0; p < C::table.count; ++p) {
      const port& f = C::table.ports[p];
      if (f.side == s && (f.items != 0) == with_items && is_floating(f.type) && D::result.of[p].by_edge >= 0) last = p;
    }
    return last;
  }
  void source_and_edge(const runtime::row_args& a) {
    constexpr int from = last_port(side::source, true), at = last_port(side::edge, false);
    if constexpr (from >= 0 && at >= 0) {
      constexpr int id = D::result.of[from].by_edge, of_edge = D::result.of[at].by_edge;
      over_edges<D, traversal::reduce, reducer_kind::sum, side::source, ids<id>, ids<D::result.by_edge_sum[from]>,
                 ids<of_edge>>(a);
    }
  }

  G g_;
  Run& run_;
  detail::bound_values values_;
};

/// All kernels of `P{}(g, bindings...)` and its gradient, and of `apply_edges(P{}, g, bindings...)` and its gradient.
template <class P, class G, class Run, class... B>
void call_kernels(const G& g, Run& run, const B&... b) {
  program_jobs<P, false, G, Run, B...>(g, run, b...)();
}
template <class P, class G, class Run, class... B>
void edge_kernels(const G& g, Run& run, const B&... b) {
  program_jobs<P, true, G, Run, B...>(g, run, b...)();
}

}  // namespace tiga::testing

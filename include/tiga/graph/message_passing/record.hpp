// The tape's side of a call: what is kept, and how each gradient is computed from it. No edge-by-item intermediate
// exists in either direction: the adjoint of a gather is a gather over the transposed structure.
#pragma once
#include <tiga/graph/message_passing/run.hpp>

namespace tiga::detail {

/// One backward pass by the derived program D: cotangents of the outputs in, gradients of all that is bound out.
template <class C, class D, bool Edges, class G, int Degrees>
class backward_pass {
  static_assert(sizeof(require<D>) != 0, "tiga: the program has no gradient: refused above");

 public:
  backward_pass(const G& g, const bound_values& values, const buffer* kept) : g_(g), values_(values), kept_(kept) {}
  void run(const buffer* cotangents, gradient_sink& sink) {
    runtime::row_args a = values_.args;
    bind_degrees<D, Degrees>(a, g_);
    buffer held[output_list::capacity];
    for (int k = 0; k < C::at.outputs; ++k) {
      held[k] = cotangents[k];
      if (!held[k]) {
        const node& n = C::nodes.nodes[C::at.output[k]];
        held[k] = filled(storage_type(n.type),
                         rows_of(g_, Edges ? side::edge : side::destination) * items_in<C>(n.items, a), 0);
      }
      a.in[D::result.cotangent + k] = held[k].data();
    }
    if constexpr (!Edges)
      for (int k = 0; k < C::at.messages; ++k) a.in[D::result.aggregate + k] = kept_[k].data();
    buffer prepared[3 * max_components], states[max_components], pulled[max_components];
    if constexpr (D::result.backward.count > 0)
      replay(a, states, pulled, std::make_integer_sequence<int, D::result.backward.count>{});
    if constexpr (!Edges) prepare(a, prepared, std::make_integer_sequence<int, C::at.messages>{});
    both(a, sink);
    each_port(a, sink, std::make_integer_sequence<int, C::table.count>{});
  }

 private:
  template <int K>
  void prepare_one(runtime::row_args& a, buffer* out, int& next) {
    if constexpr (constexpr int id = D::result.prepare[K]; id >= 0) {
      const csr& rows = g_.in_edges();
      auto b = a;
      out[next] = room_for<D>(id, rows.rows, a);
      b.out[0] = out[next].data();
      launch<
          kernel_job<D, traversal::reduce, reducer_kind::sum, side::destination, ids<id>, ids<D::result.prepared[K]>>>(
          rows.rows, &rows, b);
      a.in[D::result.extra + next] = out[next].data();
      ++next;
      if constexpr (constexpr int first = D::result.scaled[2 * K], second = D::result.scaled[2 * K + 1]; first >= 0) {
        for (int c = 0; c < 2; ++c) {
          out[next + c] = room_for<D>(first, rows.rows, a);
          b.out[c] = out[next + c].data();
        }
        launch<kernel_job<D, traversal::reduce, reducer_kind::scaled_prod, side::destination, ids<first, second>,
                          ids<D::result.scaled_done[2 * K], D::result.scaled_done[2 * K + 1]>>>(rows.rows, &rows, b);
        for (int c = 0; c < 2; ++c) a.in[D::result.extra + next + c] = out[next + c].data();
        next += 2;
      }
    }
  }
  template <int... K>
  void prepare(runtime::row_args& a, buffer* out, std::integer_sequence<int, K...>) {
    int next = 0;
    (prepare_one<K>(a, out, next), ...);
  }

  // The states before each edge, then what each edge's state gets, from the last edge to the first.
  template <int... K>
  void replay(runtime::row_args& a, buffer* states, buffer* pulled, std::integer_sequence<int, K...>) {
    const csr& rows = g_.in_edges();
    const auto run = [&]<bool Back, class Results>(buffer* to, int first) {
      using S = replay_of<D, Back>;
      auto b = a;
      ((to[K] = room_for<D>(D::result.lifted[K], rows.edges, a), b.out[K] = to[K].data()), ...);
      launch<kernel_job<S, Back ? traversal::scan_back : traversal::scan, reducer_kind::custom, side::destination,
                        ids<D::result.lifted[K]...>, Results>>(rows.rows, &rows, b);
      ((a.in[first + K] = to[K].data()), ...);
    };
    run.template operator()<false, ids<D::result.state[K]...>>(states, D::result.states);
    run.template operator()<true, ids<D::result.pull[K]...>>(pulled, D::result.pulled);
  }

  template <int... P>
  void each_port(const runtime::row_args& a, gradient_sink& sink, std::integer_sequence<int, P...>) {
    (one<P>(a, sink), ...);
  }
  template <int P>
  void one(runtime::row_args a, gradient_sink& sink) {
    constexpr port f = C::table.ports[P];
    if constexpr (is_own(f)) {
    } else if constexpr (f.side == side::none) {
      if (const tape_ptr& to = values_.parameter_node[f.argument]; sink.wants(to)) parameter<P>(a, to, sink);
    } else if constexpr (is_floating(f.type)) {
      const tape_ptr& to = values_.input_node[f.argument];
      if (!sink.wants(to)) return;
      constexpr side other = f.side == side::edge ? side::destination : f.side;
      if constexpr (constexpr int id = D::result.of[P].direct; id >= 0) {
        const buffer out = room_for<D>(id, g_.destinations(), a);
        a.out[0] = out.data();
        launch<kernel_job<D, traversal::map, reducer_kind::none, side::destination, ids<>, ids<id>>>(g_.destinations(),
                                                                                                     nullptr, a);
        sink.add(to, out);
      }
      if constexpr (constexpr int id = D::result.of[P].by_edge; id >= 0 && P != pair.source && P != pair.edge) {
        const buffer out = room_for<D>(id, rows_of(g_, f.side), a);
        a.out[0] = out.data();
        if constexpr (f.side == side::edge)
          run_edges<D, traversal::per_edge, reducer_kind::none, side::destination, ids<>, ids<id>>(g_, a);
        else
          run_edges<D, traversal::reduce, reducer_kind::sum, other, ids<id>, ids<D::result.by_edge_sum[P]>>(g_, a);
        sink.add(to, out);
      }
    }
  }

  // A source field with items and an edge field without: both gradients need the same gathered rows, one pass gives
  // both. Each edge's number is a sum over the items of registers that are there already.
  struct fused_ports {
    int source = -1, edge = -1;
  };
  static constexpr fused_ports pair = [] {
    fused_ports p;
    for (int i = C::table.count; i-- > 0;) {
      const port& f = C::table.ports[i];
      const int id = D::result.of[i].by_edge;
      if (id < 0 || f.side == side::none || !is_floating(f.type) || is_own(f)) continue;
      if (f.side == side::source && f.items != 0) p.source = i;
      if (f.side == side::edge && f.items == 0) p.edge = i;
    }
    return p.source >= 0 && p.edge >= 0 ? p : fused_ports{};
  }();
  void both(runtime::row_args a, gradient_sink& sink) {
    if constexpr (pair.source >= 0) {
      const tape_ptr& to_source = values_.input_node[C::table.ports[pair.source].argument];
      const tape_ptr& to_edge = values_.input_node[C::table.ports[pair.edge].argument];
      if (!sink.wants(to_source) && !sink.wants(to_edge)) return;
      constexpr int id = D::result.of[pair.source].by_edge, of_edge = D::result.of[pair.edge].by_edge;
      const buffer rows = room_for<D>(id, g_.sources(), a);
      buffer edges;
      if (sink.wants(to_edge)) edges = room_for<D>(of_edge, g_.edges(), a);
      a.out[0] = rows.data();
      a.out[1] = edges.data();
      run_edges<D, traversal::reduce, reducer_kind::sum, side::source, ids<id>, ids<D::result.by_edge_sum[pair.source]>,
                ids<of_edge>>(g_, a);
      sink.add(to_source, rows);
      sink.add(to_edge, edges);
    }
  }

  // A parameter's gradient is one number: rows first, each in its canonical order, then the canonical sum of the rows.
  template <int P>
  void parameter(runtime::row_args a, const tape_ptr& to, gradient_sink& sink) {
    const std::int64_t rows = g_.destinations();
    const auto add = [&](const buffer& per_row) {
      sink.add(to, total(to->type(), static_cast<const double*>(per_row.data()), rows));
    };
    if constexpr (constexpr int id = D::result.of[P].direct; id >= 0) {
      const buffer out = room_for<D>(id, rows, a);
      a.out[0] = out.data();
      launch<kernel_job<D, traversal::map, reducer_kind::none, side::destination, ids<>, ids<id>>>(rows, nullptr, a);
      add(out);
    }
    if constexpr (constexpr int id = D::result.of[P].by_edge; id >= 0) {
      const buffer out = room_for<D>(id, rows, a);
      a.out[0] = out.data();
      run_edges<D, traversal::reduce, reducer_kind::sum, side::destination, ids<id>, ids<D::result.by_edge_sum[P]>>(g_,
                                                                                                                    a);
      add(out);
    }
  }

  const G& g_;
  const bound_values& values_;
  const buffer* kept_;
};

// Products whose gradient is the product over the message: nothing has vanished, overflowed or lost digits on the way.
bool are_ordinary(dtype type, const void* products, std::int64_t count);

template <class C, bool Edges, class G, int Degrees>
class recorded final : public tape_node {
 public:
  recorded(dtype type, std::int64_t count, const G& g, bound_values values, buffer* kept)
      : tape_node(type, count), g_(g), values_(static_cast<bound_values&&>(values)) {
    for (int k = 0; k < C::table.inputs; ++k) add_input(values_.input_node[k]);
    for (int k = 0; k < C::table.parameters; ++k) add_input(values_.parameter_node[k]);
    for (int k = 0; k < max_components; ++k) kept_[k] = kept[k];
  }
  const char* name() const override { return "a message-passing program"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    buffer all[output_list::capacity];
    all[0] = cotangent;
    pull_all(all, sink);
  }
  void pull_all(const buffer* cotangents, gradient_sink& sink) {
    if constexpr (!Edges && has_products(C::at))
      if (ordinary()) {
        backward_pass<C, adjoint_of<C, Edges, true>, Edges, G, Degrees>(g_, values_, kept_).run(cotangents, sink);
        return;
      }
    backward_pass<C, adjoint_of<C, Edges>, Edges, G, Degrees>(g_, values_, kept_).run(cotangents, sink);
  }

 private:
  bool ordinary() const {
    for (int k = 0; k < C::at.messages; ++k) {
      if (own_kind(C::at, k) != reducer_kind::prod) continue;
      const node& n = C::nodes.nodes[C::at.aggregate[k]];
      const std::int64_t count = g_.destinations() * items_in<C>(n.items, values_.args);
      if (!are_ordinary(storage_type(n.type), kept_[k].data(), count)) return false;
    }
    return true;
  }

  G g_;
  bound_values values_;
  buffer kept_[max_components];
};

// Output k of several. The adjoint is linear in the cotangents, so each output pulls its own share.
template <class Recorded>
class output_part final : public tape_node {
 public:
  output_part(dtype type, std::int64_t count, int k, const tape_ptr& all) : tape_node(type, count), k_(k), all_(all) {
    for (int i = 0; i < all->inputs(); ++i) add_input(all->input(i));
  }
  const char* name() const override { return all_->name(); }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    buffer cotangents[output_list::capacity];
    cotangents[k_] = cotangent;
    static_cast<Recorded*>(all_.get())->pull_all(cotangents, sink);
  }

 private:
  int k_;
  tape_ptr all_;
};

}  // namespace tiga::detail

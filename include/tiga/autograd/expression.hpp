// Elementwise expressions on tracked tensors: evaluated like others, and their adjoint put on the tape.
#pragma once
#include <tiga/autograd/tracked.hpp>
#include <tiga/tensor/expression.hpp>

namespace tiga::detail {

/// The expression differentiated with respect to every operand.
template <class X>
struct expression_adjoint {
  using P = expression_program<X>;
  struct taken {
    ir g;
    short of[port_table::capacity];
    int cotangent;
  };
  static constexpr taken result = [] {
    taken t{};
    ir& g = t.g;
    g.bound = P::table;
    g.limit = derived_capacity;
    // Scalars are repeated at every position, so that no cotangent is summed on its way: the sums over all positions
    // come last, each in its own canonical order.
    const item_axes space = P::nodes.nodes[P::root].items;
    for (int k = 0; k < g.bound.count; ++k)
      if (g.bound.ports[k].side == side::source) g.bound.ports[k].items = space;
    int next = 0;
    const value out = to_type(term_walk<X>::capture(&g, next), P::type);
    const int top = g.count - 1;
    for (short& s : t.of) s = -1;
    port f;
    f.side = side::source;
    f.id = pack("cotangent");
    f.argument = t.cotangent = g.bound.inputs++;
    f.type = P::type;
    f.items = space;
    const int p = g.bound.add_derived(f);
    cotangents ct;
    accumulate(g, ct, out.id, {&g, g.push({op::load, f.side, f.type, -1, -1, -1, short(p), f.items, 0})});
    differentiate(g, ct, top);
    for (int i = 0; i <= top; ++i)
      if (g.nodes[i].code == op::load && ct.of[i] >= 0) t.of[g.nodes[i].port] = ct.of[i];
    return t;
  }();
  static constexpr text why = result.g.why.empty() ? result.g.bound.why : result.g.why;
  static constexpr auto nodes = shrink<result.g.count>(result.g);
  static constexpr port_table table = result.g.bound;
  using sizes = typename P::sizes;
  static constexpr bool has_identity = false;
};

template <class X>
class recorded_expression final : public tape_node {
  using P = expression_program<X>;
  using D = expression_adjoint<X>;
  static_assert(sizeof(require<D>) != 0, "tiga: refused above");

 public:
  recorded_expression(std::int64_t elements, const X& of, const expression_plan& plan)
      : tape_node(P::type, elements), x_(of), plan_(plan) {
    inputs_of(x_);
  }
  const char* name() const override { return what.c_str(); }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    runtime::row_args a = plan_.args;
    a.in[D::result.cotangent] = cotangent.data();
    // the cotangent is packed: its strides are those of the collapsed shape
    std::int64_t pitch = 1;
    for (int d = a.rank; d-- > 0;) {
      a.stride[D::result.cotangent][d] = pitch;
      pitch *= a.shape[d];
    }
    each(a, sink, std::make_integer_sequence<int, P::table.count>{});
  }

 private:
  static constexpr text what = [] {
    const char* const last = op_name(P::nodes.nodes[P::root].code);
    text t;
    t << "an elementwise expression that ends in ";
    for (const char* c = last; *c; ++c)
      if (*c != ' ') t.put(*c);
    return t;
  }();
  template <class Y>
  void inputs_of(const Y& y) {
    if constexpr (is_tracked<Y>)
      add_input(y.node());
    else if constexpr (is_tensor<Y>)
      add_input({});
    else if constexpr (operand<Y>)
      y.each([&](const auto& z) { inputs_of(z); });
  }
  template <int... K>
  void each(const runtime::row_args& a, gradient_sink& sink, std::integer_sequence<int, K...>) {
    (one<K>(a, sink), ...);
  }
  template <int K>
  void one(const runtime::row_args& a, gradient_sink& sink) {
    constexpr port f = P::table.ports[K];
    if constexpr (constexpr int id = D::result.of[K]; id >= 0 && f.side == side::source) {
      const tape_ptr& to = input(f.argument);
      if (!sink.wants(to)) return;
      constexpr bool full = D::nodes.nodes[id].items != 0;
      const std::int64_t positions = full ? plan_.size : 1;
      const buffer out = buffer::allocate(std::size_t(positions) * dtype_size(f.type));
      run_elementwise<D, id>(a, positions, out.data());
      sink.add(to, f.items == 0 && full ? sum_of(f.type, out.data(), positions) : out);
    }
  }
  X x_;
  expression_plan plan_;
};

template <class X>
struct expression_recorder {
  static auto evaluate(const X& x) {
    using P = expression_program<X>;
    const expression_plan plan = plan_of(x);
    auto result = X::template detail_result<P>(plan);
    const std::int64_t count = result.size();
    return tracked(static_cast<decltype(result)&&>(result), tape_ptr(new recorded_expression<X>(count, x, plan)));
  }
};

}  // namespace tiga::detail

namespace tiga {

/// A leaf with the value of an expression.
template <detail::unevaluated X>
auto track(const X& x) {
  return track(x.evaluate());
}

/// The same of a loss that is still an expression: `grad(sum(a) + 0.1f * sum(b), x)`.
template <detail::unevaluated Loss, class... X>
auto grad(const Loss& loss, const X&... of) {
  return grad(loss.evaluate(), of...);
}

}  // namespace tiga

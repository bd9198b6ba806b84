// Streams with a history: gradients through layouts, elementwise stages and reductions.
#pragma once
#include <tiga/autograd/expression.hpp>
#include <tiga/stream/pass.hpp>

namespace tiga {

/// A stream and its place on the tape; passes over it give tracked streams, `to_tensor` gives a tracked tensor.
template <class T, class Chip, class Cluster, class Slice, class Time, class Packet>
class tracked_stream : public detail::stream_layouts<T, Chip, Cluster, Slice, Time, Packet> {
  static_assert(is_floating(dtype_of<T>), "tiga: track: only streams of f16, bf16, f32 or f64 have gradients");
  using layouts = detail::stream_layouts<T, Chip, Cluster, Slice, Time, Packet>;

 public:
  using plain = stream<T, Chip, Cluster, Slice, Time, Packet>;
  tracked_stream(const plain& value, const tape_ptr& node) : value_(value), node_(node) {}
  const plain& value() const { return value_; }
  const tape_ptr& node() const { return node_; }
  const T* data() const { return value_.data(); }

  /// As of a stream.
  template <class M>
  tracked<T, M> to_tensor() const;
  template <slice_target Target = slice_target{}>
  auto vector_init() const {
    return pass<tracked_stream, std::tuple<>, detail::no_reduction, std::tuple<>, Target>(*this, {}, {}, {});
  }

 private:
  plain value_;
  tape_ptr node_;
};

namespace detail {

template <class T, class... Layout>
inline constexpr bool is_tracked_stream<tracked_stream<T, Layout...>> = true;

template <class Stream>
struct tracked_form;
template <class T, class... Layout>
struct tracked_form<stream<T, Layout...>> {
  using type = tracked_stream<T, Layout...>;
};
template <class Stream>
auto with_node(const Stream& s, tape_node* fresh) {
  return typename tracked_form<Stream>::type(s, tape_ptr(fresh));
}

/// Laying out: every element gets the sum over its positions.
template <class Stream, class M>
class recorded_layout final : public tape_node {
 public:
  recorded_layout(const tape_ptr& from) : tape_node(dtype_of<typename Stream::value_type>, Stream::size) {
    add_input(from);
  }
  const char* name() const override { return "to_stream"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    using T = typename Stream::value_type;
    const buffer out = element_buffer(M::size, sizeof(T));
    add_positions({Stream::parts, 5, view_of(M{}), dtype_of<T>}, cotangent.data(), out.data());
    sink.add(input(0), out);
  }
};
/// And back: the position that was read gets it all.
template <class Stream, class M>
class recorded_tensor final : public tape_node {
 public:
  recorded_tensor(const tape_ptr& from) : tape_node(dtype_of<typename Stream::value_type>, M::size) { add_input(from); }
  const char* name() const override { return "to_tensor"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    using T = typename Stream::value_type;
    const T zero(0);
    const buffer out = element_buffer(Stream::size, sizeof(T));
    to_first_positions({Stream::parts, 5, view_of(M{}), dtype_of<T>}, cotangent.data(), out.data(), &zero);
    sink.add(input(0), out);
  }
};

template <class X>
struct leaf_flags {
  static constexpr void put(bool*& to) {
    if constexpr (operand<X>) *to++ = is_tracked<X>;
  }
};
template <class Op, class... A>
struct leaf_flags<expression<Op, A...>> {
  static constexpr void put(bool*& to) { (leaf_flags<A>::put(to), ...); }
};
/// Which leaves of a stage have a place on the tape of their own.
template <class X>
struct tracked_leaves {
  struct list {
    bool of[runtime::max_inputs + 1];
    int count;
  };
  static constexpr list all = [] {
    list l{};
    bool* to = l.of;
    leaf_flags<X>::put(to);
    for (bool* at = l.of; at != to; ++at) l.count += *at;
    return l;
  }();
  static constexpr int before(int leaf) {
    int n = 0;
    for (int k = 0; k < leaf; ++k) n += all.of[k];
    return n;
  }
};

/// The adjoint of one elementwise stage over `count` positions.
template <class X>
class stage_adjoint {
  using P = expression_program<X>;
  using D = expression_adjoint<X>;
  static_assert(sizeof(require<D>) != 0, "tiga: refused above");

 public:
  stage_adjoint(const map_stage<X>& stage, const void* in, std::int64_t count, const buffer& cotangent)
      : stage_(stage), count_(count), args_(stage.arguments(in, 0, count)) {
    args_.in[D::result.cotangent] = cotangent.data();
    args_.stride[D::result.cotangent][0] = 1;
  }
  /// The cotangent of the stage's argument; others go to the sink, for inputs of the node from `first` on.
  buffer run(const tape_node& node, int first, gradient_sink& sink) {
    each(node, first, sink, std::make_integer_sequence<int, P::table.count>{});
    return out_ ? out_ : filled(argument_type(), count_, 0);
  }

 private:
  dtype argument_type() const {
    for (int k = 0; k < P::table.count; ++k)
      if (P::table.ports[k].side == side::source && stage_.is_argument(P::table.ports[k].argument))
        return P::table.ports[k].type;
    return P::type;
  }
  template <int... K>
  void each(const tape_node& node, int first, gradient_sink& sink, std::integer_sequence<int, K...>) {
    (one<K>(node, first, sink), ...);
  }
  template <int K>
  void one(const tape_node& node, int first, gradient_sink& sink) {
    constexpr port f = P::table.ports[K];
    if constexpr (constexpr int id = D::result.of[K]; id >= 0 && f.side == side::source) {
      constexpr bool own = tracked_leaves<X>::all.of[f.argument];
      constexpr int before = tracked_leaves<X>::before(f.argument);
      if (!own && !stage_.is_argument(f.argument)) return;
      if (own && !sink.wants(node.input(first + before))) return;
      constexpr bool full = D::nodes.nodes[id].items != 0;
      const std::int64_t positions = full ? count_ : 1;
      buffer part = element_buffer(positions, dtype_size(f.type));
      run_elementwise<D, id>(args_, positions, part.data());
      if (own)
        sink.add(node.input(first + before), f.items == 0 && full ? sum_of(f.type, part.data(), positions) : part);
      else if (!full)
        add(repeated(f.type, part));
      else
        add(part);
    }
  }
  /// A cotangent that is the same everywhere.
  buffer repeated(dtype type, const buffer& one) const {
    const std::int64_t n[] = {count_}, step[] = {0};
    return packed_copy(one.data(), dtype_size(type), 1, n, step);
  }
  void add(const buffer& part) { out_ = out_ ? added(argument_type(), count_, out_, part) : part; }

  const map_stage<X>& stage_;
  std::int64_t count_;
  runtime::row_args args_;
  buffer out_;
};

template <class Op>
struct gradient_rule {
  static constexpr text why = [] {
    text t;
    if (is_own_op<Op>)
      t << "inter_slice_reduce: ops::fold has no gradient; ops::add, mul, max and min have, and detach(...) drops the "
           "history";
    return t;
  }();
};

struct pass_parts {
  template <class P>
  static const auto& front(const P& p) {
    return p.front_;
  }
  template <class P>
  static const auto& back(const P& p) {
    return p.back_;
  }
  template <class P>
  static const auto& source(const P& p) {
    return p.from_;
  }
  template <class P>
  static void reduce_in(const P& p, slice_pass& to) {
    p.reduce_in(to);
  }
};

template <class From, class Front, class Reduction, class Back, slice_target Target>
class recorded_pass;
template <class From, class... Front, class Reduction, class... Back, slice_target Target>
class recorded_pass<From, std::tuple<Front...>, Reduction, std::tuple<Back...>, Target> final : public tape_node {
  using P = pass<From, std::tuple<Front...>, Reduction, std::tuple<Back...>, Target>;
  using out = stream_of<typename P::layouts>;
  static constexpr bool reduces = !std::is_same_v<Reduction, no_reduction>;
  using T = typename From::value_type;
  using before = typename last_result<std::tuple<Front...>, T>::type;

 public:
  explicit recorded_pass(const P& p) : tape_node(dtype_of<typename out::value_type>, out::size), pass_(p) {
    if constexpr (is_tracked_stream<From>)
      add_input(pass_parts::source(p).node());
    else
      add_input({});
    std::apply([&](const auto&... s) { (inputs_of(s), ...); }, pass_parts::front(p));
    std::apply([&](const auto&... s) { (inputs_of(s), ...); }, pass_parts::back(p));
  }
  const char* name() const override { return reduces ? "a reduction over slices" : "elementwise stages of a stream"; }
  /// What the stages made is computed again: nothing but the input was kept.
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    buffer in[sizeof...(Front) + 1], result[sizeof...(Back) + 1];
    const From& source = pass_parts::source(pass_);
    const void* first = source.data();
    forward(pass_parts::front(pass_), dtype_of<T>, first, From::size, in);
    const void* folded = sizeof...(Front) ? in[sizeof...(Front)].data() : first;
    buffer ct = cotangent;
    if constexpr (reduces) {
      slice_pass p;
      pass_parts::reduce_in(pass_, p);
      if (sizeof...(Back)) {
        result[0] = element_buffer(out::size, sizeof(before));
        p.in = folded;
        p.out = result[0].data();
        p.positions = From::size;
        run_slice_pass(p);
        forward(pass_parts::back(pass_), dtype_of<before>, result[0].data(), out::size, result);
        ct = backward<int(sizeof...(Back)) - 1>(pass_parts::back(pass_), result[0].data(), result, ct, out::size, sink,
                                                first_of_back);
      }
      if (p.plan) {
        const buffer spread = element_buffer(From::size, sizeof(before));
        pull_slices({p.plan, code_for<typename Reduction::operation, Target>, dtype_of<before>, folded, ct.data(),
                     spread.data()});
        ct = spread;
      }
    }
    ct = backward<int(sizeof...(Front)) - 1>(pass_parts::front(pass_), first, in, ct, From::size, sink, 1);
    if (!sink.wants(input(0))) return;
    const buffer clean = ct.unique() ? ct : packed(ct);
    clear_holes(From::parts, 5, dtype_of<T>, clean.data(), true);
    sink.add(input(0), clean);
  }

 private:
  template <class S>
  static constexpr int own_leaves() {
    if constexpr (S::tracks)
      return tracked_leaves<typename S::term>::all.count;
    else
      return 0;
  }
  static constexpr int first_of_back = 1 + (0 + ... + own_leaves<Front>());

  template <class X>
  void inputs_of(const map_stage<X>& s) {
    if constexpr (map_stage<X>::tracks) leaves(s.expression());
  }
  template <class Y>
  void leaves(const Y& y) {
    if constexpr (is_tracked<Y>)
      add_input(y.node());
    else if constexpr (!is_tensor<Y> && operand<Y>)
      y.each([&](const auto& z) { leaves(z); });
  }
  static buffer packed(const buffer& b) {
    const std::int64_t n[] = {From::size}, step[] = {1};
    return packed_copy(b.data(), sizeof(T), 1, n, step);
  }
  /// What each stage made, into to[1...].
  template <class... S>
  static void forward(const std::tuple<S...>& stages, dtype type, const void* first, std::int64_t count, buffer* to) {
    const void* from = first;
    int k = 0;
    const auto step = [&](const auto& stage) {
      const slice_map m = stage.of(type);
      to[++k] = element_buffer(count, dtype_size(m.out));
      slice_pass p;
      p.front = &m;
      p.fronts = 1;
      p.in = from;
      p.out = to[k].data();
      p.positions = count;
      run_slice_pass(p);
      from = p.out;
      type = m.out;
    };
    std::apply([&](const auto&... s) { (step(s), ...); }, stages);
  }
  template <int K, class... S>
  buffer backward(const std::tuple<S...>& stages, const void* first, const buffer* in, const buffer& cotangent,
                  std::int64_t count, gradient_sink& sink, int input) const {
    if constexpr (K < 0) {
      return cotangent;
    } else {
      const auto& stage = std::get<std::size_t(K)>(stages);
      using stage_type = std::remove_cvref_t<decltype(stage)>;
      buffer ct = cotangent;
      if constexpr (!is_tensor<typename stage_type::term>) {
        int own = input;
        add_earlier<K>(stages, own);
        ct = stage_adjoint<typename stage_type::term>(stage, K > 0 ? in[K].data() : first, count, cotangent)
                 .run(*this, own, sink);
      }
      return backward<K - 1>(stages, first, in, ct, count, sink, input);
    }
  }
  template <int K, class... S>
  static void add_earlier(const std::tuple<S...>&, int& own) {
    const int each[] = {own_leaves<S>()..., 0};
    for (int k = 0; k < K; ++k) own += each[k];
  }
  P pass_;
};

template <class From, class Front, class Reduction, class Back, slice_target Target, class Out>
auto record_pass(const pass<From, Front, Reduction, Back, Target>& p, Out result) {
  if constexpr (!std::is_same_v<Reduction, no_reduction>)
    static_assert(sizeof(require<gradient_rule<typename Reduction::operation>>) != 0, "tiga: refused");
  return with_node(result, new recorded_pass<From, Front, Reduction, Back, Target>(p));
}

template <class Intra, class From>
class recorded_intra final : public tape_node {
 public:
  recorded_intra(const From& from, slice_op op)
      : tape_node(dtype_of<typename From::value_type>, Intra::size), from_(from.value()), op_(op) {
    add_input(from.node());
  }
  const char* name() const override { return "a reduction inside slices"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    using T = typename From::value_type;
    const buffer out = element_buffer(From::size, sizeof(T));
    pull_intra(Intra::plan(), op_, dtype_of<T>, from_.data(), cotangent.data(), out.data());
    clear_holes(From::parts, 5, dtype_of<T>, out.data(), true);
    sink.add(input(0), out);
  }

 private:
  typename From::plain from_;
  slice_op op_;
};
template <class Intra, class From, class Out>
auto record_intra(const From& from, Out result) {
  static_assert(sizeof(require<gradient_rule<typename Intra::operation>>) != 0, "tiga: refused");
  return with_node(result, new recorded_intra<Intra, From>(from, Intra::code));
}

template <class From, class Out>
class recorded_lanes final : public tape_node {
 public:
  explicit recorded_lanes(const From& from) : tape_node(dtype_of<typename From::value_type>, Out::size) {
    add_input(from.node());
  }
  const char* name() const override { return "packets of other lanes"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    using T = typename From::value_type;
    const buffer out = element_buffer(From::size, sizeof(T));
    copy_lanes(dtype_of<T>, cotangent.data(), Out::packet::size, out.data(), From::packet::size,
               From::size / From::packet::size);
    sink.add(input(0), out);
  }
};
template <class From, class Out>
auto record_lanes(const From& from, Out result) {
  return with_node(result, new recorded_lanes<From, Out>(from));
}

template <class T, class... Layout>
struct tape_tree<tracked_stream<T, Layout...>> {
  static constexpr int leaves = 1;
  static void collect(const tracked_stream<T, Layout...>& x, tape_ptr*& to) { *to++ = x.node(); }
  static stream<T, Layout...> take(const tracked_stream<T, Layout...>&, buffer*& from) {
    using out = stream<T, Layout...>;
    buffer g = *from++;
    return pass_access::make<out>(g ? g : filled(dtype_of<T>, out::size, 0));
  }
};

}  // namespace detail

template <class T, class Chip, class Cluster, class Slice, class Time, class Packet>
template <class M>
tracked<T, M> tracked_stream<T, Chip, Cluster, Slice, Time, Packet>::to_tensor() const {
  return {value_.template to_tensor<M>(), tape_ptr(new detail::recorded_tensor<plain, M>(node_))};
}

/// A leaf of the tape with the value of `s`; its gradient is a stream, zero in holes.
template <class T, class... Layout>
auto track(const stream<T, Layout...>& s) {
  return tracked_stream<T, Layout...>(s, tape_ptr(new tape_node(dtype_of<T>, stream<T, Layout...>::size)));
}
/// The value without its history.
template <class T, class... Layout>
const stream<T, Layout...>& detach(const tracked_stream<T, Layout...>& s) {
  return s.value();
}
template <class T, class... Layout>
const stream<T, Layout...>& detach(const stream<T, Layout...>& s) {
  return s;
}

/// The elements of a tracked tensor over five layouts. Backward, an element gets the sum over its positions.
template <class Chip, class Cluster, class Slice, class Time, class Packet, class T, class M>
auto to_stream(const tracked<T, M>& from) {
  using plain = stream<T, Chip, Cluster, Slice, Time, Packet>;
  return detail::with_node(plain(from.value()), new detail::recorded_layout<plain, M>(from.node()));
}
template <class Chip, class Cluster, class Slice, class Time, class Packet, class T, class M>
auto to_stream(const tracked<T, M>& from, T padding) {
  using plain = stream<T, Chip, Cluster, Slice, Time, Packet>;
  return detail::with_node(plain(from.value(), padding), new detail::recorded_layout<plain, M>(from.node()));
}

}  // namespace tiga

// Passes over streams: stages collected by type and run as one.
// Source: the vector engine's passes and the inter- and intra-slice reducers of Furiosa's compiler, for any sizes, in
// any order, and checked by the compiler; the rules are in axes/inter_slice.hpp and axes/intra_slice.hpp.
#pragma once
#include <tiga/stream/ops.hpp>
#include <tiga/stream/stages.hpp>
#include <tiga/stream/value.hpp>

namespace tiga {
namespace detail {

struct no_reduction {};
struct pass_parts;
/// A reduction on its way: the layouts that it gives, and those that its plan is made for (all_reduce has stand-ins).
template <class Op, class OutSlice, class OutTime, class PlanSlice = OutSlice>
struct reduction_stage {
  Op op;
  using operation = Op;
  using out_slice = OutSlice;
  using out_time = OutTime;
  using plan_slice = PlanSlice;
};

template <class Stages, class T>
struct last_result {
  using type = T;
};
template <class S, class... Rest, class T>
struct last_result<std::tuple<S, Rest...>, T> : last_result<std::tuple<Rest...>, typename S::result> {};

template <class Reduction>
struct once_rule {
  static constexpr text why = [] {
    text t;
    if (!std::is_same_v<Reduction, no_reduction>)
      t << "inter_slice_reduce: once in a pass; vector_final() ends this one and vector_init() begins another";
    return t;
  }();
};
template <class Reduction, class Back>
struct refine_rule {
  static constexpr text why = [] {
    text t;
    if (std::is_same_v<Reduction, no_reduction> || !std::is_same_v<Back, std::tuple<>>)
      t << "broadcast and promote say what takes the place of what is reduced: write them behind reduce<R>(op)";
    return t;
  }();
};

template <class T, class... S, std::size_t... I>
void list_stages(const std::tuple<S...>& stages, slice_map* to, std::index_sequence<I...>) {
  [[maybe_unused]] dtype type = dtype_of<T>;
  ((to[I] = std::get<I>(stages).of(type), type = to[I].out), ...);
}

/// A stream as a tensor of its positions, tracked where the stream is.
template <class Stream>
auto elements_of(const Stream& s) {
  using T = typename Stream::value_type;
  if constexpr (is_tracked_stream<Stream>)
    return tracked<T, element_layout>(elements_of(s.value()), s.node());
  else
    return tensor<T, element_layout>(pass_access::storage(s), s.data(), extents<1>{{Stream::size}}, strides<1>{{1}});
}
/// What a pass begins with: a stream, or a pass that has to run first.
template <class Source>
auto realised(const Source& s) {
  if constexpr (requires { s.realise(); })
    return s.realise();
  else
    return s;
}
// stream/gradient.hpp: the same result with its place on the tape.
template <class Stream>
struct tracked_form;
template <class From, class Front, class Reduction, class Back, slice_target Target, class Out>
auto record_pass(const pass<From, Front, Reduction, Back, Target>&, Out);
template <class Intra, class From, class Out>
auto record_intra(const From&, Out);
template <class From, class Out>
auto record_lanes(const From&, Out);
/// The same positions, and the same place on the tape, under other layouts.
template <class Out, class Stream>
auto relabelled_stream(const Stream& s) {
  if constexpr (is_tracked_stream<Stream>)
    return typename tracked_form<Out>::type(pass_access::relabel<Out>(s.value()), s.node());
  else
    return pass_access::relabel<Out>(s);
}

template <class Source, class Time, class Packet>
struct relabelled_source : stream_layouts<typename Source::value_type, typename Source::chip, typename Source::cluster,
                                          typename Source::slice, Time, Packet> {
  explicit relabelled_source(const Source& s) : from(s) {}
  auto realise() const { return relabelled_stream<stream_of<relabelled_source>>(realised(from)); }
  Source from;
};
template <class Pass>
struct pass_source : Pass::layouts {
  explicit pass_source(const Pass& p) : from(p) {}
  auto realise() const { return from.vector_final(); }
  Pass from;
};

/// A reduction inside slices behind a pass; elementwise stages alone are run with it.
template <class Pass, class Op, factor R, class OutTime, class OutPacket, slice_target Target>
struct intra_source
    : stream_layouts<typename Pass::layouts::value_type, typename Pass::layouts::chip, typename Pass::layouts::cluster,
                     typename Pass::layouts::slice, OutTime, OutPacket> {
  using T = typename Pass::layouts::value_type;
  using operation = Op;
  static constexpr slice_op code = code_for<Op, Target>;
  using rule = intra_of<typename Pass::layouts, R, OutTime, OutPacket, Target>;
  intra_source(const Pass& p, const Op& o) : before(p), op(o) {}
  auto realise() const {
    if constexpr (Pass::fuses) {
      const auto from = realised(before.source());
      if constexpr (is_tracked_stream<std::remove_cvref_t<decltype(from)>>)
        return run(before.on(from), false);  // the stages get a place of their own on the tape
      else
        return run(from, true);
    } else {
      return run(before.vector_final(), false);
    }
  }
  static const intra_plan* plan() {
    static const intra_plan* const made = make_intra_plan(
        {Pass::layouts::parts[0], Pass::layouts::parts[1], Pass::layouts::parts[2], rule::layouts}, rule::verdict);
    return made;
  }
  Pass before;
  Op op;

 private:
  template <class From>
  auto run(const From& from, bool stages) const {
    using out = stream_of<intra_source>;
    slice_map maps[Pass::stages + 1];
    if (stages) before.list(maps);
    buffer elements = element_buffer(out::size, sizeof(T));
    intra_pass p;
    p.plan = plan();
    p.fold = fold_for<T, Target>(op);
    p.op = code;
    p.front = maps;
    p.fronts = stages ? Pass::stages : 0;
    p.in = from.data();
    p.out = elements.data();
    run_intra_pass(p);
    auto result = pass_access::make<out>(static_cast<buffer&&>(elements));
    if constexpr (is_tracked_stream<From>)
      return record_intra<intra_source>(from, result);
    else
      return result;
  }
};

/// Packets with more or fewer lanes.
template <class Pass, class OutPacket>
struct lanes_source
    : stream_layouts<typename Pass::layouts::value_type, typename Pass::layouts::chip, typename Pass::layouts::cluster,
                     typename Pass::layouts::slice, typename Pass::layouts::time, OutPacket> {
  using T = typename Pass::layouts::value_type;
  explicit lanes_source(const Pass& p) : before(p) {}
  auto realise() const {
    using out = stream_of<lanes_source>;
    const auto from = before.vector_final();
    buffer elements = element_buffer(out::size, sizeof(T));
    copy_lanes(dtype_of<T>, from.data(), Pass::layouts::packet::size, elements.data(), OutPacket::size,
               out::size / OutPacket::size);
    auto result = pass_access::make<out>(static_cast<buffer&&>(elements));
    if constexpr (is_tracked_stream<std::remove_cvref_t<decltype(from)>>)
      return record_lanes(from, result);
    else
      return result;
  }
  Pass before;
};

template <class T, class Reduction>
struct reduced_element {
  using type = typename fold_result<T, typename Reduction::operation>::type;
};
template <class T>
struct reduced_element<T, no_reduction> {
  using type = T;
};
template <class Layouts, class T, class Reduction>
struct reduced_layouts {
  using type = stream_layouts<T, typename Layouts::chip, typename Layouts::cluster, typename Reduction::out_slice,
                              typename Reduction::out_time, typename Layouts::packet>;
};
template <class Layouts, class T>
struct reduced_layouts<Layouts, T, no_reduction> {
  using type = stream_layouts<T, typename Layouts::chip, typename Layouts::cluster, typename Layouts::slice,
                              typename Layouts::time, typename Layouts::packet>;
};

}  // namespace detail

/// Stages over a stream, collected by type and run by `vector_final` in one pass over memory: elementwise functions,
/// then at most one reduction over slices, then elementwise functions. A reduction inside slices, and stages that read
/// whole other streams behind a reduction, begin another pass over what is left. Owns what it needs.
template <class Source, class... Front, class Reduction, class... Back, slice_target Target>
class pass<Source, std::tuple<Front...>, Reduction, std::tuple<Back...>, Target> {
  using front = std::tuple<Front...>;
  using back = std::tuple<Back...>;
  using before = typename detail::last_result<front, typename Source::value_type>::type;
  using reduced = typename detail::reduced_element<before, Reduction>::type;
  using behind = typename detail::last_result<back, reduced>::type;
  static constexpr bool reduces = !std::is_same_v<Reduction, detail::no_reduction>;
  static_assert(sizeof...(Front) <= 8 && sizeof...(Back) <= 8, "tiga: at most 8 elementwise stages before and after");

 public:
  /// Of the result.
  using layouts = typename detail::reduced_layouts<Source, behind, Reduction>::type;
  static constexpr int stages = int(sizeof...(Front));
  static constexpr bool tracks = (false || ... || Front::tracks) || (false || ... || Back::tracks);
  static constexpr bool fuses = !reduces && !tracks;

  pass(const Source& from, const front& f, const Reduction& r, const back& b)
      : from_(from), front_(f), reduction_(r), back_(b) {}

  /// An elementwise stage: `f` gets a value and returns what is computed of it, `map([s](auto x) { return s * exp(x);
  /// })`; it is captured once, and may change the element type (`cast<float>(x)`).
  template <class F>
  auto map(const F& f) const {
    static_assert(sizeof(require<detail::stage_order_rule<Target.fixed_stages && reduces && (stages > 0)>>) != 0,
                  "tiga: refused");
    if constexpr (reduces)
      return behind_with(detail::capture_map<behind>(f, layouts::size));
    else
      return before_with(detail::capture_map<behind>(f, layouts::size));
  }
  /// The same of two streams: `map(other, [](auto x, auto y) { return x * y; })`, `other` of the same layouts.
  template <class Other, class F>
  auto map(const Other& other, const F& f) const {
    static_assert(sizeof(require<detail::same_layouts_rule<layouts, Other>>) != 0, "tiga: refused");
    if constexpr (reduces) {
      return next().map(other, f);
    } else {
      const auto elements = detail::elements_of(other);
      return before_with(detail::capture_map<behind>(f, layouts::size, elements));
    }
  }

  /// Reduces the innermost part of Slice: what OutSlice lacks is folded in ascending slice order from the identity of
  /// the operation, a left fold, holes left out. A freed place holds a dummy `1 # n` (the result is at place 0), a new
  /// axis (a copy at each place) or a digit of Time (each place gets its own time step). Refused with the sentence of
  /// `verify_inter_slice`. O(positions).
  template <class OutSlice, class OutTime, class Op>
  auto inter_slice_reduce(const Op& op) const {
    using all = detail::rules<detail::once_rule<Reduction>, detail::reduction_of<Source, OutSlice, OutTime, Target>,
                              detail::slice_op_rule<before, Op>,
                              detail::entry_rule<before, typename Source::packet, Op, Target>>;
    static_assert(sizeof(require<all>) != 0, "tiga: refused");
    if constexpr (all::why.empty()) return with(detail::reduction_stage<Op, OutSlice, OutTime>{op});
  }
  /// `reduce<R>(op)`: R, innermost in Slice, leaves a dummy; `broadcast` and `promote` behind it fill that.
  template <factor R, class Op>
  auto reduce(const Op& op) const {
    using rule = detail::freed_slice<typename Source::slice, R>;
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
    if constexpr (rule::why.empty()) return inter_slice_reduce<detail::run_layout<rule>, typename Source::time>(op);
  }
  /// The result at every place of the new axis X.
  template <factor X>
  auto broadcast() const {
    static_assert(sizeof(require<detail::refine_rule<Reduction, back>>) != 0, "tiga: refused");
    using rule = detail::filled_slice<typename Reduction::out_slice, X>;
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
    if constexpr (rule::why.empty()) return again<detail::run_layout<rule>, typename Reduction::out_time>();
  }
  /// Time's digit V moves into the place of what is reduced: a reduce-scatter.
  template <factor V>
  auto promote() const {
    static_assert(sizeof(require<detail::refine_rule<Reduction, back>>) != 0, "tiga: refused");
    using rule = detail::time_without<typename Reduction::out_time, V>;
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
    if constexpr (rule::why.empty()) {
      using filled = detail::filled_slice<typename Reduction::out_slice, V>;
      static_assert(sizeof(require<filled>) != 0, "tiga: refused");
      if constexpr (filled::why.empty()) return again<detail::run_layout<filled>, detail::run_layout<rule>>();
    }
  }
  /// Every slice of a group gets the result of the group: R stays where it was.
  template <factor R, class Op>
  auto all_reduce(const Op& op) const {
    using rule = detail::freed_slice<typename Source::slice, R>;
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
    if constexpr (rule::why.empty()) {
      using freed = detail::run_layout<rule>;
      using all = detail::rules<
          detail::once_rule<Reduction>, detail::reduction_of<Source, freed, typename Source::time, Target>,
          detail::slice_op_rule<before, Op>, detail::entry_rule<before, typename Source::packet, Op, Target>>;
      static_assert(sizeof(require<all>) != 0, "tiga: refused");
      if constexpr (all::why.empty()) {
        using stand_in = detail::run_layout<detail::returned_slice<typename Source::slice, R>>;
        return with(detail::reduction_stage<Op, typename Source::slice, typename Source::time, stand_in>{op});
      }
    }
  }

  /// Reduces the axis R inside each slice: all of its digits in Time and Packet go, those in Slice stay. What stands in
  /// one packet is reduced by pairs of neighbours (a balanced tree), that over time in ascending order from the
  /// identity; holes are left out. OutTime and OutPacket hold the other digits, in any order. Refused with the sentence
  /// of `verify_intra_slice`. O(positions).
  template <factor R, class OutTime, class OutPacket, class Op>
  auto intra_slice_reduce(const Op& op) const {
    static_assert(sizeof(require<detail::intra_of<layouts, R, OutTime, OutPacket, Target>>) != 0, "tiga: refused");
    static_assert(sizeof(require<detail::slice_op_rule<behind, Op>>) != 0, "tiga: refused");
    static_assert(sizeof(require<detail::intra_op_rule<behind, Op, Target>>) != 0, "tiga: refused");
    return start(detail::intra_source<pass, Op, R, OutTime, OutPacket, Target>(*this, op));
  }
  /// The same, with what is left of Time and Packet when R goes.
  template <factor R, class Op>
  auto intra_slice_reduce(const Op& op) const {
    return intra_slice_reduce<R, detail::run_layout<detail::without_axis<typename layouts::time, R>>,
                              detail::run_layout<detail::without_axis<typename layouts::packet, R>>>(op);
  }

  /// Time and Packet under other names of the same positions: the outer lanes of a packet become time steps.
  template <class OutTime, class OutPacket>
  auto split_packet() const {
    static_assert(sizeof(require<detail::relabel_rule<layouts, OutTime, OutPacket>>) != 0, "tiga: refused");
    if constexpr (!reduces) {
      using source = detail::relabelled_source<Source, OutTime, OutPacket>;
      return pass<source, front, Reduction, back, Target>(source(from_), front_, reduction_, back_);
    } else {
      const auto all = next_source();
      return start(detail::relabelled_source<std::remove_cvref_t<decltype(all)>, OutTime, OutPacket>(all));
    }
  }
  /// The other way round: the inner time steps become outer lanes.
  template <class OutTime, class OutPacket>
  auto join_packet() const {
    return split_packet<OutTime, OutPacket>();
  }
  /// Packets with holes behind their lanes (zeros): OutPacket is Packet # n.
  template <class OutPacket>
  auto pad_packet() const {
    static_assert(sizeof(require<detail::padded_rule<OutPacket, typename layouts::packet>>) != 0, "tiga: refused");
    return start(detail::lanes_source<pass, OutPacket>(*this));
  }
  /// Packets without the holes behind their lanes: Packet is OutPacket # n.
  template <class OutPacket>
  auto trim_packet() const {
    static_assert(sizeof(require<detail::padded_rule<typename layouts::packet, OutPacket>>) != 0, "tiga: refused");
    return start(detail::lanes_source<pass, OutPacket>(*this));
  }

  /// Runs the stages: a stream, tracked where the pass began with a tracked one. O(positions); the bits do not depend
  /// on the number of threads.
  auto vector_final() const { return on(detail::realised(from_)); }

 private:
  friend struct detail::pass_parts;
  template <class, class, factor, class, class, slice_target>
  friend struct detail::intra_source;

  const Source& source() const { return from_; }
  void list(detail::slice_map* to) const {
    detail::list_stages<typename Source::value_type>(front_, to, std::index_sequence_for<Front...>{});
  }
  template <class From>
  auto on(const From& from) const {
    if constexpr (!reduces && stages == 0)
      return from;
    else
      return run(from);
  }
  template <class From>
  auto run(const From& from) const {
    using out = detail::stream_of<layouts>;
    detail::slice_map maps[sizeof...(Front) + sizeof...(Back) + 1];
    list(maps);
    detail::list_stages<reduced>(back_, maps + sizeof...(Front), std::index_sequence_for<Back...>{});
    buffer elements = detail::element_buffer(out::size, sizeof(behind));
    detail::slice_pass p;
    p.front = maps;
    p.fronts = int(sizeof...(Front));
    p.back = maps + sizeof...(Front);
    p.backs = int(sizeof...(Back));
    p.in = from.data();
    p.out = elements.data();
    p.positions = Source::size;
    reduce_in(p);
    detail::run_slice_pass(p);
    auto result = detail::pass_access::make<out>(static_cast<buffer&&>(elements));
    if constexpr ((tracks || detail::is_tracked_stream<From>)&&is_floating(dtype_of<behind>))
      return detail::record_pass(pass<From, front, Reduction, back, Target>(from, front_, reduction_, back_), result);
    else
      return result;
  }
  void reduce_in(detail::slice_pass& p) const {
    p.fold.element = p.fold.result = dtype_of<before>;
    if constexpr (reduces) {
      using rule =
          detail::reduction_of<Source, typename Reduction::plan_slice, typename Reduction::out_time, slice_target{}>;
      static const detail::slice_plan* const plan = detail::make_slice_plan(rule::layouts, rule::verdict);
      p.plan = plan;
      p.fold = detail::fold_for<before, Target>(reduction_.op);
    }
  }
  template <class Stage>
  auto before_with(const Stage& stage) const {
    return pass<Source, std::tuple<Front..., Stage>, Reduction, back, Target>(
        from_, std::tuple_cat(front_, std::tuple<Stage>(stage)), reduction_, back_);
  }
  template <class Stage>
  auto behind_with(const Stage& stage) const {
    return pass<Source, front, Reduction, std::tuple<Back..., Stage>, Target>(
        from_, front_, reduction_, std::tuple_cat(back_, std::tuple<Stage>(stage)));
  }
  template <class Stage>
  auto with(const Stage& stage) const {
    return pass<Source, front, Stage, std::tuple<>, Target>(from_, front_, stage, {});
  }
  template <class OutSlice, class OutTime>
  auto again() const {
    return pass<Source, front, detail::no_reduction, std::tuple<>, Target>(from_, front_, {}, {})
        .template inter_slice_reduce<OutSlice, OutTime>(reduction_.op);
  }
  template <class Next>
  static auto start(const Next& next) {
    return pass<Next, std::tuple<>, detail::no_reduction, std::tuple<>, Target>(next, {}, {}, {});
  }
  auto next_source() const { return detail::pass_source<pass>(*this); }
  auto next() const { return start(next_source()); }

  Source from_;
  front front_;
  Reduction reduction_;
  back back_;
};

template <class T, class Chip, class Cluster, class Slice, class Time, class Packet>
template <slice_target Target>
auto stream<T, Chip, Cluster, Slice, Time, Packet>::vector_init() const {
  return pass<stream, std::tuple<>, detail::no_reduction, std::tuple<>, Target>(*this, {}, {}, {});
}

}  // namespace tiga

// stream<T, Chip, Cluster, Slice, Time, Packet>: elements laid out over the slices of a machine, and passes over them.
// Source: the stream tensors and the inter-slice reducer of Furiosa's compiler, for any sizes and checked by the
// compiler; the rules are in axes/inter_slice.hpp.
#pragma once
#include <tiga/stream/ops.hpp>
#include <tiga/stream/rules.hpp>
#include <tiga/stream/stages.hpp>

namespace tiga {

template <class Stream, class Front, class Reduction, class Back>
class pass;

namespace detail {
struct no_reduction {};
struct pass_access;
}  // namespace detail

/// Elements of type T at every position of five layouts, row-major from Chip to Packet, holes included. A value: copies
/// share immutable storage. Slice says which of the machine's parallel workers has an element, Time when, Packet in
/// which lane; all sizes are static and any number is allowed. No digit of an axis stands twice.
template <class T, class Chip, class Cluster, class Slice, class Time, class Packet>
class stream {
  static_assert(sizeof(require<detail::stream_rule<Chip, Cluster, Slice, Time, Packet>>) != 0, "tiga: refused");

 public:
  using value_type = T;
  using chip = Chip;
  using cluster = Cluster;
  using slice = Slice;
  using time = Time;
  using packet = Packet;
  static constexpr layout_view parts[5] = {view_of(Chip{}, "Chip"), view_of(Cluster{}, "Cluster"),
                                           view_of(Slice{}, "Slice"), view_of(Time{}, "Time"),
                                           view_of(Packet{}, "Packet")};
  /// Number of positions.
  static constexpr std::int64_t size = Chip::size * Cluster::size * Slice::size * Time::size * Packet::size;

  /// Zeros.
  stream() : elements_(detail::zeroed_buffer(size, sizeof(T))) {}
  /// The elements of a tensor, each at every position that means it; holes hold anything, or `padding`. The axes of
  /// both must be the same. O(size).
  template <class M>
  explicit stream(const tensor<T, M>& from) : stream(from, nullptr) {}
  template <class M>
  stream(const tensor<T, M>& from, T padding) : stream(from, &padding) {}
  /// Refused: another element type or layout is another type; the sentence names both.
  template <class U, class... Layout>
  requires(!std::is_same_v<stream<U, Layout...>, stream>) stream(const stream<U, Layout...>&) {
    static_assert(sizeof(require<detail::same_stream_rule<stream<U, Layout...>, stream>>) != 0, "tiga: refused");
  }

  /// The tensor of these elements; where several positions mean one element, the last of them. O(size).
  template <class M>
  tensor<T, M> to_tensor() const {
    static_assert(sizeof(require<detail::covered_rule<stream, M>>) != 0, "tiga: refused");
    extents<M::rank> n{};
    for (int i = 0; i < M::rank; ++i) n.n[i] = M::extent(i);
    auto out = tensor<T, M>::uninitialized(n);
    detail::from_positions({parts, 5, view_of(M{}), dtype_of<T>}, data(), const_cast<T*>(out.data()));
    return out;
  }

  /// The element at position 0.
  const T* data() const { return static_cast<const T*>(elements_.data()); }
  /// All positions, row-major; what a hole holds is unspecified.
  std::span<const T> span() const { return {data(), std::size_t(size)}; }

  /// Begins a pass: stages are collected, and run as one by `vector_final`.
  auto vector_init() const { return pass<stream, std::tuple<>, detail::no_reduction, std::tuple<>>(*this, {}, {}, {}); }

 private:
  friend struct detail::pass_access;
  explicit stream(buffer elements) : elements_(static_cast<buffer&&>(elements)) {}
  template <class M>
  stream(const tensor<T, M>& from, const T* padding) : elements_(detail::element_buffer(size, sizeof(T))) {
    static_assert(sizeof(require<detail::covered_rule<stream, M>>) != 0, "tiga: refused");
    const tensor<T, M> packed = contiguous(from);
    detail::to_positions({parts, 5, view_of(M{}), dtype_of<T>}, packed.data(), elements_.data(), padding);
  }
  buffer elements_;
};

namespace detail {

/// A reduction on its way: the layouts that it gives, and those that its plan is made for (all_reduce has stand-ins).
template <class Op, class OutSlice, class OutTime, class PlanSlice = OutSlice>
struct reduction_stage {
  Op op;
  using out_slice = OutSlice;
  using out_time = OutTime;
  using plan_slice = PlanSlice;
};

struct pass_access {
  template <class Out>
  static Out make(buffer b) {
    return Out(static_cast<buffer&&>(b));
  }
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

}  // namespace detail

/// Stages over a stream, collected by type and run by `vector_final` in one pass over memory: elementwise functions,
/// then at most one reduction over slices, then elementwise functions. Owns what it needs.
template <class Stream, class... Front, class Reduction, class... Back>
class pass<Stream, std::tuple<Front...>, Reduction, std::tuple<Back...>> {
  using front = std::tuple<Front...>;
  using back = std::tuple<Back...>;
  static constexpr bool reduces = !std::is_same_v<Reduction, detail::no_reduction>;
  static_assert(sizeof...(Front) <= 8 && sizeof...(Back) <= 8, "tiga: at most 8 elementwise stages before and after");

 public:
  pass(const Stream& from, const front& f, const Reduction& r, const back& b)
      : from_(from), front_(f), reduction_(r), back_(b) {}

  /// An elementwise stage: `f` gets a value and returns what is computed of it, `map([s](auto x) { return s * exp(x);
  /// })`; it is captured once, and may change the element type (`cast<float>(x)`).
  template <class F>
  auto map(const F& f) const {
    if constexpr (reduces) {
      auto stage = detail::capture_map<behind>(f);
      return pass<Stream, front, Reduction, std::tuple<Back..., decltype(stage)>>(
          from_, front_, reduction_, std::tuple_cat(back_, std::tuple(stage)));
    } else {
      auto stage = detail::capture_map<before>(f);
      return pass<Stream, std::tuple<Front..., decltype(stage)>, Reduction, back>(
          from_, std::tuple_cat(front_, std::tuple(stage)), reduction_, back_);
    }
  }

  /// Reduces the innermost part of Slice: what OutSlice lacks is folded in ascending slice order from the identity of
  /// the operation, a left fold, holes left out. A freed place holds a dummy `1 # n` (the result is at place 0), a new
  /// axis (a copy at each place) or a digit of Time (each place gets its own time step). Refused with the sentence of
  /// `verify_inter_slice`. O(positions).
  template <class OutSlice, class OutTime, class Op>
  auto inter_slice_reduce(const Op& op) const {
    static_assert(sizeof(require<detail::once_rule<Reduction>>) != 0, "tiga: refused");
    static_assert(sizeof(require<detail::reduction_of<Stream, OutSlice, OutTime>>) != 0, "tiga: refused");
    static_assert(sizeof(require<detail::slice_op_rule<before, Op>>) != 0, "tiga: refused");
    return with(detail::reduction_stage<Op, OutSlice, OutTime>{op});
  }
  /// `reduce<R>(op)`: R, innermost in Slice, leaves a dummy; `broadcast` and `promote` behind it fill that.
  template <factor R, class Op>
  auto reduce(const Op& op) const {
    using rule = detail::freed_slice<typename Stream::slice, R>;
    if constexpr (sizeof(require<rule>) != 0)
      return inter_slice_reduce<detail::run_layout<rule>, typename Stream::time>(op);
  }
  /// The result at every place of the new axis X.
  template <factor X>
  auto broadcast() const {
    static_assert(sizeof(require<detail::refine_rule<Reduction, back>>) != 0, "tiga: refused");
    using rule = detail::filled_slice<typename Reduction::out_slice, X>;
    if constexpr (sizeof(require<rule>) != 0) return again<detail::run_layout<rule>, typename Reduction::out_time>();
  }
  /// Time's digit V moves into the place of what is reduced: a reduce-scatter.
  template <factor V>
  auto promote() const {
    static_assert(sizeof(require<detail::refine_rule<Reduction, back>>) != 0, "tiga: refused");
    using rule = detail::time_without<typename Reduction::out_time, V>;
    if constexpr (sizeof(require<rule>) != 0) {
      using filled = detail::filled_slice<typename Reduction::out_slice, V>;
      if constexpr (sizeof(require<filled>) != 0) return again<detail::run_layout<filled>, detail::run_layout<rule>>();
    }
  }
  /// Every slice of a group gets the result of the group: R stays where it was.
  template <factor R, class Op>
  auto all_reduce(const Op& op) const {
    using rule = detail::freed_slice<typename Stream::slice, R>;
    if constexpr (sizeof(require<rule>) != 0) {
      static_assert(sizeof(require<detail::once_rule<Reduction>>) != 0, "tiga: refused");
      static_assert(sizeof(require<detail::reduction_of<Stream, detail::run_layout<rule>, typename Stream::time>>) != 0,
                    "tiga: refused");
      static_assert(sizeof(require<detail::slice_op_rule<before, Op>>) != 0, "tiga: refused");
      using stand_in = detail::run_layout<detail::returned_slice<typename Stream::slice, R>>;
      return with(detail::reduction_stage<Op, typename Stream::slice, typename Stream::time, stand_in>{op});
    }
  }

  /// Runs the stages. O(positions); the bits do not depend on the number of threads.
  auto vector_final() const {
    using out = typename result<Reduction>::type;
    detail::slice_map maps[sizeof...(Front) + sizeof...(Back) + 1];
    detail::list_stages<typename Stream::value_type>(front_, maps, std::index_sequence_for<Front...>{});
    detail::list_stages<before>(back_, maps + sizeof...(Front), std::index_sequence_for<Back...>{});
    buffer elements = detail::element_buffer(out::size, sizeof(typename out::value_type));
    detail::slice_pass p;
    p.front = maps;
    p.fronts = int(sizeof...(Front));
    p.back = maps + sizeof...(Front);
    p.backs = int(sizeof...(Back));
    p.in = from_.data();
    p.out = elements.data();
    p.positions = Stream::size;
    p.fold.element = dtype_of<before>;
    if constexpr (reduces) {
      using rule = detail::reduction_of<Stream, typename Reduction::plan_slice, typename Reduction::out_time>;
      static const detail::slice_plan* const plan = detail::make_slice_plan(rule::layouts, rule::verdict);
      p.plan = plan;
      p.fold = detail::fold_for<before>(reduction_.op);
    }
    detail::run_slice_pass(p);
    return detail::pass_access::make<out>(static_cast<buffer&&>(elements));
  }

 private:
  using before = typename detail::last_result<front, typename Stream::value_type>::type;
  using behind = typename detail::last_result<back, before>::type;
  template <class R, class = void>
  struct result {
    using type = stream<behind, typename Stream::chip, typename Stream::cluster, typename R::out_slice,
                        typename R::out_time, typename Stream::packet>;
  };
  template <class Nothing>
  struct result<detail::no_reduction, Nothing> {
    using type = stream<behind, typename Stream::chip, typename Stream::cluster, typename Stream::slice,
                        typename Stream::time, typename Stream::packet>;
  };
  template <class Stage>
  auto with(const Stage& stage) const {
    return pass<Stream, front, Stage, std::tuple<>>(from_, front_, stage, {});
  }
  template <class OutSlice, class OutTime>
  auto again() const {
    return pass<Stream, front, detail::no_reduction, std::tuple<>>(from_, front_, {}, {})
        .template inter_slice_reduce<OutSlice, OutTime>(reduction_.op);
  }

  Stream from_;
  front front_;
  Reduction reduction_;
  back back_;
};

}  // namespace tiga

// stream<T, Chip, Cluster, Slice, Time, Packet>: elements laid out over the slices of a machine.
// Source: the stream tensors of Furiosa's compiler, for any sizes.
#pragma once
#include <tiga/stream/rules.hpp>
#include <tiga/tensor/tensor.hpp>

namespace tiga {

template <class T, class M>
class tracked;  // autograd/tracked.hpp

template <class Source, class Front, class Reduction, class Back, slice_target Target>
class pass;  // stream/pass.hpp

namespace detail {

/// The layouts of a stream, or of what a pass will make of one.
template <class T, class Chip, class Cluster, class Slice, class Time, class Packet>
struct stream_layouts {
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
};

template <class Stream>
inline constexpr bool has_zero_holes = [] {
  for (const layout_view& part : Stream::parts) {
    const digit_run run = digits_of(part);
    for (int i = 0; i < run.count; ++i)
      if (run.digits[i].kind == std::int64_t(padding::zero)) return true;
  }
  return false;
}();

template <class Stream>
inline constexpr bool is_tracked_stream = false;  // stream/gradient.hpp: of tracked_stream
template <class Stream>
struct untracked_stream_rule {
  static constexpr text why = text{} << "stream: a tracked tensor is laid out by to_stream<Chip, Cluster, Slice, Time, "
                                        "Packet>(x), which keeps its history";
};

struct pass_access;

}  // namespace detail

/// Elements of type T at every position of five layouts, row-major from Chip to Packet, holes included. A value: copies
/// share immutable storage. Slice says which of the machine's parallel workers has an element, Time when, Packet in
/// which lane; all sizes are static and any number is allowed. No digit of an axis stands twice.
template <class T, class Chip, class Cluster, class Slice, class Time, class Packet>
class stream : public detail::stream_layouts<T, Chip, Cluster, Slice, Time, Packet> {
  static_assert(sizeof(require<detail::stream_rule<Chip, Cluster, Slice, Time, Packet>>) != 0, "tiga: refused");
  using layouts = detail::stream_layouts<T, Chip, Cluster, Slice, Time, Packet>;

 public:
  using layouts::parts;
  using layouts::size;

  /// Zeros.
  stream() : elements_(detail::zeroed_buffer(size, sizeof(T))) {}
  /// The elements of a tensor, each at every position that means it. Holes that a layout declares zero (`#{0}`) are
  /// zero, others hold anything, or `padding`. The axes of both must be the same. O(size).
  template <class M>
  explicit stream(const tensor<T, M>& from) : stream(from, nullptr) {}
  template <class M>
  stream(const tensor<T, M>& from, T padding) : stream(from, &padding) {}
  /// Refused: a history is not dropped in silence.
  template <class M>
  explicit stream(const tracked<T, M>&) {
    static_assert(sizeof(require<detail::untracked_stream_rule<M>>) != 0, "tiga: refused");
  }
  /// Refused: another element type or layout is another type; the sentence names both.
  template <class U, class... Layout>
  requires(!std::is_same_v<stream<U, Layout...>, stream>) stream(const stream<U, Layout...>&) {
    static_assert(sizeof(require<detail::same_stream_rule<stream<U, Layout...>, stream>>) != 0, "tiga: refused");
  }

  /// The tensor of these elements; where several positions mean one element, the first of them. O(size).
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
  /// All positions, row-major; what a hole holds is unspecified, but zero where it is declared zero.
  std::span<const T> span() const { return {data(), std::size_t(size)}; }

  /// Begins a pass: stages are collected, and run as one by `vector_final`. A target limits what the pass may do:
  /// `vector_init<strict_rngd>()` takes what the original hardware takes.
  template <slice_target Target = slice_target{}>
  auto vector_init() const;

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

/// The elements of a tensor over five layouts; of a tracked tensor a tracked stream (stream/gradient.hpp).
template <class Chip, class Cluster, class Slice, class Time, class Packet, class T, class M>
auto to_stream(const tensor<T, M>& from) {
  return stream<T, Chip, Cluster, Slice, Time, Packet>(from);
}
template <class Chip, class Cluster, class Slice, class Time, class Packet, class T, class M>
auto to_stream(const tensor<T, M>& from, T padding) {
  return stream<T, Chip, Cluster, Slice, Time, Packet>(from, padding);
}

namespace detail {

template <class Layouts, class T = typename Layouts::value_type>
using stream_of = stream<T, typename Layouts::chip, typename Layouts::cluster, typename Layouts::slice,
                         typename Layouts::time, typename Layouts::packet>;

struct pass_access {
  template <class Out>
  static Out make(buffer b) {
    if constexpr (has_zero_holes<Out>) clear_holes(Out::parts, 5, dtype_of<typename Out::value_type>, b.data(), false);
    return Out(static_cast<buffer&&>(b));
  }
  /// The same positions under other layouts.
  template <class Out, class Stream>
  static Out relabel(const Stream& s) {
    return Out(s.elements_);
  }
  template <class Stream>
  static const buffer& storage(const Stream& s) {
    return s.elements_;
  }
};

}  // namespace detail
}  // namespace tiga

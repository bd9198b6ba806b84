// What the compiler checks of streams, and the layouts that it deduces.
#pragma once
#include <tiga/axes/intra_slice.hpp>
#include <tiga/program/dtype.hpp>
#include <tiga/stream/core.hpp>
#include <type_traits>

namespace tiga::detail {

/// The first of several rules that is not kept: `require` of it says its sentence alone, and where it is kept so are
/// all.
template <class Rule, class... More>
constexpr auto first_broken() {
  if constexpr (Rule::why.empty() && sizeof...(More) > 0)
    return first_broken<More...>();
  else
    return std::type_identity<Rule>{};
}
template <class... Rule>
using rules = typename decltype(first_broken<Rule...>())::type;

/// A layout made of the digits of a run, given by `Rule::run`.
template <class Rule, std::size_t I>
inline constexpr factor factor_of_run = [] {
  digit d = Rule::run.digits[std::size_t(Rule::run.count) - 1 - I];
  return pack_digits(&d, 1);
}();
template <class Rule, class Places>
struct layout_of_run;
template <class Rule, std::size_t... I>
struct layout_of_run<Rule, std::index_sequence<I...>> {
  using type = m<factor_of_run<Rule, I>...>;
};
template <class Rule>
using run_layout = typename layout_of_run<Rule, std::make_index_sequence<std::size_t(Rule::run.count)>>::type;

template <class Chip, class Cluster, class Slice, class Time, class Packet>
struct stream_rule {
  static constexpr text why = [] {
    const layout_view parts[] = {view_of(Chip{}, "Chip"), view_of(Cluster{}, "Cluster"), view_of(Slice{}, "Slice"),
                                 view_of(Time{}, "Time"), view_of(Packet{}, "Packet")};
    text t;
    factor all[5 * layout_digits]{};
    int count = 0;
    for (const layout_view& part : parts)
      for (int k = 0; k < part.count && count < 5 * layout_digits; ++k) {
        if (size_of(part.factors[k]) == dynamic)
          return t << "stream: " << part.called << " " << mapping_text(part.factors, part.count)
                   << " has a size that is known at run time only; the layouts of a stream are static";
        all[count++] = part.factors[k];
      }
    if (const text fault = mapping_fault(all, count); !fault.empty()) t << "stream: " << fault;
    return t;
  }();
};

/// Whether all coordinates of a tensor have a place in a stream, and the other way round.
template <class Stream, class M>
struct covered_rule {
  static constexpr text why = [] {
    text t;
    factor all[5 * layout_digits]{};
    int count = 0;
    for (const layout_view& part : Stream::parts)
      for (int k = 0; k < part.count; ++k) all[count++] = part.factors[k];
    const layout_view whole{all, count, "the stream"}, tensor = view_of(M{}, "the tensor");
    for (int k = 0; k < tensor.count; ++k)
      if (size_of(tensor.factors[k]) == dynamic)
        return t << "stream: " << mapping_text(tensor.factors, tensor.count)
                 << " has a size that is known at run time only; the layouts of a stream are static";
    if (const text clash = size_clash(all, count, tensor.factors, tensor.count); !clash.empty())
      return t << "stream: " << clash;
    const division there = divide(whole, tensor), back = divide(tensor, whole);
    if (!there.exact)
      return t << "stream: " << live_part(there.missing.digits[0]) << " of the tensor " << render(M{})
               << " has no place in the stream";
    if (!back.exact)
      return t << "stream: " << live_part(back.missing.digits[0]) << " of the stream is not in the tensor "
               << render(M{});
    return t;
  }();
};

template <class From, class To>
struct same_stream_rule {
  static constexpr text why = [] {
    text t;
    t << "stream: ";
    if (!std::is_same_v<typename From::value_type, typename To::value_type>)
      return t << dtype_name(dtype_of<typename From::value_type>) << " given, "
               << dtype_name(dtype_of<typename To::value_type>) << " wanted";
    for (int i = 0; i < 5; ++i) {
      const layout_view a = From::parts[i], b = To::parts[i];
      bool same = a.count == b.count;
      for (int k = 0; same && k < a.count; ++k) same = a.factors[k] == b.factors[k];
      if (!same)
        return t << a.called << " " << mapping_text(a.factors, a.count) << " given, " << b.called << " "
                 << mapping_text(b.factors, b.count) << " wanted";
    }
    return t;
  }();
};

/// Whether two streams may meet position by position.
template <class Stream, class Other>
struct same_layouts_rule {
  static constexpr text why = [] {
    text t;
    if constexpr (!requires { Other::parts; }) {
      return t << "map: the other operand is a stream of the same layouts";
    } else {
      for (int i = 0; i < 5; ++i) {
        const layout_view a = Stream::parts[i], b = Other::parts[i];
        bool same = a.count == b.count;
        for (int k = 0; same && k < a.count; ++k) same = a.factors[k] == b.factors[k];
        if (!same)
          return t << "map: " << a.called << " is " << mapping_text(a.factors, a.count) << " here and "
                   << mapping_text(b.factors, b.count)
                   << " in the other stream; positions meet where the layouts are the same";
      }
      return t;
    }
  }();
};

/// The verdict on a reduction of a stream. `Out` are the new Slice and Time.
template <class Stream, class OutSlice, class OutTime, slice_target Target>
struct reduction_of {
  static constexpr layout_view others[3] = {Stream::parts[0], Stream::parts[1], Stream::parts[4]};
  static constexpr slice_reduction layouts{
      Stream::parts[2], Stream::parts[3], view_of(OutSlice{}, "OutSlice"), view_of(OutTime{}, "OutTime"), others, 3};
  static constexpr slice_verdict verdict = verify_inter_slice(layouts, Target);
  static constexpr text why = verdict.why;
};

/// What a machine of fixed stages takes: its two element types, their operations, packets of its width.
template <class T, class Packet, class Op, slice_target Target>
struct entry_rule {
  static constexpr text why = [] {
    text t;
    if (!Target.fixed_stages) return t;
    constexpr dtype type = dtype_of<T>;
    t << "inter_slice_reduce: ";
    if (type != dtype::i32 && type != dtype::f32)
      return t << "this target reduces i32 and f32, not " << dtype_name(type) << "; write map(cast<...>) first";
    if (Packet::size != Target.lanes)
      return t << "Packet " << render(Packet{}) << " has " << Packet::size << " lanes; this target reduces packets of "
               << Target.lanes << ": write pad_packet or join_packet first";
    if constexpr (requires { Op::code; }) {
      constexpr slice_op o = Op::code;
      if (o == slice_op::add || o == slice_op::max || o == slice_op::min) return text{};
      if (o == (type == dtype::i32 ? slice_op::add_sat : slice_op::mul)) return text{};
      return t << "this target has no " << Op::name << " of " << dtype_name(type);
    } else {
      return t << "this target has its own operations only: add, max, min, add_sat of i32 and mul of f32";
    }
  }();
};
template <bool Refused>
struct stage_order_rule {
  static constexpr text why = [] {
    text t;
    if (Refused)
      t << "map: on this target a reduction that follows other stages ends the pass; vector_final() and vector_init() "
           "begin another";
    return t;
  }();
};

/// The verdict on a reduction inside the slices of a stream.
template <class Stream, factor R, class OutTime, class OutPacket, slice_target Target>
struct intra_of {
  static constexpr intra_reduction layouts{Stream::parts[3], Stream::parts[4], view_of(OutTime{}, "OutTime"),
                                           view_of(OutPacket{}, "OutPacket"), digit_at(R, 0).axis};
  static constexpr intra_verdict verdict = verify_intra_slice(layouts, Target);
  static constexpr text why = [] {
    text t;
    if (R.problem) return t << "intra_slice_reduce: " << refusal_of(R);
    const bool whole = R.count == 1 && is_named(digit_at(R, 0)) && digit_at(R, 0).stride == 1 &&
                       digit_at(R, 0).live == digit_at(R, 0).size;
    if (!whole) return t << "intra_slice_reduce: " << R << " is no axis; an axis goes as a whole";
    if (!verdict.why.empty()) t << "intra_slice_reduce: " << verdict.why;
    return t;
  }();
};
/// A layout without the digits of one axis: what `intra_slice_reduce<R>` leaves.
template <class Layout, factor R>
struct without_axis {
  static constexpr digit_run run = [] {
    digit_run all = digits_of(view_of(Layout{})), out;
    for (int i = 0; i < all.count; ++i)
      if (!(is_named(all.digits[i]) && all.digits[i].axis == digit_at(R, 0).axis)) out.push(all.digits[i]);
    return out;
  }();
};
template <class T, class Op, slice_target Target>
struct intra_op_rule {
  static constexpr text why = [] {
    text t;
    t << "intra_slice_reduce: ";
    if constexpr (requires { Op::code; }) {
      constexpr slice_op o = Op::code;
      constexpr dtype type = dtype_of<T>;
      if (o == slice_op::argmax || o == slice_op::argmin)
        return t << Op::name << " is for slices; tensors have argmax<R>(x)";
      if (!Target.fixed_stages || o == slice_op::max || o == slice_op::min) return text{};
      if (o == (type == dtype::i32 ? slice_op::add_sat : slice_op::add) && (type == dtype::i32 || type == dtype::f32))
        return text{};
      return t << "this target has no " << Op::name << " of " << dtype_name(type) << " inside slices";
    } else {
      if (!Target.fixed_stages) return text{};
      return t << "this target has its own operations only: add_sat of i32, add of f32, max, min";
    }
  }();
};

/// Whether two pairs of layouts name the same positions in the same order.
template <class Stream, class OutTime, class OutPacket>
struct relabel_rule {
  static constexpr text why = [] {
    text t;
    const layout_view from[] = {Stream::parts[3], Stream::parts[4]};
    const layout_view to[] = {view_of(OutTime{}, "OutTime"), view_of(OutPacket{}, "OutPacket")};
    digit_run in, out;
    for (int i = 2; i-- > 0;) {
      const digit_run a = digits_of(from[i]), b = digits_of(to[i]);
      for (int k = 0; k < a.count; ++k) in.push(a.digits[k]);
      for (int k = 0; k < b.count; ++k) out.push(b.digits[k]);
    }
    in.count = canonicalise_layout(in.digits, in.count);
    out.count = canonicalise_layout(out.digits, out.count);
    if (same_digits(in, out)) return t;
    t << "split_packet and join_packet: [Time, Packet] is " << in << ", [OutTime, OutPacket] is " << out
      << "; elements stay where they are";
    return t;
  }();
};
/// Whether one layout is the other with holes behind it.
template <class Wide, class Narrow>
struct padded_rule {
  static constexpr text why = [] {
    text t;
    const digit_run wide = digits_of(view_of(Wide{})), narrow = digits_of(view_of(Narrow{}));
    digit_run both = narrow;
    if (both.count == 0) both.push(anonymous(1, 1, 0));
    digit& outermost = both.digits[both.count - 1];
    const std::int64_t inside = Narrow::size / outermost.extent;
    const bool fits = Wide::size >= Narrow::size && Wide::size % inside == 0;
    if (fits && Wide::size > Narrow::size) {
      if (wide.count) outermost.kind = wide.digits[wide.count - 1].kind;
      outermost.extent = Wide::size / inside;
      both.count = canonicalise(both.digits, both.count);
    }
    if (!fits || !same_digits(both, wide))
      t << "pad_packet and trim_packet: " << render(Wide{}) << " is not " << render(Narrow{})
        << " with holes behind it";
    return t;
  }();
};

/// Slice without the digits of R, which a dummy of as many places replaces: what `reduce<R>` means.
template <class Slice, factor R>
struct freed_slice {
  static constexpr digit_run digits = [] {
    const factor wanted[] = {R};
    const digit_run raw[] = {digits_of(view_of(Slice{})), digits_of({wanted, 1})};
    return refined(raw[0], raw, 2);
  }();
  static constexpr digit_run wanted = [] {
    const factor f[] = {R};
    const digit_run raw[] = {digits_of(view_of(Slice{})), digits_of({f, 1})};
    return refined(raw[1], raw, 2);
  }();
  static constexpr bool complete = [] {
    for (int i = 0; i < wanted.count; ++i)
      if (is_named(wanted.digits[i]) && !has_key(digits, wanted.digits[i])) return false;
    return wanted.count > 0 || size_of(R) == 1;  // an axis of one coordinate is everywhere
  }();
  static constexpr text why = [] {
    text t;
    if (!complete) t << "reduce: " << R << " is not in Slice " << render(Slice{});
    return t;
  }();
  static constexpr digit_run run = [] {
    digit_run out;
    std::int64_t freed = 1;
    int outermost = -1;
    for (int i = 0; i < digits.count; ++i)
      if (is_named(digits.digits[i]) && has_key(wanted, digits.digits[i])) outermost = i;
    for (int i = 0; i < digits.count; ++i) {
      const digit& d = digits.digits[i];
      const bool goes = (is_named(d) && has_key(wanted, d)) || (i < outermost && !is_named(d) && d.live == 1);
      if (goes) {
        freed *= d.extent;
      } else {
        if (freed > 1) out.push(anonymous(1, freed, std::int64_t(padding::top)));
        freed = 1;
        out.push(d);
      }
    }
    if (freed > 1) out.push(anonymous(1, freed, std::int64_t(padding::top)));
    return out;
  }();
};

/// OutSlice with F in the innermost place that a dummy keeps: what `promote<F>` and `broadcast<F>` mean.
template <class OutSlice, factor F>
struct filled_slice {
  static constexpr text why = [] {
    text t;
    const digit_run all = digits_of(view_of(OutSlice{}));
    const std::int64_t room = all.count && all.digits[0].live == 1 ? all.digits[0].extent : 1;
    if (F.problem)
      t << refusal_of(F);
    else if (room % size_of(F) != 0)
      t << "broadcast and promote: " << F << " has " << size_of(F) << " places, OutSlice " << render(OutSlice{})
        << " has " << room << " free; these are not a multiple";
    return t;
  }();
  static constexpr digit_run run = [] {
    digit_run all = digits_of(view_of(OutSlice{})), out;
    if (!why.empty()) return all;
    const std::int64_t rest = all.digits[0].extent / size_of(F);
    if (rest > 1) out.push(anonymous(1, rest, all.digits[0].kind));
    for (int k = 0; k < F.count; ++k) out.push(digit_at(F, k));
    for (int i = 1; i < all.count; ++i) out.push(all.digits[i]);
    return out;
  }();
};

/// Time without V.
template <class Time, factor V>
struct time_without {
  static constexpr factor wanted[] = {V};
  static constexpr division parts = divide(view_of(Time{}), {wanted, 1});
  static constexpr text why = [] {
    text t;
    if (!parts.exact) t << "promote: " << V << " is not in Time " << render(Time{});
    return t;
  }();
  static constexpr digit_run run = parts.left;
};

/// Slice with stand-ins for the digits of R, over which the result goes back: what `all_reduce<R>` means.
template <class Slice, factor R>
struct returned_slice {
  static constexpr digit_run run = [] {
    digit_run all = freed_slice<Slice, R>::digits;
    for (int i = 0; i < all.count; ++i) {
      digit& d = all.digits[i];
      if (is_named(d) && has_key(freed_slice<Slice, R>::wanted, d)) d.axis.hi ^= ~std::uint64_t(0);
    }
    return all;
  }();
};

}  // namespace tiga::detail

// What the compiler checks of streams, and the layouts that it deduces.
#pragma once
#include <tiga/axes/inter_slice.hpp>
#include <tiga/program/dtype.hpp>
#include <type_traits>

namespace tiga::detail {

/// A layout made of the digits of a run, given by `Rule::run`.
template <class Rule, std::size_t... I>
auto layout_of_run(std::index_sequence<I...>) -> m<[] {
  digit d = Rule::run.digits[std::size_t(Rule::run.count) - 1 - I];
  return pack_digits(&d, 1);
}()...>;
template <class Rule>
using run_layout = decltype(layout_of_run<Rule>(std::make_index_sequence<std::size_t(Rule::run.count)>{}));

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

/// The verdict on a reduction of a stream. `Out` are the new Slice and Time.
template <class Stream, class OutSlice, class OutTime>
struct reduction_of {
  static constexpr layout_view others[3] = {Stream::parts[0], Stream::parts[1], Stream::parts[4]};
  static constexpr slice_reduction layouts{
      Stream::parts[2], Stream::parts[3], view_of(OutSlice{}, "OutSlice"), view_of(OutTime{}, "OutTime"), others, 3};
  static constexpr slice_verdict verdict = verify_inter_slice(layouts);
  static constexpr text why = verdict.why;
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
    return wanted.count > 0;
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

/// OutSlice with F in the innermost place that a dummy holds: what `promote<F>` and `broadcast<F>` mean.
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

// The rules of reductions inside a slice: which layouts of Time and Packet remain when one axis goes.
// Source: the intra-slice reducer of Furiosa's compiler, for any sizes.
#pragma once
#include "inter_slice.hpp"

namespace tiga {

/// The layouts of one reduction inside slices. `axis` names what goes.
struct intra_reduction {
  layout_view time, packet, out_time, out_packet;
  name axis;
};
/// Which digits go, innermost first, or why nothing may.
struct intra_verdict {
  text why;
  digit_run reduced;
};

namespace detail {

class intra_verifier {
 public:
  constexpr intra_verifier(const intra_reduction& of, const slice_target& target) : of_(of), target_(target) {}
  constexpr intra_verdict run() {
    check_copies() && check_division() && check_label() && check_target();
    return v_;
  }

 private:
  constexpr text layouts() const {
    text t;
    return t << "Time " << mapping_text(of_.time.factors, of_.time.count) << ", Packet "
             << mapping_text(of_.packet.factors, of_.packet.count) << " -> OutTime "
             << mapping_text(of_.out_time.factors, of_.out_time.count) << ", OutPacket "
             << mapping_text(of_.out_packet.factors, of_.out_packet.count) << ": ";
  }
  constexpr bool refuse(const text& why) {
    v_.why = why;
    return false;
  }
  constexpr bool check_copies() {
    for (const layout_view* l : {&of_.time, &of_.packet, &of_.out_time, &of_.out_packet}) {
      const digit_run run = digits_of(*l);
      for (int i = 0; i < run.count; ++i)
        if (!is_named(run.digits[i]) && run.digits[i].live > 1) {
          text t = layouts();
          return refuse(t << l->called << " repeats " << run.digits[i].live
                          << " copies; a reduction inside slices keeps no copies: name the axis");
        }
    }
    return true;
  }
  constexpr bool check_division() {
    factor in[2 * layout_digits]{}, out[2 * layout_digits]{};
    int n = 0, k = 0;
    for (const layout_view* l : {&of_.time, &of_.packet})
      for (int i = 0; i < l->count; ++i) in[n++] = l->factors[i];
    for (const layout_view* l : {&of_.out_time, &of_.out_packet})
      for (int i = 0; i < l->count; ++i) out[k++] = l->factors[i];
    text t = layouts();
    for (int i = 0; i < n + k; ++i)
      if (const factor& f = i < n ? in[i] : out[i - n]; f.problem) return refuse(t << refusal_of(f));
    if (const text clash = size_clash(in, n, out, k); !clash.empty()) return refuse(t << clash);
    parts_ = divide({in, n}, {out, k});
    if (!parts_.exact) return refuse(t << live_part(parts_.missing.digits[0]) << " is neither in Time nor in Packet");
    out_ = digits_of({out, k});
    return true;
  }
  constexpr bool check_label() {
    text t = layouts(), label;
    label << of_.axis;
    for (int i = 0; i < parts_.left.count; ++i) {
      const digit& d = parts_.left.digits[i];
      if (!is_named(d)) continue;
      if (!(d.axis == of_.axis))
        return refuse(t << live_part(d) << " would go, too; this reduces " << label << " alone");
      v_.reduced.push(d);
    }
    for (int i = 0; i < out_.count; ++i)
      if (is_named(out_.digits[i]) && out_.digits[i].axis == of_.axis)
        return refuse(t << live_part(out_.digits[i]) << " is kept; " << label << " goes as a whole or not at all");
    if (v_.reduced.count == 0) return refuse(t << label << " is neither in Time nor in Packet");
    // what merged across the border of Time and Packet is cut there again
    const digit_run raw[] = {digits_of(of_.time), digits_of(of_.packet)};
    v_.reduced = refined(v_.reduced, raw, 2);
    return true;
  }
  constexpr bool check_target() {
    text t = layouts();
    const digit_run packet = digits_of(of_.packet), out = digits_of(of_.out_packet);
    const bool tree = out.count == 1 && out.digits[0].live == 1 && out.digits[0].extent == target_.lanes / 2;
    if (target_.lanes > 0 && !tree && !same_digits(packet, out))
      return refuse(t << "this target keeps Packet as it is or leaves 1 # " << target_.lanes / 2);
    if (target_.accumulators == 0) return true;
    const digit_run raw[] = {digits_of(of_.time), v_.reduced};
    const digit_run time = refined(raw[0], raw, 2);
    std::int64_t inside = 1, slots = 1;
    for (int i = 0; i < time.count; ++i) {
      if (has_key(v_.reduced, time.digits[i]))
        slots = inside;
      else
        inside *= time.digits[i].extent;
    }
    if (slots > target_.accumulators)
      return refuse(t << slots << " results are on their way at once; this target has " << target_.accumulators
                      << " accumulators");
    return true;
  }

  const intra_reduction& of_;
  const slice_target& target_;
  intra_verdict v_;
  division parts_;
  digit_run out_;
};

}  // namespace detail

/// Decides whether Time and Packet without `axis` are OutTime and OutPacket: those hold digits of the input alone, what
/// they lack is all of the axis, and no digit of the axis stays (its digits in Slice may). Order and adjacency do not
/// matter. O(digits squared).
constexpr intra_verdict verify_intra_slice(const intra_reduction& of, const slice_target& target = {}) {
  return detail::intra_verifier(of, target).run();
}

}  // namespace tiga

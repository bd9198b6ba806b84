// The rules of the inter-slice reducer: which parts of a Slice layout may be reduced, and what may take their place.
// Source: the four rules of Furiosa's inter-slice reducer, as one decision for the compiler, the tool and the executor.
#pragma once
#include "division.hpp"

namespace tiga {

/// Which rule a reduction breaks; `code_of` gives its name.
enum class slice_rule {
  none,
  composite,      ///< a layout without a form as digits
  size,           ///< Slice and OutSlice differ in size, or one axis has two sizes
  duplicate,      ///< the input, or the output, names a digit twice
  demoted,        ///< a digit of Slice in OutTime
  time_fresh,     ///< an axis in OutTime that the input lacks
  time_unknown,   ///< a digit in OutTime that Time lacks
  slot_reuse,     ///< an axis in OutSlice that the input has neither in Slice nor in Time
  time_dropped,   ///< a digit of Time that is neither kept nor promoted
  time_order,     ///< what stays in Time stands in another order
  time_padding,   ///< what stays in Time has another padding
  not_innermost,  ///< something that is kept lies inside what is reduced
  stride,         ///< padding lies inside what is reduced
  outer_changed,  ///< the part outside the reduced one changed
  slot,           ///< the freed part holds something else than dummies, fresh axes and digits of Time
  anonymous,      ///< copies without a name in the reduced part
  target,         ///< not for this machine: slices, lanes, powers of two
};

constexpr const char* code_of(slice_rule r) {
  constexpr const char* codes[17] = {"OK",           "COMPOSITE",     "SIZE",       "DUPLICATE",     "DEMOTED",
                                     "TIME_FRESH",   "TIME_UNKNOWN",  "SLOT_REUSE", "TIME_DROPPED",  "TIME_ORDER",
                                     "TIME_PADDING", "NOT_INNERMOST", "STRIDE",     "OUTER_CHANGED", "SLOT",
                                     "ANONYMOUS",    "TARGET"};
  return codes[int(r)];
}

/// What a stream's machine can do beside the rules; the default can do everything.
struct slice_target {
  std::int64_t slices[4] = {0, 0, 0, 0};  ///< sizes that Slice may have; all 0: any
  bool powers_of_two = false;             ///< live steps of reduced digits
  bool padded_promotion = true;           ///< a promotion while a reduced digit is padded
  std::int64_t lanes = 0;                 ///< elements of a packet when slices are reduced; 0: any
  std::int64_t accumulators = 0;          ///< results on their way in a reduction inside slices; 0: any
  bool fixed_stages = false;              ///< 32-bit elements, their own operations, stages in one order
};
/// The limits of the hardware that the rules come from: 64, 128 or 256 slices, packets of 8 lanes, powers of two.
inline constexpr slice_target strict_rngd{{64, 128, 256, 0}, true, false, 8, 8, true};

/// The layouts of one reduction. `others` are those that stay: Chip, Cluster and Packet.
struct slice_reduction {
  layout_view slice, time, out_slice, out_time;
  const layout_view* others = nullptr;
  int other_count = 0;
};

/// What a reduction does, or which rule it breaks and why.
struct slice_verdict {
  slice_rule broken = slice_rule::none;
  text why;                ///< a sentence; empty when accepted
  std::int64_t ratio = 1;  ///< slices that meet in one
  bool noop = false;       ///< nothing is reduced, promoted or broadcast
  digit_run reduced;       ///< digits of Slice that go, innermost first
  digit_run promoted;      ///< digits of Time that take their place
  digit_run fresh;         ///< digits of new axes, over which the result is repeated
};

namespace detail {

constexpr int find_key(const digit_run& in, const digit& d) {
  for (int i = 0; i < in.count; ++i)
    if (is_named(in.digits[i]) && same_key(in.digits[i], d)) return i;
  return -1;
}
constexpr bool has_key(const digit_run& in, const digit& d) { return find_key(in, d) >= 0; }
constexpr bool names_axis(const digit_run& in, const digit& d) {
  for (int i = 0; i < in.count; ++i)
    if (is_named(in.digits[i]) && in.digits[i].axis == d.axis) return true;
  return false;
}
/// Positions of a run, `dynamic` when one axis has its size at run time.
constexpr std::int64_t size_of_run(const digit_run& run) {
  std::int64_t size = 1;
  for (int i = 0; i < run.count; ++i) {
    if (!is_static(run.digits[i])) return dynamic;
    size = size_product(size, run.digits[i].extent);
    if (size == overflow) return overflow;
  }
  return size;
}
class slice_verifier {
 public:
  constexpr slice_verifier(const slice_reduction& reduction, const slice_target& target)
      : of_(reduction), target_(target) {}
  constexpr slice_verdict run() {
    check_forms() && check_sizes() && refine() && check_duplicates() && check_time() && check_slots() && check_kept() &&
        check_order() && (is_noop() || (check_innermost() && find_ratio())) && check_target();
    return v_;
  }

 private:
  constexpr bool refuse(slice_rule rule, const text& why) {
    v_.broken = rule;
    v_.why = why;
    return false;
  }
  constexpr text slices() const {
    text t;
    return t << "Slice " << mapping_text(of_.slice.factors, of_.slice.count) << " -> OutSlice "
             << mapping_text(of_.out_slice.factors, of_.out_slice.count) << ": ";
  }
  constexpr text times() const {
    text t;
    return t << "Time " << mapping_text(of_.time.factors, of_.time.count) << " -> OutTime "
             << mapping_text(of_.out_time.factors, of_.out_time.count) << ": ";
  }
  constexpr layout_view part(int i) const {
    return i == 0 ? of_.slice : i == 1 ? of_.time : i == 2 ? of_.out_slice : i == 3 ? of_.out_time : of_.others[i - 4];
  }
  constexpr int parts() const { return 4 + of_.other_count; }

  constexpr bool check_forms() {
    for (int i = 0; i < parts(); ++i)
      for (int k = 0; k < part(i).count; ++k)
        if (const factor& f = part(i).factors[k]; f.problem) {
          text t;
          return refuse(slice_rule::composite, t << part(i).called << ": " << refusal_of(f));
        }
    for (int i = 0; i < parts(); ++i)
      for (int j = i + 1; j < parts(); ++j)
        if (const text clash = size_clash(part(i).factors, part(i).count, part(j).factors, part(j).count);
            !clash.empty()) {
          text t;
          return refuse(slice_rule::size, t << part(i).called << " and " << part(j).called << ": " << clash);
        }
    return true;
  }
  constexpr bool check_sizes() {
    const std::int64_t in = size_of_run(digits_of(of_.slice)), out = size_of_run(digits_of(of_.out_slice));
    text t = slices();
    if (in == dynamic || out == dynamic)
      return refuse(slice_rule::size, t << "the slices need a size that is known at compile time");
    if (in == out) return true;
    return refuse(slice_rule::size, t << "Slice size " << in << ", OutSlice size " << out);
  }
  constexpr bool refine() {
    digit_run raw[5];
    for (int i = 0; i < 4; ++i) raw[i] = digits_of(part(i));
    for (int i = 4; i < parts(); ++i) {
      const digit_run more = digits_of(part(i));
      for (int k = 0; k < more.count; ++k) raw[4].push(more.digits[k]);
      raw[4].fits = raw[4].fits && more.fits;
    }
    s_ = refined(raw[0], raw, 5);
    t_ = refined(raw[1], raw, 5);
    o_ = refined(raw[2], raw, 5);
    u_ = refined(raw[3], raw, 5);
    others_ = raw[4];
    const bool fits = s_.fits && t_.fits && o_.fits && u_.fits && others_.fits;
    text t = slices();
    return fits || refuse(slice_rule::composite, t << "more than " << layout_digits << " digits");
  }
  constexpr bool twice(const digit_run& a, const digit_run& b, const char* called_a, const char* called_b) {
    for (int i = 0; i < a.count + b.count; ++i)
      for (int j = i + 1; j < a.count + b.count; ++j) {
        const digit& x = i < a.count ? a.digits[i] : b.digits[i - a.count];
        const digit& y = j < a.count ? a.digits[j] : b.digits[j - a.count];
        if (!overlap(x, y)) continue;
        text t = slices();
        t << (i < a.count ? called_a : called_b) << " has " << live_part(x) << " and "
          << (j < a.count ? called_a : called_b) << " has " << live_part(y);
        return refuse(slice_rule::duplicate, t << ": one digit stands in one place"), true;
      }
    return false;
  }
  constexpr bool check_duplicates() { return !twice(s_, t_, "Slice", "Time") && !twice(o_, u_, "OutSlice", "OutTime"); }
  constexpr bool is_known(const digit& d) const {
    return names_axis(s_, d) || names_axis(t_, d) || names_axis(others_, d);
  }
  /// " (it is in Packet)" where a digit's axis stands in the input.
  constexpr text whereabouts(const digit& d) const {
    text t;
    for (int i = 0; i < parts(); ++i)
      if (i != 2 && i != 3 && names_axis(digits_of(part(i)), d))
        t << (t.empty() ? " (it is in " : " and ") << part(i).called;
    return t.empty() ? t : t << ")";
  }
  constexpr bool check_time() {
    for (int i = u_.count; i-- > 0;) {
      const digit& d = u_.digits[i];
      if (!is_named(d)) continue;
      text t = times();
      t << live_part(d);
      if (has_key(s_, d)) return refuse(slice_rule::demoted, t << " comes from Slice; only OutSlice may gain axes");
      if (!is_known(d))
        return refuse(slice_rule::time_fresh, t << " is a new axis; only OutSlice may gain axes, put it there");
      if (!has_key(t_, d))
        return refuse(slice_rule::time_unknown,
                      t << " is no digit of Time" << whereabouts(d) << "; OutTime keeps what Time has");
    }
    return true;
  }
  constexpr bool check_slots() {
    for (int i = o_.count; i-- > 0;) {
      const digit& d = o_.digits[i];
      if (!is_named(d) || has_key(s_, d) || has_key(t_, d)) continue;
      if (!is_known(d)) {
        v_.fresh.push(d);
        continue;
      }
      text t = slices();
      t << live_part(d) << " is neither a digit of Slice nor of Time" << whereabouts(d);
      return refuse(slice_rule::slot_reuse, names_axis(s_, d)
                                                ? t << "; all_reduce gives a result back over the reduced axis"
                                                : t << "; a freed place holds 1 # n, a new axis or a digit of Time");
    }
    for (int i = 0; i < v_.fresh.count / 2; ++i) std::swap(v_.fresh.digits[i], v_.fresh.digits[v_.fresh.count - 1 - i]);
    return true;
  }
  constexpr bool check_kept() {
    for (int i = t_.count; i-- > 0;) {
      const digit& d = t_.digits[i];
      if (!is_named(d) || has_key(o_, d) || has_key(u_, d)) continue;
      text t = times();
      return refuse(slice_rule::time_dropped,
                    t << live_part(d)
                      << " of Time is neither kept nor promoted: keep it in OutTime, put it in OutSlice, "
                      << "or remove it by an intra-slice reduction");
    }
    for (int i = 0; i < s_.count; ++i)
      if (const digit& d = s_.digits[i]; is_named(d)) (has_key(o_, d) ? kept_ : v_.reduced).push(d);
    for (int i = 0; i < t_.count; ++i)
      if (const digit& d = t_.digits[i]; is_named(d) && has_key(o_, d)) v_.promoted.push(d);
    for (int i = 0; i < others_.count; ++i) kept_.push(others_.digits[i]);
    return true;
  }
  constexpr bool check_order() {
    digit_run left, named_left, named_out;
    for (int i = 0; i < t_.count; ++i) {
      if (has_key(v_.promoted, t_.digits[i])) continue;
      left.push(t_.digits[i]);
      if (is_named(t_.digits[i])) named_left.push(t_.digits[i]);
    }
    for (int i = 0; i < u_.count; ++i)
      if (is_named(u_.digits[i])) named_out.push(u_.digits[i]);
    const digit_run expected = settled(left, kept_);
    if (same_digits(expected, settled(u_, kept_))) return true;
    text t = times();
    for (int i = 0; i < named_left.count && i < named_out.count; ++i)
      if (!same_key(named_left.digits[i], named_out.digits[i]))
        return refuse(slice_rule::time_order, t << "what stays keeps its order, expected OutTime " << expected);
    return refuse(slice_rule::time_padding, t << "what stays keeps its padding, expected OutTime " << expected);
  }
  constexpr bool is_noop() {
    v_.noop = v_.reduced.count == 0 && v_.promoted.count == 0 && v_.fresh.count == 0 &&
              same_digits(settled(s_, others_), settled(o_, others_));
    return v_.noop;
  }
  constexpr bool is_reduced(const digit& d) const { return is_named(d) && has_key(v_.reduced, d); }
  constexpr bool is_alive(const digit& d) const { return is_named(d) || d.live > 1; }
  constexpr bool check_innermost() {
    std::int64_t position = 1, start = 0;
    int outermost = -1, innermost = -1;
    for (int i = 0; i < s_.count; ++i) {
      const digit& d = s_.digits[i];
      if (is_reduced(d)) {
        if (innermost < 0) innermost = i, start = position;
        outermost = i;
        reach_ = position * d.live;
      }
      position *= d.extent;
    }
    for (int i = 0; i < outermost; ++i) {
      if (!is_alive(s_.digits[i]) || is_reduced(s_.digits[i])) continue;
      text t = slices();
      const text inside = live_part(s_.digits[i]), around = live_part(s_.digits[outermost]);
      return refuse(slice_rule::not_innermost, t << "the reduced factors must be innermost, but " << inside
                                                 << " (kept) lies inside " << around << " (reduced); put " << around
                                                 << " last in Slice");
    }
    if (innermost < 0 || start == 1) return true;
    text t = slices();
    return refuse(slice_rule::stride, t << "the reduced factors must start at the innermost place, but " << start
                                        << " places of padding lie inside " << live_part(s_.digits[innermost])
                                        << " (reduced); move the padding outside");
  }

  // Ratios worth trying: those that end at a digit of Slice or inside the padding around the reduced ones, ascending.
  constexpr bool find_ratio() {
    std::int64_t position = 1;
    for (int i = 0;; ++i) {
      if (position >= reach_ && fits_ratio(position)) return true;
      if (i == s_.count || (is_named(s_.digits[i]) && !is_reduced(s_.digits[i]))) break;
      const std::int64_t extent = s_.digits[i].extent;
      if (!is_full(s_.digits[i]) && try_inside(position, extent)) return true;
      position *= extent;
    }
    if (v_.broken != slice_rule::none) return false;
    return refuse(slice_rule::outer_changed, changed_);
  }
  constexpr bool try_inside(std::int64_t position, std::int64_t extent) {
    std::int64_t root = 1;
    while (root * root < extent) ++root;
    for (std::int64_t k = 2; k <= root; ++k)
      if (extent % k == 0 && k < extent && position * k >= reach_ && fits_ratio(position * k)) return true;
    for (std::int64_t q = root; q > 1; --q)
      if (extent % q == 0 && position * (extent / q) >= reach_ && fits_ratio(position * (extent / q))) return true;
    return false;
  }
  constexpr bool fits_ratio(std::int64_t ratio) {
    const run_halves s = split_run(s_, ratio), o = split_run(o_, ratio);
    if (!s.exists || !o.exists) return false;
    const digit_run before = settled(s.outer, kept_), after = settled(o.outer, kept_);
    if (!same_digits(before, after)) {
      if (changed_.empty())
        changed_ = slices() << "what lies outside the reduced factors must stay, but " << before << " became " << after;
      return false;
    }
    for (int i = 0; i < s.inner.count; ++i) {
      const digit& d = s.inner.digits[i];
      if (!is_alive(d) || is_reduced(d)) continue;
      if (!is_named(d))
        refuse(slice_rule::anonymous,
               slices() << "the reduced part holds " << d.live << " copies without a name; name the broadcast axis");
      return false;
    }
    for (int i = o.inner.count; i-- > 0;) {
      const digit& d = o.inner.digits[i];
      if (!is_alive(d) || has_key(v_.promoted, d) || has_key(v_.fresh, d)) continue;
      if (v_.broken != slice_rule::anonymous)
        refuse(slice_rule::slot, slices() << live_part(d)
                                          << " takes the place of what is reduced; a freed place holds 1 # n, "
                                             "a new axis or a digit of Time");
      return false;
    }
    for (const digit_run* run : {&v_.promoted, &v_.fresh})
      for (int i = 0; i < run->count; ++i) {
        if (has_key(o.inner, run->digits[i])) continue;
        if (changed_.empty())
          changed_ = slices() << live_part(run->digits[i]) << " stands outside the place of what is reduced";
        return false;
      }
    v_.broken = slice_rule::none;
    v_.why = {};
    v_.ratio = ratio;
    return true;
  }

  static constexpr bool is_power_of_two(std::int64_t n) { return (n & (n - 1)) == 0; }
  constexpr bool check_target() {
    const std::int64_t size = size_of_run(s_);
    bool allowed = target_.slices[0] == 0;
    for (const std::int64_t n : target_.slices) allowed = allowed || n == size;
    text t = slices();
    if (!allowed)
      return refuse(slice_rule::target, t << size << " slices; this target has " << target_.slices[0] << ", "
                                          << target_.slices[1] << " or " << target_.slices[2]);
    for (int i = 0; i < v_.reduced.count; ++i) {
      const digit& d = v_.reduced.digits[i];
      if (target_.powers_of_two && !is_power_of_two(d.extent))
        return refuse(slice_rule::target, t << live_part(d) << " (reduced) has " << d.extent
                                            << " places; this target reduces powers of two");
      if (!target_.padded_promotion && v_.promoted.count > 0 && !is_full(d))
        return refuse(slice_rule::target, t << live_part(d) << " (reduced) is padded while "
                                            << live_part(v_.promoted.digits[0])
                                            << " is promoted; this target does one or the other");
    }
    return true;
  }

  const slice_reduction& of_;
  const slice_target& target_;
  slice_verdict v_;
  digit_run s_, t_, o_, u_, others_, kept_;
  std::int64_t reach_ = 1;
  text changed_;
};

constexpr void put_list(text& t, const digit_run& run) {
  for (int i = run.count; i-- > 0;) t << live_part(run.digits[i]) << (i ? ", " : "");
}

}  // namespace detail

/// Decides one reduction. The rules are tried in the order of `slice_rule`; the first that is broken is reported, with
/// a sentence in the user's notation. Any sizes, powers of two or not. O(digits squared), and a step for each ratio
/// tried.
constexpr slice_verdict verify_inter_slice(const slice_reduction& of, const slice_target& target = {}) {
  return detail::slice_verifier(of, target).run();
}

/// "ok, ratio 4: reduces R; slot <- dummy", or "NOT_INNERMOST: " and the sentence.
constexpr text describe(const slice_verdict& v) {
  text t;
  if (v.broken != slice_rule::none) return t << code_of(v.broken) << ": " << v.why;
  t << "ok, ratio " << v.ratio << ": reduces ";
  if (v.noop) return t << "nothing";
  detail::put_list(t, v.reduced);
  if (v.reduced.count == 0) t << "nothing";
  t << "; slot <- ";
  std::int64_t filled = 1;
  for (const digit_run* run : {&v.promoted, &v.fresh}) {
    for (int i = 0; i < run->count; ++i) filled *= run->digits[i].live;
    if (run->count == 0) continue;
    if (run == &v.fresh && v.promoted.count) t << " + ";
    t << (run == &v.fresh ? "fresh " : "promoted ");
    detail::put_list(t, *run);
  }
  if (filled < v.ratio) t << (filled > 1 ? " + dummy" : "dummy");
  return t;
}

}  // namespace tiga

// A layout as loops over another one: which address each position of a stream has in memory.
// Source: the sequencing of Furiosa's mapping algebra (reads and writes of streams by nested address loops), restated.
#pragma once
#include "division.hpp"

namespace tiga {

/// A read takes every live element of the memory and may repeat it; a write gives each exactly once.
enum class access { read, write };

/// `extent` steps of which the first `live` mean something, `stride` addresses apart. Where an axis ends raggedly, its
/// loops also count coordinates: what `axis` adds up to over all loops of it stays below `bound` or there is a hole.
struct address_loop {
  std::int64_t extent, live, stride;
  name axis{0, 0};
  std::int64_t step = 0, bound = 0;
};

/// Loops from the outermost to the innermost; `why` says why there are none.
struct loop_nest {
  address_loop loops[layout_digits + 1]{};
  int count = 0;
  text why;

  constexpr std::int64_t size() const {
    std::int64_t n = 1;
    for (int i = 0; i < count; ++i) n *= loops[i].extent;
    return n;
  }
  /// The address of a position, or -1 where it is a hole. O(loops squared).
  constexpr std::int64_t operator()(std::int64_t position) const {
    std::int64_t address = 0, at[layout_digits + 1]{};
    for (int i = count; i-- > 0;) {
      at[i] = position % loops[i].extent;
      position /= loops[i].extent;
      if (at[i] >= loops[i].live) return -1;
      address += at[i] * loops[i].stride;
    }
    for (int i = 0; i < count; ++i) {
      std::int64_t sum = 0;
      for (int k = 0; k < count && loops[i].bound; ++k)
        if (loops[k].bound == loops[i].bound && loops[k].axis == loops[i].axis) sum += at[k] * loops[k].step;
      if (loops[i].bound && sum >= loops[i].bound) return -1;
    }
    return address;
  }
};

/// What address loops a machine can run; the default runs all.
struct loop_target {
  int loops = 0;            ///< at most so many, 0: any number
  std::int64_t extent = 0;  ///< of each at most, 0: any
};
inline constexpr loop_target strict_rngd_loops{8, 65536};

namespace detail {

class sequencer {
 public:
  constexpr sequencer(const layout_view& memory, const layout_view& stream, access mode)
      : memory_view_(memory), stream_view_(stream), mode_(mode) {}
  constexpr loop_nest run(const loop_target& target) {
    if (!check_forms() || !match() || !check_memory()) return nest_;
    merge();
    text t = both();
    if (target.loops > 0 && nest_.count > target.loops)
      nest_.why = t << nest_.count << " loops; this target has " << target.loops;
    for (int i = 0; i < nest_.count && target.extent > 0 && nest_.why.empty(); ++i)
      if (nest_.loops[i].extent > target.extent)
        nest_.why = t << "a loop of " << nest_.loops[i].extent << "; this target's have at most " << target.extent;
    return nest_;
  }

 private:
  constexpr text both() const {
    text t;
    return t << (mode_ == access::read ? "read " : "write ") << mapping_text(memory_view_.factors, memory_view_.count)
             << " as " << mapping_text(stream_view_.factors, stream_view_.count) << ": ";
  }
  constexpr bool refuse(const text& why) {
    nest_.why = why;
    return false;
  }
  constexpr bool check_forms() {
    text t = both();
    for (const layout_view* l : {&memory_view_, &stream_view_})
      if (const text fault = mapping_fault(l->factors, l->count); !fault.empty()) return refuse(t << fault);
    const digit_run raw[] = {digits_of(memory_view_), digits_of(stream_view_)};
    memory_ = refined(raw[0], raw, 2);
    stream_ = refined(raw[1], raw, 2);
    if (const text clash =
            size_clash(memory_view_.factors, memory_view_.count, stream_view_.factors, stream_view_.count);
        !clash.empty())
      return refuse(t << clash);
    for (const digit_run* run : {&memory_, &stream_})
      for (int i = 0; i < run->count; ++i)
        if (!is_static(run->digits[i])) return refuse(t << "a size is known at run time only");
    return true;
  }
  constexpr bool match() {
    for (int i = stream_.count; i-- > 0;) {
      const digit& d = stream_.digits[i];
      address_loop l{d.extent, d.live, 0};
      text t = both();
      if (is_named(d)) {
        std::int64_t pitch = 1;
        int at = 0;
        while (at < memory_.count && (used_[at] || !same_key(memory_.digits[at], d)))
          pitch *= memory_.digits[at++].extent;
        if (at == memory_.count) {
          if (has_name(memory_, d)) return refuse(t << live_part(d) << " of the stream is no digit of the memory");
          if (mode_ == access::write)
            return refuse(t << live_part(d) << " is not in the memory; a write repeats nothing");
        } else {
          used_[at] = true;
          l.stride = pitch;
          const bool read_holes = d.extent > d.live && d.kind != std::int64_t(padding::bottom);
          const digit& m = memory_.digits[at];
          if (mode_ == access::read && read_holes && m.extent > m.live && m.kind == std::int64_t(padding::bottom))
            return refuse(t << "the holes of " << live_part(m) << " may not be read; the stream's are #{!}");
        }
        l.axis = d.axis;
        l.step = d.stride;
        l.bound = d.bound;
      } else if (d.live > 1 && mode_ == access::write) {
        return refuse(t << d.live << " copies; a write repeats nothing");
      }
      nest_.loops[nest_.count++] = l;
    }
    return true;
  }
  constexpr bool check_memory() {
    text t = both();
    for (int i = 0; i < memory_.count; ++i)
      if (is_named(memory_.digits[i]) && !used_[i])
        return refuse(t << live_part(memory_.digits[i]) << " of the memory is not in the stream");
    return true;
  }
  static constexpr bool has_name(const digit_run& in, const digit& d) {
    for (int i = 0; i < in.count; ++i)
      if (is_named(in.digits[i]) && in.digits[i].axis == d.axis) return true;
    return false;
  }
  /// Bounds that no sum reaches are forgotten, and loops that run on where the inner one ends become one.
  constexpr void merge() {
    for (int i = 0; i < nest_.count; ++i) {
      std::int64_t furthest = 0;
      for (int k = 0; k < nest_.count; ++k)
        if (nest_.loops[k].axis == nest_.loops[i].axis) furthest += nest_.loops[k].step * (nest_.loops[k].live - 1);
      ragged_[i] = nest_.loops[i].bound != 0 && furthest >= nest_.loops[i].bound;
    }
    int kept = 0;
    for (int i = 0; i < nest_.count; ++i) {
      address_loop l = nest_.loops[i];
      const bool ragged = ragged_[i];
      if (!ragged) l.axis = name{0, 0}, l.step = l.bound = 0;
      if (l.extent == 1) continue;
      if (kept > 0 && !ragged && nest_.loops[kept - 1].bound == 0) {
        address_loop& outer = nest_.loops[kept - 1];
        if (l.live == l.extent && outer.stride == l.extent * l.stride) {
          outer = {outer.extent * l.extent, outer.live * l.extent, l.stride};
          continue;
        }
      }
      nest_.loops[kept++] = l;
    }
    nest_.count = kept;
  }

  const layout_view &memory_view_, &stream_view_;
  access mode_;
  digit_run memory_, stream_;
  bool used_[layout_digits + 1]{}, ragged_[layout_digits + 1]{};
  loop_nest nest_;
};

}  // namespace detail

/// The loops that walk the positions of `stream` through a packed array laid out as `memory`. Axes that the memory
/// lacks are read again and again (stride 0). Refused with a sentence in `why`: a digit of the stream that the memory
/// has otherwise, a live digit of the memory that the stream lacks, a write that repeats, holes that may not be read,
/// layouts that break rules of their own, run-time sizes; and what the target cannot run. O(digits squared).
constexpr loop_nest sequence(const layout_view& memory, const layout_view& stream, access mode,
                             const loop_target& target = {}) {
  return detail::sequencer(memory, stream, mode).run(target);
}

}  // namespace tiga

// Between a tensor and the positions of a stream.
#include <algorithm>
#include <cstring>
#include <tiga/program/half.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/stream/core.hpp>
#include <vector>

#include "../tensor/walk.hpp"

namespace tiga::detail {
namespace {

/// A digit of the stream: positions as steps through a tensor.
struct loop {
  std::int64_t extent = 1, live = 1, step = 0;
  int axis = -1;            // which bound its coordinates count for, or -1
  std::int64_t stride = 0;  // of the coordinates
  bool zero = false;        // its holes hold zero
};

class walker {
 public:
  explicit walker(const stream_copy& c, bool first_copy = false) : size_(std::int64_t(dtype_size(c.type))) {
    digit_run raw[2];
    for (int i = c.count; i-- > 0;) {
      const digit_run run = digits_of(c.parts[i]);
      for (int k = 0; k < run.count; ++k) raw[0].push(run.digits[k]);
    }
    raw[0].count = canonicalise(raw[0].digits, raw[0].count);
    raw[1] = digits_of(c.tensor);
    const digit_run stream = refined(raw[0], raw, 2), tensor = refined(raw[1], raw, 2);
    digit bound[layout_digits + 1]{};
    std::int64_t furthest[layout_digits + 1]{}, coarsest[layout_digits + 1]{};
    for (int i = 0; i < stream.count; ++i) {
      const digit& d = stream.digits[i];
      loop& l = loops_[i];
      l = {d.extent, d.live, 0, -1, d.stride, d.kind == std::int64_t(padding::zero)};
      positions_ *= d.extent;
      if (!is_named(d)) {
        if (first_copy) l.live = 1;
        continue;
      }
      std::int64_t pitch = 1;
      for (int k = 0; k < tensor.count; ++k) {
        if (same_key(tensor.digits[k], d)) l.step = pitch;
        pitch *= tensor.digits[k].extent;
      }
      while (l.axis + 1 < axes_ && !(bound[l.axis + 1].axis == d.axis && bound[l.axis + 1].bound == d.bound)) ++l.axis;
      if (++l.axis == axes_) bound[axes_++] = d;
      bounds_[l.axis] = d.bound;
      furthest[l.axis] += d.stride * (d.live - 1);
      if (d.stride >= coarsest[l.axis]) {  // the kind of what lies beyond a bound is that of the largest stride
        coarsest[l.axis] = d.stride;
        beyond_is_zero_[l.axis] = l.zero;
      }
    }
    for (int i = 0; i < stream.count; ++i) {
      int& axis = loops_[i].axis;
      if (axis >= 0 && furthest[axis] < bounds_[axis]) axis = -1;
      ragged_ = ragged_ || axis >= 0;
    }
    merge(stream.count);
  }
  std::int64_t positions() const { return positions_; }
  std::int64_t size() const { return size_; }

  /// f(position, offset in the tensor, length): stretches of positions whose offsets are `step()` apart; the offset of
  /// holes is `hole`, or `zero_hole` where the outermost digit that is dead says so.
  static constexpr std::int64_t hole = -1, zero_hole = -2;
  template <class F>
  void each(std::int64_t begin, std::int64_t end, const F& f) const {
    std::int64_t x[layout_digits + 1]{}, rest = begin, offset = 0;
    int dead_loops = 0;
    for (int i = 0; i < count_; ++i) {
      x[i] = rest % loops_[i].extent;
      rest /= loops_[i].extent;
      if (i == 0) continue;
      offset += x[i] * loops_[i].step;
      dead_loops += x[i] >= loops_[i].live;
    }
    for (std::int64_t at = begin; at < end;) {
      const std::int64_t stop = std::min(end, at - x[0] + loops_[0].extent);
      stretch(x, at, stop, offset + x[0] * loops_[0].step, dead_loops == 0, f);
      at = stop;
      x[0] = 0;
      for (int i = 1; i < count_; ++i) {
        const loop& l = loops_[i];
        offset += l.step;
        if (++x[i] == l.live && l.live < l.extent) ++dead_loops;
        if (x[i] < l.extent) break;
        if (l.live < l.extent) --dead_loops;
        offset -= l.step * l.extent;
        x[i] = 0;
      }
    }
  }
  std::int64_t step() const { return loops_[0].step; }

 private:
  /// Loops that run on where the inner one ends are one. There is always an innermost one.
  void merge(int count) {
    for (int i = 1; i < count; ++i) {
      const loop l = loops_[i];
      loop& inner = loops_[count_ - 1];
      if (inner.live == inner.extent && inner.axis < 0 && l.axis < 0 && l.step == inner.step * inner.extent) {
        inner.live *= l.live;
        inner.extent *= l.extent;
        inner.zero = l.zero;
      } else {
        loops_[count_++] = l;
      }
    }
  }
  /// Positions [at, stop) within the innermost loop.
  template <class F>
  void stretch(const std::int64_t* x, std::int64_t at, std::int64_t stop, std::int64_t offset, bool live,
               const F& f) const {
    const std::int64_t within = live ? std::clamp(at - x[0] + loops_[0].live, at, stop) : at;
    bool beyond_is_zero = false;
    const std::int64_t lives = live && ragged_ ? bounded(x, at, within, &beyond_is_zero) : within;
    if (lives > at) f(at, offset, lives - at);
    if (within > lives) f(lives, beyond_is_zero ? zero_hole : hole, within - lives);
    if (stop == within) return;
    bool zero = loops_[0].zero;
    for (int i = 1; i < count_; ++i)
      if (x[i] >= loops_[i].live) zero = loops_[i].zero;
    f(within, zero ? zero_hole : hole, stop - within);
  }
  /// Where the sums of coordinates reach a bound, of the positions [at, lives).
  std::int64_t bounded(const std::int64_t* x, std::int64_t at, std::int64_t lives, bool* beyond_is_zero) const {
    std::int64_t sum[layout_digits + 1]{};
    for (int i = 0; i < count_; ++i)
      if (loops_[i].axis >= 0) sum[loops_[i].axis] += x[i] * loops_[i].stride;
    for (int k = 0; k < axes_; ++k) {
      std::int64_t end = sum[k] >= bounds_[k] ? at : lives;
      if (loops_[0].axis == k) end = at + (bounds_[k] - sum[k] + loops_[0].stride - 1) / loops_[0].stride;
      if (end >= lives) continue;
      lives = std::max(at, end);
      *beyond_is_zero = beyond_is_zero_[k];
    }
    return lives;
  }

  loop loops_[layout_digits + 1]{};
  std::int64_t bounds_[layout_digits + 1]{};
  bool beyond_is_zero_[layout_digits + 1]{};
  std::int64_t positions_ = 1, size_;
  int count_ = 1, axes_ = 0;
  bool ragged_ = false;
};

/// Neighbours, to places `step` apart: the reverse of copy_run.
template <class Word>
void give(Word* to, const Word* from, std::int64_t step, std::int64_t count) {
  if (step == 1)
    std::memcpy(to, from, std::size_t(count) * sizeof(Word));
  else
    for (std::int64_t i = 0; i < count; ++i) to[i * step] = from[i];
}

template <class Word>
void scatter(const walker& w, const void* tensor, void* positions, const void* fill) {
  const Word* from = static_cast<const Word*>(tensor);
  Word* to = static_cast<Word*>(positions);
  Word other{};
  if (fill) std::memcpy(&other, fill, sizeof other);
  const std::int64_t step = w.step();
  runtime::parallel(w.positions(), 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    w.each(begin, end, [&](std::int64_t at, std::int64_t offset, std::int64_t length) {
      if (offset >= 0) {
        copy_run(from + offset, step, length, to + at);
      } else if (fill || offset == walker::zero_hole) {
        std::fill(to + at, to + at + length, offset == walker::zero_hole ? Word{} : other);
      }
    });
  });
}
// Of copies the walk knows the first alone, so that no two positions mean one element.
template <class Word>
void gather(const walker& w, const void* positions, void* tensor) {
  const Word* from = static_cast<const Word*>(positions);
  Word* to = static_cast<Word*>(tensor);
  const std::int64_t step = w.step();
  runtime::parallel(w.positions(), 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    w.each(begin, end, [&](std::int64_t at, std::int64_t offset, std::int64_t length) {
      if (offset >= 0) give(to + offset, from + at, step, length);
    });
  });
}
// On one thread: copies may lie anywhere.
template <class T, class A>
void accumulate(const walker& w, std::int64_t elements, const void* positions, void* tensor) {
  const T* from = static_cast<const T*>(positions);
  std::vector<A> sums(std::size_t(elements), A(0));
  const std::int64_t step = w.step();
  w.each(0, w.positions(), [&](std::int64_t at, std::int64_t offset, std::int64_t length) {
    for (std::int64_t i = 0; offset >= 0 && i < length; ++i) sums[std::size_t(offset + i * step)] += A(from[at + i]);
  });
  for (std::int64_t i = 0; i < elements; ++i) static_cast<T*>(tensor)[i] = T(sums[std::size_t(i)]);
}
template <class Word>
void clear(const walker& w, void* positions, bool all) {
  Word* to = static_cast<Word*>(positions);
  runtime::parallel(w.positions(), 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    w.each(begin, end, [&](std::int64_t at, std::int64_t offset, std::int64_t length) {
      if (offset == walker::zero_hole || (all && offset < 0)) std::fill(to + at, to + at + length, Word{});
    });
  });
}
bool has_copies(const stream_copy& c) {
  for (int i = 0; i < c.count; ++i) {
    const digit_run run = digits_of(c.parts[i]);
    for (int k = 0; k < run.count; ++k)
      if (!is_named(run.digits[k]) && run.digits[k].live > 1) return true;
  }
  return false;
}
/// f(a value of the word that an element takes)
template <class F>
void with_word(std::int64_t bytes, const F& f) {
  switch (bytes) {
    case 1: return f(std::uint8_t{});
    case 2: return f(std::uint16_t{});
    case 4: return f(std::uint32_t{});
    default: return f(std::uint64_t{});
  }
}
void scatter_words(const walker& w, const void* tensor, void* positions, const void* fill) {
  with_word(w.size(), [&](auto word) { scatter<decltype(word)>(w, tensor, positions, fill); });
}

}  // namespace

void to_positions(const stream_copy& c, const void* tensor, void* positions, const void* fill) {
  scatter_words(walker(c), tensor, positions, fill);
}
void to_first_positions(const stream_copy& c, const void* tensor, void* positions, const void* fill) {
  scatter_words(walker(c, true), tensor, positions, fill);
}
void from_positions(const stream_copy& c, const void* positions, void* tensor) {
  const walker w(c, true);
  with_word(w.size(), [&](auto word) { gather<decltype(word)>(w, positions, tensor); });
}
void add_positions(const stream_copy& c, const void* positions, void* tensor) {
  if (!has_copies(c)) return from_positions(c, positions, tensor);
  std::int64_t elements = 1;
  for (int k = 0; k < c.tensor.count; ++k) elements *= size_of(c.tensor.factors[k]);
  const walker w(c);
  switch (c.type) {
    case dtype::f16: return accumulate<f16, float>(w, elements, positions, tensor);
    case dtype::bf16: return accumulate<bf16, float>(w, elements, positions, tensor);
    case dtype::f64: return accumulate<double, double>(w, elements, positions, tensor);
    default: return accumulate<float, float>(w, elements, positions, tensor);
  }
}
void clear_holes(const layout_view* parts, int count, dtype type, void* positions, bool all) {
  const walker w({parts, count, {nullptr, 0}, type});
  with_word(w.size(), [&](auto word) { clear<decltype(word)>(w, positions, all); });
}
void copy_lanes(dtype type, const void* in, std::int64_t lanes_in, void* out, std::int64_t lanes_out,
                std::int64_t packets) {
  const auto size = std::int64_t(dtype_size(type));
  const std::int64_t kept = std::min(lanes_in, lanes_out) * size, row_in = lanes_in * size, row_out = lanes_out * size;
  runtime::parallel(packets, 1 + (1 << 15) / lanes_out, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      char* const to = static_cast<char*>(out) + i * row_out;
      std::memcpy(to, static_cast<const char*>(in) + i * row_in, std::size_t(kept));
      std::memset(to + kept, 0, std::size_t(row_out - kept));
    }
  });
}

}  // namespace tiga::detail

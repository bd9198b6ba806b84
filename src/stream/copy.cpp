// Between a tensor and the positions of a stream.
#include <algorithm>
#include <cstring>
#include <tiga/program/half.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/stream/core.hpp>
#include <vector>

namespace tiga::detail {
namespace {

/// A digit of the stream: positions as steps through a tensor.
struct loop {
  std::int64_t extent, live, step;
  int axis;             // which bound its coordinates count for, or -1
  std::int64_t stride;  // of the coordinates
  bool zero;            // its holes hold zero
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
      furthest_[l.axis] += d.stride * (d.live - 1);
      if (d.stride >= coarsest_[l.axis]) {  // the kind of what lies beyond a bound is that of the largest stride
        coarsest_[l.axis] = d.stride;
        beyond_is_zero_[l.axis] = l.zero;
      }
    }
    count_ = stream.count;
    for (int i = 0; i < count_; ++i)
      if (loops_[i].axis >= 0 && furthest_[loops_[i].axis] < bounds_[loops_[i].axis]) loops_[i].axis = -1;
  }
  std::int64_t positions() const { return positions_; }
  std::int64_t size() const { return size_; }

  /// f(position, offset in the tensor, length): stretches of positions whose offsets are `step()` apart; the offset of
  /// holes is `hole`, or `zero_hole` where the outermost digit that is dead says so.
  static constexpr std::int64_t hole = -1, zero_hole = -2;
  template <class F>
  void each(std::int64_t begin, std::int64_t end, const F& f) const {
    std::int64_t at = begin;
    while (at < end) {
      std::int64_t rest = at, offset = 0, sum[layout_digits + 1]{};
      bool live = true, zero = count_ && loops_[0].zero;
      for (int i = 0; i < count_; ++i) {
        const std::int64_t x = rest % loops_[i].extent;
        rest /= loops_[i].extent;
        offset += x * loops_[i].step;
        if (x >= loops_[i].live) {
          live = false;
          zero = loops_[i].zero;
        }
        if (loops_[i].axis >= 0) sum[loops_[i].axis] += x * loops_[i].stride;
      }
      const std::int64_t inner = count_ ? loops_[0].extent : 1, x = at % inner;
      const std::int64_t stop = std::min(end, at - x + inner);
      const std::int64_t within = std::min(stop, at - x + (count_ ? loops_[0].live : 1));
      std::int64_t lives = live ? within : at;
      bool beyond_is_zero = false;
      for (int k = 0; live && k < axes_; ++k) {
        if (furthest_[k] < bounds_[k]) continue;
        if (count_ && loops_[0].axis == k) {
          const std::int64_t left = (bounds_[k] - sum[k] + loops_[0].stride - 1) / loops_[0].stride;
          if (at + left >= lives) continue;
          lives = std::max(at, at + left);
        } else if (sum[k] >= bounds_[k]) {
          lives = at;
        } else {
          continue;
        }
        beyond_is_zero = beyond_is_zero_[k];
      }
      if (lives > at) f(at, offset, lives - at);
      const std::int64_t dead = live ? std::max(lives, within) : at;
      if (dead > lives) f(lives, beyond_is_zero ? zero_hole : hole, dead - lives);
      if (stop > dead) f(dead, zero ? zero_hole : hole, stop - dead);
      at = stop;
    }
  }
  std::int64_t step() const { return count_ ? loops_[0].step : 0; }

 private:
  loop loops_[layout_digits + 1]{};
  std::int64_t bounds_[layout_digits + 1]{}, furthest_[layout_digits + 1]{}, coarsest_[layout_digits + 1]{};
  bool beyond_is_zero_[layout_digits + 1]{};
  std::int64_t positions_ = 1, size_;
  int count_ = 0, axes_ = 0;
};

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
        for (std::int64_t i = 0; i < length; ++i) to[at + i] = from[offset + i * step];
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
      for (std::int64_t i = 0; offset >= 0 && i < length; ++i) to[offset + i * step] = from[at + i];
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

// Between a tensor and the positions of a stream.
#include <algorithm>
#include <cstring>
#include <tiga/runtime/parallel.hpp>
#include <tiga/stream/core.hpp>

namespace tiga::detail {
namespace {

/// A digit of the stream: positions as steps through a tensor.
struct loop {
  std::int64_t extent, live, step;
  int axis;             // which bound its coordinates count for, or -1
  std::int64_t stride;  // of the coordinates
};

class walker {
 public:
  explicit walker(const stream_copy& c) : size_(std::int64_t(dtype_size(c.type))) {
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
      l = {d.extent, d.live, 0, -1, d.stride};
      positions_ *= d.extent;
      if (!is_named(d)) continue;
      std::int64_t pitch = 1;
      for (int k = 0; k < tensor.count; ++k) {
        if (same_key(tensor.digits[k], d)) l.step = pitch;
        pitch *= tensor.digits[k].extent;
      }
      while (l.axis + 1 < axes_ && !(bound[l.axis + 1].axis == d.axis && bound[l.axis + 1].bound == d.bound)) ++l.axis;
      if (++l.axis == axes_) bound[axes_++] = d;
      bounds_[l.axis] = d.bound;
      furthest_[l.axis] += d.stride * (d.live - 1);
    }
    count_ = stream.count;
    for (int i = 0; i < count_; ++i)
      if (loops_[i].axis >= 0 && furthest_[loops_[i].axis] < bounds_[loops_[i].axis]) loops_[i].axis = -1;
  }
  std::int64_t positions() const { return positions_; }
  std::int64_t size() const { return size_; }

  /// f(position, offset in the tensor or -1, length): stretches of positions whose offsets are `step()` apart.
  template <class F>
  void each(std::int64_t begin, std::int64_t end, const F& f) const {
    std::int64_t at = begin;
    while (at < end) {
      std::int64_t rest = at, offset = 0, sum[layout_digits + 1]{};
      bool live = true;
      for (int i = 0; i < count_; ++i) {
        const std::int64_t x = rest % loops_[i].extent;
        rest /= loops_[i].extent;
        offset += x * loops_[i].step;
        live = live && x < loops_[i].live;
        if (loops_[i].axis >= 0) sum[loops_[i].axis] += x * loops_[i].stride;
      }
      const std::int64_t inner = count_ ? loops_[0].extent : 1, x = at % inner;
      const std::int64_t stop = std::min(end, at - x + inner);
      std::int64_t lives = live ? std::min(stop, at - x + (count_ ? loops_[0].live : 1)) : at;
      for (int k = 0; live && k < axes_; ++k) {
        if (furthest_[k] < bounds_[k]) continue;
        if (count_ && loops_[0].axis == k) {
          const std::int64_t left = (bounds_[k] - sum[k] + loops_[0].stride - 1) / loops_[0].stride;
          lives = std::min(lives, at + std::max<std::int64_t>(0, left));
        } else if (sum[k] >= bounds_[k]) {
          lives = at;
        }
      }
      lives = std::max(lives, at);
      if (lives > at) f(at, offset, lives - at);
      if (stop > lives) f(lives, std::int64_t(-1), stop - lives);
      at = stop;
    }
  }
  std::int64_t step() const { return count_ ? loops_[0].step : 0; }
  /// Positions beside each other that hold one element: of these only the first is read.
  bool repeats() const { return count_ && loops_[0].step == 0; }

 private:
  loop loops_[layout_digits + 1]{};
  std::int64_t bounds_[layout_digits + 1]{}, furthest_[layout_digits + 1]{};
  std::int64_t positions_ = 1, size_;
  int count_ = 0, axes_ = 0;
};

template <class Word>
void scatter(const walker& w, const void* tensor, void* positions, const void* fill) {
  const Word* from = static_cast<const Word*>(tensor);
  Word* to = static_cast<Word*>(positions);
  Word hole{};
  if (fill) std::memcpy(&hole, fill, sizeof hole);
  const std::int64_t step = w.step();
  runtime::parallel(w.positions(), 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    w.each(begin, end, [&](std::int64_t at, std::int64_t offset, std::int64_t length) {
      if (offset < 0) {
        for (std::int64_t i = 0; fill && i < length; ++i) to[at + i] = hole;
      } else {
        for (std::int64_t i = 0; i < length; ++i) to[at + i] = from[offset + i * step];
      }
    });
  });
}
// Copies of an element all hold the same, so that it does not matter which one is last; two threads never write one
// element, for the outermost copy alone would be on another range. Hence on this thread where there are copies.
template <class Word>
void gather(const walker& w, const void* positions, void* tensor, bool copies) {
  const Word* from = static_cast<const Word*>(positions);
  Word* to = static_cast<Word*>(tensor);
  const std::int64_t step = w.step();
  runtime::parallel(w.positions(), copies ? w.positions() : 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    w.each(begin, end, [&](std::int64_t at, std::int64_t offset, std::int64_t length) {
      if (offset < 0) return;
      if (w.repeats()) length = 1;
      for (std::int64_t i = 0; i < length; ++i) to[offset + i * step] = from[at + i];
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

}  // namespace

void to_positions(const stream_copy& c, const void* tensor, void* positions, const void* fill) {
  const walker w(c);
  switch (w.size()) {
    case 1: return scatter<std::uint8_t>(w, tensor, positions, fill);
    case 2: return scatter<std::uint16_t>(w, tensor, positions, fill);
    case 4: return scatter<std::uint32_t>(w, tensor, positions, fill);
    default: return scatter<std::uint64_t>(w, tensor, positions, fill);
  }
}
void from_positions(const stream_copy& c, const void* positions, void* tensor) {
  const walker w(c);
  const bool copies = has_copies(c);
  switch (w.size()) {
    case 1: return gather<std::uint8_t>(w, positions, tensor, copies);
    case 2: return gather<std::uint16_t>(w, positions, tensor, copies);
    case 4: return gather<std::uint32_t>(w, positions, tensor, copies);
    default: return gather<std::uint64_t>(w, positions, tensor, copies);
  }
}

}  // namespace tiga::detail

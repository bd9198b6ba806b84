// One pass over a stream: groups of slices are folded tile by tile, and every tile goes where its results belong.
#include <algorithm>
#include <cstring>
#include <tiga/runtime/parallel.hpp>

#include "nearby.hpp"
#include "plan.hpp"
#include "room.hpp"

namespace tiga::detail {
namespace {

class pass_runner {
 public:
  explicit pass_runner(const slice_pass& p) : p_(p), plan_(*p.plan) {
    row_ = plan_.time * plan_.lanes;
    folded_ = std::int64_t(dtype_size(p.fold.element));
    kept_ = p.fold.state;
    result_ = std::int64_t(dtype_size(p.fold.result));
    in_size_ = p.fronts > 0 ? std::int64_t(dtype_size(p.front[0].in)) : folded_;
    out_size_ = p.backs > 0 ? std::int64_t(dtype_size(p.back[p.backs - 1].out)) : result_;
    // Accumulators of a tile stay in the first cache; where pieces go to many slices, each gets a few lines of them.
    const std::int64_t wide = std::clamp<std::int64_t>(128 * plan_.ratio, 8 << 10, 64 << 10) / kept_;
    tile_ = std::min(row_, plan_.slots.size() > 1 ? wide : (8 << 10) / kept_);
    beside_ = 1;
    if (tile_ == row_ && plan_.ragged.empty()) {
      const std::int64_t most = p.fronts > 0 ? (16 << 10) / (folded_ * plan_.ratio) : (8 << 10) / kept_;
      beside_ = std::clamp<std::int64_t>(most / row_, 1, plan_.groups);
    }
    // Results that no cache will hold are written past them.
    past_caches_ = plan_.groups * plan_.ratio * plan_.out_time * plan_.lanes * out_size_ >= (16 << 20);
  }
  void run() const {
    const std::int64_t tiles = (row_ + tile_ - 1) / tile_, batches = (plan_.groups + beside_ - 1) / beside_;
    const std::int64_t bytes = beside_ * plan_.ratio * tile_ * in_size_;
    runtime::parallel(batches * tiles, 1 + (128 << 10) / bytes, [&](std::int64_t begin, std::int64_t end) {
      thread_local room own;
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t g = i / tiles * beside_, l = i % tiles * tile_;
        tile(own, g, std::min(beside_, plan_.groups - g), l, std::min(tile_, row_ - l));
      }
      if (past_caches_) end_of_copies();
    });
  }

 private:
  void tile(room& own, std::int64_t group, std::int64_t groups, std::int64_t first, std::int64_t length) const {
    const std::int64_t count = groups * length;
    char* acc = own.take(0, std::size_t(count * kept_));
    fold_args f{acc, row_, row_ * plan_.ratio, 0, groups, length, true, acc, p_.fold.op};
    if (!plan_.ragged.empty())
      fold_ragged(own, f, group, first);
    else if (p_.fronts > 0 && (length < row_ || groups * plan_.ratio * row_ * folded_ > (64 << 10)))
      fold_row_by_row(own, f, group, groups, first);
    else
      fold_live(own, f, group, groups, first);
    if (f.begin) {  // no slice of the group lives
      p_.fold.run(f);
      f.begin = false;
    }
    const char* result = finish(own, acc, count);
    for (std::int64_t g = 0; g < groups; ++g) place(result + g * length * out_size_, group + g, first, length);
  }
  const char* input(std::int64_t group, std::int64_t slice, std::int64_t first) const {
    return static_cast<const char*>(p_.in) + ((group * plan_.ratio + slice) * row_ + first) * in_size_;
  }
  /// The elements through the stages before the reduction; these themselves where there are none.
  const char* mapped(room& own, const char* from, std::int64_t count) const {
    const std::int64_t at = (from - static_cast<const char*>(p_.in)) / in_size_;
    for (int k = 0; k < p_.fronts; ++k) {
      char* to = own.take(1 + k % 2, std::size_t(count) * dtype_size(p_.front[k].out));
      p_.front[k].run(p_.front[k].self, from, at, to, count);
      from = to;
    }
    return from;
  }
  void fold_live(room& own, fold_args& f, std::int64_t group, std::int64_t groups, std::int64_t first) const {
    const char* base = input(group, 0, first);
    if (p_.fronts > 0) base = mapped(own, base, groups * plan_.ratio * row_);
    for (const slice_run& run : plan_.live) {
      f.in = base + run.first * row_ * folded_;
      f.rows = run.count;
      f.place = run.first;
      p_.fold.run(f);
      f.begin = false;
    }
    f.rows = 0;
  }
  void fold_row_by_row(room& own, fold_args& f, std::int64_t group, std::int64_t groups, std::int64_t first) const {
    fold_args one = f;
    one.groups = 1;
    one.rows = 1;
    for (std::int64_t g = 0; g < groups; ++g) {
      one.begin = true;
      one.acc = static_cast<char*>(f.acc) + g * f.length * kept_;
      for (const slice_run& run : plan_.live)
        for (std::int64_t j = run.first; j < run.first + run.count; ++j) {
          one.in = mapped(own, input(group + g, j, first), f.length);
          one.place = j;
          p_.fold.run(one);
          one.begin = false;
        }
    }
    f.begin = plan_.live.empty();
  }
  /// Slices whose last coordinates do not exist: stretches of live elements are folded one after the other.
  void fold_ragged(room& own, fold_args& f, std::int64_t group, std::int64_t first) const {
    fold_args one = f;
    one.groups = 1;
    one.rows = 0;
    p_.fold.run(one);
    one.begin = false;
    one.rows = 1;
    for (const slice_run& run : plan_.live)
      for (std::int64_t j = run.first; j < run.first + run.count; ++j) {
        std::int64_t most = 0;
        bool dead = false;
        bool whole = true;
        for (const ragged_axis& a : plan_.ragged) {
          most = a.base(group, j);
          dead = dead || most >= a.bound;
          whole = whole && most + a.furthest < a.bound;
        }
        if (dead) continue;
        const char* row = mapped(own, input(group, j, first), f.length);
        one.place = j;
        for (std::int64_t l = 0; l < f.length;) {
          if (!whole && !plan_.lives(group, j, first + l)) {
            ++l;
            continue;
          }
          const std::int64_t from = l;
          if (whole) l = f.length;
          while (l < f.length && plan_.lives(group, j, first + l)) ++l;
          one.in = row + from * folded_;
          one.acc = static_cast<char*>(f.acc) + from * kept_;
          one.length = l - from;
          p_.fold.run(one);
        }
      }
    f.begin = false;
  }
  const char* finish(room& own, const char* acc, std::int64_t count) const {
    const char* from = acc;
    if (p_.fold.finish) {
      char* to = own.take(3, std::size_t(count * result_));
      p_.fold.finish(acc, to, count);
      from = to;
    }
    for (int k = 0; k < p_.backs; ++k) {
      char* to = own.take(1 + k % 2, std::size_t(count) * dtype_size(p_.back[k].out));
      p_.back[k].run(p_.back[k].self, from, 0, to, count);
      from = to;
    }
    return from;
  }
  /// The results at [first, first + length) of a group's row, to every place that gets them.
  void place(const char* result, std::int64_t group, std::int64_t first, std::int64_t length) const {
    char* const out = static_cast<char*>(p_.out) + group * plan_.ratio * plan_.out_time * plan_.lanes * out_size_;
    plan_.each_place(first, length, [&](std::int64_t to, std::int64_t from, std::int64_t count) {
      copy_nearby(out + to * out_size_, result + from * out_size_, count * out_size_, past_caches_);
    });
  }

  const slice_pass& p_;
  const slice_plan& plan_;
  std::int64_t row_, folded_, kept_, result_, in_size_, out_size_, tile_, beside_;
  bool past_caches_;
};

/// Nothing is reduced: stage after stage over stretches that stay in the first cache.
void map_all(const slice_pass& p) {
  const slice_map* maps[2] = {p.front, p.back};
  const int counts[2] = {p.fronts, p.backs};
  slice_map all[16];
  int n = 0;
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < counts[k]; ++i) all[n++] = maps[k][i];
  const std::size_t in = dtype_size(n ? all[0].in : p.fold.element);
  const std::size_t out = dtype_size(n ? all[n - 1].out : p.fold.element);
  runtime::parallel(p.positions, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
    thread_local room own;
    for (std::int64_t at = begin; at < end; at += 2048) {
      const std::int64_t count = std::min<std::int64_t>(2048, end - at);
      const char* from = static_cast<const char*>(p.in) + std::size_t(at) * in;
      char* const to = static_cast<char*>(p.out) + std::size_t(at) * out;
      if (n == 0) std::memcpy(to, from, std::size_t(count) * in);
      for (int k = 0; k < n; ++k) {
        char* next = k + 1 == n ? to : own.take(k % 2, std::size_t(count) * dtype_size(all[k].out));
        all[k].run(all[k].self, from, at, next, count);
        from = next;
      }
    }
  });
}

}  // namespace

void run_slice_pass(const slice_pass& p) {
  if (p.plan)
    pass_runner(p).run();
  else
    map_all(p);
}

}  // namespace tiga::detail

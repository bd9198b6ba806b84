// The two loops of every reduction: along a row of memory, and across neighbouring results. Both keep the canonical
// order of reduce.hpp. T: stored elements; A: what is folded, a plain number; Op: `identity<A>()`, `apply(a, b)` for
// numbers and for vectors.
#pragma once
#include <tiga/runtime/memory.hpp>
#include <tiga/runtime/parallel.hpp>
#include <type_traits>

#include "reduce.hpp"

namespace tiga::detail {

// 16 bytes, which every x86-64 and AArch64 machine has: the folds wait for memory long before they wait for adders.
template <class A>
struct vectors {
  static constexpr int width = int(16 / sizeof(A));
  static constexpr int count = reduce_plan::lanes / width;
  typedef A vec __attribute__((vector_size(16)));
  typedef A loose __attribute__((vector_size(16), aligned(alignof(A)), may_alias));
  static vec load(const A* p) { return *reinterpret_cast<const loose*>(p); }
  static void store(A* p, vec v) { *reinterpret_cast<loose*>(p) = v; }
  static vec all(A a) { return a - vec{}; }  // a sum would lose the sign of -0
};

/// What one stored element is to the fold.
template <class A, bool Truth = false>
struct convert {
  template <class T>
  static A from(const T& x) {
    if constexpr (Truth && std::is_class_v<T>)
      return A(float(x) != 0.f);
    else if constexpr (Truth)
      return A(x != T(0));
    else
      return A(x);
  }
};

template <class T, class A, class Convert>
void load_run(const T* from, std::int64_t step, std::int64_t count, A* to) {
  if (step == 1)
    for (std::int64_t i = 0; i < count; ++i) to[i] = Convert::from(from[i]);
  else
    for (std::int64_t i = 0; i < count; ++i) to[i] = Convert::from(from[i * step]);
}

/// Lane i takes lane i + 8, then + 4, + 2, + 1. Lanes from `used` on hold the identity and are left out.
template <class Op, class A>
A fold_lanes(A* lane, int used) {
  for (int half = reduce_plan::lanes / 2; half > 0; half /= 2)
    for (int i = 0; i < half && i + half < used; ++i) lane[i] = Op::apply(lane[i], lane[i + half]);
  return lane[0];
}

/// Folds up to one block of elements that lie side by side.
template <class Op, class A>
A fold_block(const A* p, std::int64_t n) {
  using v = vectors<A>;
  typename v::vec acc[v::count];
#pragma GCC unroll 16
  for (int k = 0; k < v::count; ++k) acc[k] = v::all(Op::template identity<A>());
  std::int64_t i = 0;
  for (; i + reduce_plan::lanes <= n; i += reduce_plan::lanes) {
#pragma GCC unroll 16
    for (int k = 0; k < v::count; ++k) acc[k] = Op::apply(acc[k], v::load(p + i + k * v::width));
  }
  A lane[reduce_plan::lanes];
#pragma GCC unroll 16
  for (int k = 0; k < v::count; ++k) v::store(lane + k * v::width, acc[k]);
  for (int l = 0; i + l < n; ++l) lane[l] = Op::apply(lane[l], p[i + l]);
  return fold_lanes<Op>(lane, n < reduce_plan::lanes ? int(n) : reduce_plan::lanes);
}

/// The block results of one cell, like the digits of a binary counter.
template <class Op, class A>
A fold_blocks(const A* result, std::int64_t blocks) {
  A open[64];
  int depth = 0;
  for (std::int64_t b = 0; b < blocks; ++b) {
    A value = result[b];
    for (std::int64_t carry = b; carry & 1; carry >>= 1) value = Op::apply(open[--depth], value);
    open[depth++] = value;
  }
  A value = open[--depth];
  while (depth > 0) value = Op::apply(open[--depth], value);
  return value;
}

inline constexpr std::int64_t reduce_grain = 1 << 15;

// Folds each (cell, block) for itself, along the reduced positions.
template <class T, class A, class Convert, class Op>
void fold_along(const reduce_plan& plan, A* partial) {
  const std::int64_t each = plan.length == 0 ? 1 : plan.length < plan.block ? plan.length : plan.block;
  runtime::parallel(plan.cells * plan.blocks, 1 + reduce_grain / each, [&](std::int64_t begin, std::int64_t end) {
    A room[reduce_plan::block];
    for (std::int64_t unit = begin; unit < end; ++unit) {
      const T* cell = static_cast<const T*>(plan.first) + plan.kept.offset(unit / plan.blocks);
      const std::int64_t from = unit % plan.blocks * plan.block;
      const std::int64_t to = from + plan.block < plan.length ? from + plan.block : plan.length;
      const A* elements = room;
      std::int64_t loaded = 0;
      walk(plan.reduced, from, to, [&](std::int64_t offset, std::int64_t step, std::int64_t count) {
        if constexpr (std::is_same_v<T, A>)
          if (step == 1 && count == to - from) {
            elements = cell + offset;
            return;
          }
        load_run<T, A, Convert>(cell + offset, step, count, room + loaded);
        loaded += count;
      });
      partial[unit] = fold_block<Op>(elements, to - from);
    }
  });
}

// Folds neighbouring cells side by side: each lane is a row of them.
template <class T, class A, class Convert, class Op>
void fold_across(const reduce_plan& plan, A* partial) {
  using v = vectors<A>;
  constexpr std::int64_t tile = 64;
  dims outer = plan.kept;
  const std::int64_t columns = outer.n[outer.rank - 1], column_step = outer.steps[outer.rank - 1];
  --outer.rank;
  const std::int64_t tiles = (columns + tile - 1) / tile;
  const std::int64_t each = plan.length == 0 ? 1 : plan.length < plan.block ? plan.length : plan.block;
  const std::int64_t work = each * (columns < tile ? columns : tile);
  const std::int64_t units = outer.count() * tiles * plan.blocks;
  runtime::parallel(units, 1 + reduce_grain / work, [&](std::int64_t begin, std::int64_t end) {
    alignas(16) A lane[reduce_plan::lanes][tile];
    alignas(16) A room[tile];
    for (std::int64_t i = 0; i < tile; ++i) room[i] = Op::template identity<A>();
    for (std::int64_t unit = begin; unit < end; ++unit) {
      const std::int64_t group = unit / plan.blocks, block = unit % plan.blocks;
      const std::int64_t c0 = group % tiles * tile, width = columns - c0 < tile ? columns - c0 : tile;
      const T* first = static_cast<const T*>(plan.first) + outer.offset(group / tiles) + c0 * column_step;
      const std::int64_t from = block * plan.block;
      const std::int64_t to = from + plan.block < plan.length ? from + plan.block : plan.length;
      const int used = to - from < reduce_plan::lanes ? int(to - from) : reduce_plan::lanes;
      for (int l = 0; l < used || l == 0; ++l)
        for (std::int64_t c = 0; c < tile; ++c) lane[l][c] = Op::template identity<A>();
      std::int64_t row = 0;
      walk(plan.reduced, from, to, [&](std::int64_t offset, std::int64_t step, std::int64_t count) {
        for (std::int64_t r = 0; r < count; ++r, ++row, offset += step) {
          const A* elements = room;
          bool direct = false;
          if constexpr (std::is_same_v<T, A>) direct = column_step == 1;
          if constexpr (std::is_same_v<T, A>)
            if (direct) elements = first + offset;
          if (!direct) load_run<T, A, Convert>(first + offset, column_step, width, room);
          A* acc = lane[row % reduce_plan::lanes];
          std::int64_t c = 0;
          for (; c + v::width <= width; c += v::width)
            v::store(acc + c, Op::apply(v::load(acc + c), v::load(elements + c)));
          for (; c < width; ++c) acc[c] = Op::apply(acc[c], elements[c]);
        }
      });
      for (int half = reduce_plan::lanes / 2; half > 0; half /= 2)
        for (int i = 0; i < half && i + half < used; ++i)
          for (std::int64_t c = 0; c < width; c += v::width)
            v::store(lane[i] + c, Op::apply(v::load(lane[i] + c), v::load(lane[i + half] + c)));
      const std::int64_t cell = group / tiles * columns + c0;
      for (std::int64_t c = 0; c < width; ++c) partial[(cell + c) * plan.blocks + block] = lane[0][c];
    }
  });
}

/// The whole reduction: `finish(a)` makes the stored result of a folded number.
template <class T, class A, class Convert, class Op, class R, class Finish>
void fold_plan(const reduce_plan& plan, R* result, Finish finish) {
  const buffer room = buffer::allocate(std::size_t(plan.cells * plan.blocks) * sizeof(A));
  A* partial = static_cast<A*>(room.data());
  const int inner = plan.kept.rank - 1, last = plan.reduced.rank - 1;
  const bool across = inner >= 0 && plan.kept.n[inner] >= 4 &&
                      (plan.length <= 2 * reduce_plan::lanes ||
                       (last >= 0 && plan.kept.steps[inner] != 0 && plan.kept.steps[inner] < plan.reduced.steps[last]));
  if (across)
    fold_across<T, A, Convert, Op>(plan, partial);
  else
    fold_along<T, A, Convert, Op>(plan, partial);
  runtime::parallel(plan.cells, reduce_grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t c = begin; c < end; ++c)
      result[c] = finish(plan.blocks == 1 ? partial[c] : fold_blocks<Op>(partial + c * plan.blocks, plan.blocks));
  });
}

}  // namespace tiga::detail

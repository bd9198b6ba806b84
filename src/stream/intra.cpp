// Reductions inside slices: what stands in one packet as a balanced tree, and that over time.
#include <bit>
#include <memory>
#include <tiga/program/half.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>

#include "../runtime/products.hpp"
#include "plan.hpp"
#include "room.hpp"

namespace tiga::detail {

/// The reduced axis where its last coordinates do not exist: an element lives while its sums stay below the bound.
struct ragged_label {
  std::int64_t bound;
  std::vector<std::int64_t> of_slice, of_step, of_leaf;
};

struct intra_plan {
  std::int64_t slices = 1, row_in = 1, row_out = 1;
  std::vector<std::int64_t> base;    // of each output of a slice, or -1 for a hole
  std::vector<std::int64_t> steps;   // distances of what is reduced over time
  std::vector<std::int64_t> leaves;  // distances of what is reduced in a packet, or -1 for a hole
  std::vector<ragged_label> ragged;
  bool lives(std::int64_t slice, std::size_t step, std::size_t leaf) const {
    for (const ragged_label& r : ragged)
      if (r.of_slice[std::size_t(slice)] + r.of_step[step] + r.of_leaf[leaf] >= r.bound) return false;
    return leaves[leaf] >= 0;
  }
};

namespace {

class intra_planner {
 public:
  intra_planner(const intra_shape& shape, const intra_verdict& v) : shape_(shape), reduced_(v.reduced) {}
  intra_plan run() {
    digit_run raw[] = {digits_of(shape_.of.time), digits_of(shape_.of.packet), digits_of(shape_.of.out_time),
                       digits_of(shape_.of.out_packet), reduced_};
    for (int i = 0; i < 4; ++i) run_[i] = refined(raw[i], raw, 5);
    const std::int64_t lanes = extent_of(run_[1]);
    p_.row_in = extent_of(run_[0]) * lanes;
    p_.row_out = extent_of(run_[2]) * extent_of(run_[3]);
    const layout_view outer[] = {shape_.chip, shape_.cluster, shape_.slice};
    const digit_run slices = together(outer, 3);
    p_.slices = extent_of(slices);
    digit_run out = run_[3];
    for (int i = 0; i < run_[2].count; ++i) out.push(run_[2].digits[i]);
    for (std::int64_t o = 0; o < p_.row_out; ++o) {
      const places at(out, o);
      std::int64_t from = 0;
      for (int i = 0; i < out.count && at.live; ++i)
        if (is_named(out.digits[i])) from += at.of[i] * distance(out.digits[i]);
      p_.base.push_back(at.live ? from : -1);
    }
    const digit_run step = part(run_[0]), leaf = part(run_[1]);
    for (std::int64_t i = 0; i < extent_of(step); ++i)
      if (const places at(step, i); at.live) {
        p_.steps.push_back(offset(step, at));
        live_steps_.push_back(i);
      }
    for (std::int64_t i = 0; i < extent_of(leaf); ++i) {
      const places at(leaf, i);
      p_.leaves.push_back(at.live ? offset(leaf, at) : -1);
    }
    find_ragged(slices, step, leaf);
    return static_cast<intra_plan&&>(p_);
  }

 private:
  digit_run part(const digit_run& of) const {
    digit_run kept;
    for (int i = 0; i < of.count; ++i)
      if (is_named(of.digits[i]) && has_key(reduced_, of.digits[i])) kept.push(of.digits[i]);
    return kept;
  }
  /// How far apart two neighbours of a digit stand in the input.
  std::int64_t distance(const digit& d) const {
    std::int64_t pitch = 1;
    for (const int r : {1, 0})
      for (int i = 0; i < run_[r].count; ++i) {
        if (same_key(run_[r].digits[i], d)) return pitch;
        pitch *= run_[r].digits[i].extent;
      }
    return 0;
  }
  std::int64_t offset(const digit_run& run, const places& at) const {
    std::int64_t sum = 0;
    for (int i = 0; i < run.count; ++i) sum += at.of[i] * distance(run.digits[i]);
    return sum;
  }
  void find_ragged(const digit_run& slices, const digit_run& step, const digit_run& leaf) {
    for (int i = 0; i < reduced_.count; ++i) {
      const digit& d = reduced_.digits[i];
      bool seen = false;
      for (int k = 0; k < i; ++k) seen = seen || reduced_.digits[k].bound == d.bound;
      if (seen || furthest(slices, d) + furthest(step, d) + furthest(leaf, d) < d.bound) continue;
      ragged_label r{d.bound, coordinates(slices, d), {}, coordinates(leaf, d)};
      const auto all = coordinates(step, d);
      for (const std::int64_t at : live_steps_) r.of_step.push_back(all[std::size_t(at)]);
      p_.ragged.push_back(std::move(r));
    }
  }

  const intra_shape& shape_;
  digit_run reduced_, run_[4];
  std::vector<std::int64_t> live_steps_;
  intra_plan p_;
};

constexpr std::int64_t most_outputs = 512, most_gathered = 4096;

/// One slice after another; `T` elements, `C` what they are computed in.
template <class T, class C>
class intra_runner {
 public:
  explicit intra_runner(const intra_pass& p) : p_(p), plan_(*p.plan) {
    in_size_ = p.fronts > 0 ? dtype_size(p.front[0].in) : sizeof(T);
    padded_ = std::int64_t(std::bit_ceil(plan_.leaves.size()));
    tile_ = std::min(plan_.row_out, most_outputs);
    batch_ = std::clamp<std::int64_t>(most_gathered / (padded_ * tile_), 1, std::int64_t(plan_.steps.size()));
  }
  void run() const {
    runtime::parallel(plan_.slices, 1 + (1 << 15) / plan_.row_in, [&](std::int64_t begin, std::int64_t end) {
      thread_local room own;
      for (std::int64_t s = begin; s < end; ++s) slice(own, s);
    });
  }

 private:
  void slice(room& own, std::int64_t s) const {
    const char* from = static_cast<const char*>(p_.in) + std::size_t(s * plan_.row_in) * in_size_;
    for (int k = 0; k < p_.fronts; ++k) {
      char* const to = own.take(k % 2, std::size_t(plan_.row_in) * dtype_size(p_.front[k].out));
      p_.front[k].run(p_.front[k].self, from, s * plan_.row_in, to, plan_.row_in);
      from = to;
    }
    for (std::int64_t first = 0; first < plan_.row_out; first += tile_)
      outputs(own, s, reinterpret_cast<const T*>(from), first, std::min(tile_, plan_.row_out - first));
  }
  void outputs(room& own, std::int64_t s, const T* in, std::int64_t first, std::int64_t length) const {
    C* acc = own.take<C>(2, 2 * length + batch_ * padded_ * length * 2);
    C* const gathered = acc + length;
    fold(acc, 0, 0, length, 0, 1, true, acc);
    C* const nothing = gathered + batch_ * padded_ * length;  // the identity, and then the other half of the tree
    const C identity = acc[0];
    const auto steps = std::int64_t(plan_.steps.size());
    for (std::int64_t step = 0; step < steps; step += batch_) {
      const std::int64_t batch = std::min(batch_, steps - step);
      gather(s, in, first, length, step, batch, identity, gathered);
      C *from = gathered, *to = nothing;
      for (std::int64_t n = padded_; n > 1; n /= 2) {
        fold(from, 2, length, length, 2 * length, batch * n / 2, true, to);
        std::swap(from, to);
      }
      fold(from, batch, length, length, 0, 1, false, acc);
    }
    T* const out = static_cast<T*>(p_.out) + s * plan_.row_out + first;
    for (std::int64_t l = 0; l < length; ++l) out[l] = T(acc[l]);
  }
  void gather(std::int64_t s, const T* in, std::int64_t first, std::int64_t length, std::int64_t step,
              std::int64_t batch, C identity, C* to) const {
    const std::int64_t* const base = plan_.base.data() + first;
    for (std::int64_t b = 0; b < batch; ++b)
      for (std::int64_t leaf = 0; leaf < padded_; ++leaf, to += length) {
        if (leaf >= std::int64_t(plan_.leaves.size()) || !plan_.lives(s, std::size_t(step + b), std::size_t(leaf))) {
          std::fill(to, to + length, identity);
          continue;
        }
        const T* const x = in + plan_.steps[std::size_t(step + b)] + plan_.leaves[std::size_t(leaf)];
        for (std::int64_t l = 0; l < length; ++l) to[l] = base[l] < 0 ? identity : C(x[base[l]]);
      }
  }
  void fold(const C* in, std::int64_t rows, std::int64_t row, std::int64_t length, std::int64_t group,
            std::int64_t groups, bool begin, C* acc) const {
    p_.fold.run({in, row, group, rows, groups, length, begin, acc, p_.fold.op});
  }

  const intra_pass& p_;
  const intra_plan& plan_;
  std::size_t in_size_;
  std::int64_t padded_, tile_, batch_;
};

template <class T, class C>
void pull_rows(const intra_plan& plan, slice_op op, const void* in, const void* cotangent, void* out) {
  const bool greatest = op == slice_op::max || op == slice_op::max_number;
  const bool numbers = op == slice_op::max_number || op == slice_op::min_number;
  const auto same = [](C a, C b) { return a == b || (a != a && b != b); };
  runtime::parallel(plan.slices, 1 + (1 << 14) / plan.row_in, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t s = begin; s < end; ++s) {
      const T* const x = static_cast<const T*>(in) + s * plan.row_in;
      T* const to = static_cast<T*>(out) + s * plan.row_in;
      std::fill(to, to + plan.row_in, T(0));
      for (std::int64_t o = 0; o < plan.row_out; ++o) {
        const std::int64_t base = plan.base[std::size_t(o)];
        if (base < 0) continue;
        const C g = C(static_cast<const T*>(cotangent)[s * plan.row_out + o]);
        const auto each = [&](const auto& f) {
          for (std::size_t i = 0; i < plan.steps.size(); ++i)
            for (std::size_t k = 0; k < plan.leaves.size(); ++k)
              if (plan.lives(s, i, k)) f(base + plan.steps[i] + plan.leaves[k]);
        };
        if (op == slice_op::add) {
          each([&](std::int64_t at) { to[at] = T(g); });
        } else if (op == slice_op::mul) {
          product_of_others all;
          each([&](std::int64_t at) { all.add(double(C(x[at]))); });
          each([&](std::int64_t at) { to[at] = T(C(double(g) * all.without(double(C(x[at]))))); });
        } else {
          C best{};
          std::int64_t ties = 0;
          each([&](std::int64_t at) {
            const C v = C(x[at]);
            if (v != v && numbers) return;
            if (ties == 0 || (best == best && ((greatest ? v > best : v < best) || v != v)))
              best = v, ties = 1;
            else if (same(v, best))
              ++ties;
          });
          each([&](std::int64_t at) {
            if (ties > 0 && same(C(x[at]), best)) to[at] = T(g / C(ties));
          });
        }
      }
    }
  });
}

}  // namespace

const intra_plan* make_intra_plan(const intra_shape& shape, const intra_verdict& v) {
  return new intra_plan(intra_planner(shape, v).run());
}
void run_intra_pass(const intra_pass& p) {
  switch (p.fold.element) {
    case dtype::boolean:
    case dtype::u8: return intra_runner<std::uint8_t, std::uint8_t>(p).run();
    case dtype::i8: return intra_runner<std::int8_t, std::int8_t>(p).run();
    case dtype::i16: return intra_runner<std::int16_t, std::int16_t>(p).run();
    case dtype::u16: return intra_runner<std::uint16_t, std::uint16_t>(p).run();
    case dtype::i32: return intra_runner<std::int32_t, std::int32_t>(p).run();
    case dtype::u32: return intra_runner<std::uint32_t, std::uint32_t>(p).run();
    case dtype::i64: return intra_runner<std::int64_t, std::int64_t>(p).run();
    case dtype::u64: return intra_runner<std::uint64_t, std::uint64_t>(p).run();
    case dtype::f64: return intra_runner<double, double>(p).run();
    case dtype::f32: return intra_runner<float, float>(p).run();
    case dtype::f16:
    case dtype::bf16: break;
  }
  if (p.fold.op)  // a user's own, in the user's type
    return p.fold.element == dtype::f16 ? intra_runner<f16, f16>(p).run() : intra_runner<bf16, bf16>(p).run();
  intra_pass wide = p;
  wide.fold = fold_of(p.op, dtype::f32);
  return p.fold.element == dtype::f16 ? intra_runner<f16, float>(wide).run() : intra_runner<bf16, float>(wide).run();
}
void pull_intra(const intra_plan* plan, slice_op op, dtype element, const void* in, const void* cotangent, void* out) {
  switch (element) {
    case dtype::f16: return pull_rows<f16, float>(*plan, op, in, cotangent, out);
    case dtype::bf16: return pull_rows<bf16, float>(*plan, op, in, cotangent, out);
    case dtype::f32: return pull_rows<float, float>(*plan, op, in, cotangent, out);
    case dtype::f64: return pull_rows<double, double>(*plan, op, in, cotangent, out);
    default: fail("stream: only elements of f16, bf16, f32 or f64 have gradients");
  }
}

}  // namespace tiga::detail

// The adjoint of reductions over slices: cotangents of results, back to the slices that they came from.
#include <cmath>
#include <tiga/program/half.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>

#include "../runtime/products.hpp"
#include "plan.hpp"
#include "room.hpp"

namespace tiga::detail {
namespace {

template <class T, class C>
class puller {
 public:
  explicit puller(const slice_pull& p) : p_(p), plan_(*p.plan) {}
  void run() const {
    const std::int64_t row = plan_.time * plan_.lanes, tile = std::min<std::int64_t>(row, 512);
    const std::int64_t tiles = (row + tile - 1) / tile;
    runtime::parallel(plan_.groups * tiles, 1 + (1 << 15) / (tile * plan_.ratio),
                      [&](std::int64_t begin, std::int64_t end) {
                        thread_local room own;
                        for (std::int64_t i = begin; i < end; ++i) {
                          const std::int64_t first = i % tiles * tile;
                          stretch(own, i / tiles, first, std::min(tile, row - first));
                        }
                      });
  }

 private:
  void stretch(room& own, std::int64_t group, std::int64_t first, std::int64_t length) const {
    C* const g = own.take<C>(0, length);
    std::fill(g, g + length, C(0));
    const T* const ct = static_cast<const T*>(p_.cotangent) + group * plan_.ratio * plan_.out_time * plan_.lanes;
    plan_.each_place(first, length, [&](std::int64_t to, std::int64_t from, std::int64_t count) {
      for (std::int64_t l = 0; l < count; ++l) g[from + l] += C(ct[to + l]);
    });
    const std::int64_t row = plan_.time * plan_.lanes, base = group * plan_.ratio * row + first;
    const T* const in = static_cast<const T*>(p_.in) + base;
    T* const out = static_cast<T*>(p_.out) + base;
    for (std::int64_t j = 0; j < plan_.ratio; ++j) std::fill(out + j * row, out + j * row + length, T(0));
    // f(place, value, cotangent) for each live element of a slice
    const auto each = [&](const auto& f) {
      for (const slice_run& run : plan_.live)
        for (std::int64_t j = run.first; j < run.first + run.count; ++j)
          for (std::int64_t l = 0; l < length; ++l)
            if (plan_.ragged.empty() || plan_.lives(group, j, first + l)) f(l, C(in[j * row + l]), out[j * row + l]);
    };
    if (p_.op == slice_op::add) return each([&](std::int64_t l, C, T& to) { to = T(g[l]); });
    if (p_.op == slice_op::mul) {
      product_of_others* const all = own.take<product_of_others>(1, length);
      std::fill(all, all + length, product_of_others{});
      each([&](std::int64_t l, C x, T&) { all[l].add(double(x)); });
      return each([&](std::int64_t l, C x, T& to) { to = T(C(double(g[l]) * all[l].without(double(x)))); });
    }
    C* const best = own.take<C>(1, length);
    std::int64_t* const ties = own.take<std::int64_t>(2, length);
    std::fill(ties, ties + length, 0);
    const bool greatest = p_.op == slice_op::max || p_.op == slice_op::max_number;
    const bool numbers = p_.op == slice_op::max_number || p_.op == slice_op::min_number;
    each([&](std::int64_t l, C x, T&) {
      const bool ignored = x != x && numbers;
      const bool beats =
          !ignored && (ties[l] == 0 || (best[l] == best[l] && ((greatest ? x > best[l] : x < best[l]) || x != x)));
      if (beats) {
        best[l] = x;
        ties[l] = 1;
      } else if (!ignored && same(x, best[l])) {
        ++ties[l];
      }
    });
    each([&](std::int64_t l, C x, T& to) {
      if (ties[l] > 0 && same(x, best[l])) to = T(g[l] / C(ties[l]));
    });
  }
  static bool same(C a, C b) { return a == b || (a != a && b != b); }

  const slice_pull& p_;
  const slice_plan& plan_;
};

}  // namespace

void pull_slices(const slice_pull& p) {
  switch (p.element) {
    case dtype::f16: return puller<f16, float>(p).run();
    case dtype::bf16: return puller<bf16, float>(p).run();
    case dtype::f32: return puller<float, float>(p).run();
    case dtype::f64: return puller<double, double>(p).run();
    default: fail("stream: only elements of f16, bf16, f32 or f64 have gradients");
  }
}

}  // namespace tiga::detail

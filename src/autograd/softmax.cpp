#include <limits>
#include <tiga/autograd/softmax.hpp>
#include <tiga/program/kernels.hpp>
#include <tiga/runtime/parallel.hpp>

#include "../tensor/rows.hpp"

namespace tiga::detail {
namespace {

template <class T>
class recorded_softmax final : public tape_node {
  using C = compute_type<T>;

 public:
  recorded_softmax(const dynamic_tensor& x, const tape_ptr& node, const dynamic_tensor& y, unsigned axes,
                   softmax_kind kind)
      : tape_node(x.type, y.size()), y_(y), axes_(axes), kind_(kind) {
    if (kind == softmax_kind::logsumexp) x_ = x;
    rank_ = x.rank;
    add_input(node);
  }
  const char* name() const override {
    return kind_ == softmax_kind::softmax       ? "softmax"
           : kind_ == softmax_kind::log_softmax ? "log_softmax"
                                                : "logsumexp";
  }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    const bool reduces = kind_ == softmax_kind::logsumexp;
    dynamic_tensor g;
    g.type = type();
    g.rank = y_.rank;
    for (int i = 0; i < y_.rank; ++i) g.n[i] = y_.n[i];
    packed_strides(g.rank, g.n, g.stride);
    g.storage = cotangent;
    g.first = cotangent.data();
    const row_view x = rows_of(reduces ? x_ : y_, axes_);
    const row_view gv = reduces ? row_view{} : rows_of(g, axes_);
    const dynamic_tensor gp = reduces ? g : gv.packed, y = reduces ? y_.contiguous() : dynamic_tensor();
    dynamic_tensor out = dynamic_tensor::uninitialized(type(), rank_, x.packed.n);
    if (out.size() > 0) {
      const T *const values = static_cast<const T*>(x.packed.first), *const ct = static_cast<const T*>(gp.first),
                     *const sums = static_cast<const T*>(y.first);
      T* const to = static_cast<T*>(out.writable());
      const std::int64_t n = x.columns;
      const softmax_kind kind = kind_;
      runtime::parallel(x.rows, 1 + (1 << 13) / (n + 1), [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) {
          const T* const v = values + r * n;
          T* const d = to + r * n;
          if (kind == softmax_kind::logsumexp) {
            const C lse = C(sums[r]), share = C(ct[r]);
            // a score of -inf has no part, also where all are
            for (std::int64_t i = 0; i < n; ++i) {
              const C below = C(v[i]) == lse ? C(0) : C(v[i]) - lse;
              d[i] = T(C(v[i]) == -std::numeric_limits<C>::infinity() ? C(0) : share * baseline::exp_of(below));
            }
            continue;
          }
          const T* const c = ct + r * n;
          C lane[16]{};
          if (kind == softmax_kind::softmax) {
            for (std::int64_t i = 0; i < n; ++i) lane[i % 16] += C(c[i]) * C(v[i]);
          } else {
            for (std::int64_t i = 0; i < n; ++i) lane[i % 16] += C(c[i]);
          }
          for (int half = 8; half > 0; half /= 2)
            for (int l = 0; l < half; ++l) lane[l] += lane[l + half];
          if (kind == softmax_kind::softmax) {
            for (std::int64_t i = 0; i < n; ++i) d[i] = T(C(v[i]) * (C(c[i]) - lane[0]));
          } else {
            for (std::int64_t i = 0; i < n; ++i) d[i] = T(C(c[i]) - baseline::exp_of(C(v[i])) * lane[0]);
          }
        }
      });
    }
    sink.add(input(0), in_order(x, out).contiguous().storage);
  }

 private:
  dynamic_tensor x_, y_;
  unsigned axes_;
  softmax_kind kind_;
  int rank_ = 0;
};

}  // namespace

tape_ptr record_softmax(const dynamic_tensor& x, const tape_ptr& node, const dynamic_tensor& y, unsigned axes,
                        softmax_kind kind) {
  switch (x.type) {
    case dtype::f16: return tape_ptr(new recorded_softmax<f16>(x, node, y, axes, kind));
    case dtype::bf16: return tape_ptr(new recorded_softmax<bf16>(x, node, y, axes, kind));
    case dtype::f32: return tape_ptr(new recorded_softmax<float>(x, node, y, axes, kind));
    default: return tape_ptr(new recorded_softmax<double>(x, node, y, axes, kind));
  }
}

}  // namespace tiga::detail

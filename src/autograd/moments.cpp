#include <cmath>
#include <tiga/autograd/moments.hpp>
#include <tiga/runtime/parallel.hpp>

#include "../tensor/rows.hpp"

namespace tiga::detail {
namespace {

template <class T>
class recorded_moments final : public tape_node {
  using C = compute_type<T>;

 public:
  recorded_moments(const dynamic_tensor& x, const tape_ptr& node, std::int64_t count, unsigned axes, moment what,
                   double epsilon)
      : tape_node(x.type, count), x_(x), axes_(axes), what_(what), epsilon_(epsilon) {
    add_input(node);
  }
  const char* name() const override {
    return what_ == moment::variance    ? "var"
           : what_ == moment::deviation ? "stddev"
           : what_ == moment::norm      ? "l2_norm"
                                        : "layer_norm";
  }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    const row_view v = rows_of(x_, axes_);
    dynamic_tensor g;
    g.type = type();
    g.storage = cotangent;
    g.first = cotangent.data();
    if (what_ == moment::normalized) {  // the cotangent has the axes of x in their order
      g.rank = x_.rank;
      for (int i = 0; i < x_.rank; ++i) g.n[i] = x_.n[i];
      packed_strides(g.rank, g.n, g.stride);
      g = rows_of(g, axes_).packed;
    }
    dynamic_tensor out = dynamic_tensor::uninitialized(type(), x_.rank, v.packed.n);
    if (out.size() > 0) {
      const T *const x = static_cast<const T*>(v.packed.first), *const ct = static_cast<const T*>(g.first);
      T* const to = static_cast<T*>(out.writable());
      const std::int64_t n = v.columns;
      runtime::parallel(v.rows, 1 + (1 << 13) / (n + 1), [&, this](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
          row(x + r * n, what_ == moment::normalized ? ct + r * n : ct + r, n, to + r * n);
      });
    }
    sink.add(input(0), in_order(v, out).contiguous().storage);
  }

 private:
  template <class F>
  static double lanes_sum(std::int64_t n, const F& of) {
    double lane[16]{};
    for (std::int64_t i = 0; i < n; ++i) lane[i % 16] += of(i);
    for (int half = 8; half > 0; half /= 2)
      for (int l = 0; l < half; ++l) lane[l] += lane[l + half];
    return lane[0];
  }
  void row(const T* x, const T* g, std::int64_t n, T* to) const {
    const auto at = [=](std::int64_t i) { return double(C(x[i])); };
    if (what_ == moment::norm) {
      const double size = std::sqrt(lanes_sum(n, [&](std::int64_t i) { return at(i) * at(i); }));
      const double share = size > 0 ? double(C(*g)) / size : 0;
      for (std::int64_t i = 0; i < n; ++i) to[i] = T(C(at(i) * share));
      return;
    }
    const double mean = lanes_sum(n, at) / double(n);
    const double variance = lanes_sum(n, [&](std::int64_t i) { return (at(i) - mean) * (at(i) - mean); }) / double(n);
    if (what_ != moment::normalized) {
      double share = double(C(*g)) / double(n);
      if (what_ == moment::variance)
        share *= 2;
      else
        share = variance > 0 ? share / std::sqrt(variance) : 0;
      for (std::int64_t i = 0; i < n; ++i) to[i] = T(C((at(i) - mean) * share));
      return;
    }
    // y = (x - mean) s: dx = s (g - mean of g - y * mean of (g y))
    const double s = 1 / std::sqrt(variance + epsilon_);
    const auto cotangent = [=](std::int64_t i) { return double(C(g[i])); };
    const double of_g = lanes_sum(n, cotangent) / double(n);
    const double of_gy = lanes_sum(n, [&](std::int64_t i) { return cotangent(i) * (at(i) - mean) * s; }) / double(n);
    for (std::int64_t i = 0; i < n; ++i) to[i] = T(C(s * (cotangent(i) - of_g - (at(i) - mean) * s * of_gy)));
  }

  dynamic_tensor x_;
  unsigned axes_;
  moment what_;
  double epsilon_;
};

}  // namespace

tape_ptr record_moments(const dynamic_tensor& x, const tape_ptr& node, std::int64_t count, unsigned axes, moment what,
                        double epsilon) {
  switch (x.type) {
    case dtype::f16: return tape_ptr(new recorded_moments<f16>(x, node, count, axes, what, epsilon));
    case dtype::bf16: return tape_ptr(new recorded_moments<bf16>(x, node, count, axes, what, epsilon));
    case dtype::f32: return tape_ptr(new recorded_moments<float>(x, node, count, axes, what, epsilon));
    default: return tape_ptr(new recorded_moments<double>(x, node, count, axes, what, epsilon));
  }
}

}  // namespace tiga::detail

#include <algorithm>
#include <cmath>
#include <limits>
#include <tiga/tensor/moments.hpp>

#include "rows.hpp"

namespace tiga::detail {
namespace {

// Sums in double over 16 lanes of stride 16, then lane 8, 4, 2, 1.
template <class T, class F>
double lanes_sum(const T* x, std::int64_t n, const F& of) {
  double lane[16]{};
  std::int64_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (int l = 0; l < 16; ++l) lane[l] += of(double(compute_type<T>(x[i + l])));
  for (int l = 0; i + l < n; ++l) lane[l] += of(double(compute_type<T>(x[i + l])));
  for (int half = 8; half > 0; half /= 2)
    for (int l = 0; l < half; ++l) lane[l] += lane[l + half];
  return lane[0];
}

template <class T>
double norm_of(const T* x, std::int64_t n) {
  const double plain = lanes_sum(x, n, [](double v) { return v * v; });
  if (sizeof(T) < sizeof(double) || (plain > 1e-280 && plain < 1e280) || plain != plain) return std::sqrt(plain);
  double greatest = 0;  // only squares of doubles can leave their range
  for (std::int64_t i = 0; i < n; ++i) greatest = std::max(greatest, std::abs(double(compute_type<T>(x[i]))));
  if (greatest == 0 || std::isinf(greatest)) return greatest;
  return greatest * std::sqrt(lanes_sum(x, n, [=](double v) { return (v / greatest) * (v / greatest); }));
}

template <class T>
void rows_of_moments(const T* x, std::int64_t rows, std::int64_t n, moment what, double epsilon, T* to) {
  using C = compute_type<T>;
  for (std::int64_t r = 0; r < rows; ++r, x += n) {
    if (what == moment::norm) {
      *to++ = T(C(norm_of(x, n)));
      continue;
    }
    const double mean = lanes_sum(x, n, [](double v) { return v; }) / double(n);
    const double variance = lanes_sum(x, n, [=](double v) { return (v - mean) * (v - mean); }) / double(n);
    if (what == moment::variance) {
      *to++ = T(C(variance));
    } else if (what == moment::deviation) {
      *to++ = T(C(std::sqrt(variance)));
    } else {
      const C center = C(mean), scale = C(1 / std::sqrt(variance + epsilon));
      for (std::int64_t i = 0; i < n; ++i) to[i] = T((C(x[i]) - center) * scale);
      to += n;
    }
  }
}

template <class T>
dynamic_tensor moments_of(const dynamic_tensor& x, unsigned axes, moment what, double epsilon) {
  const row_view v = rows_of(x, axes);
  const bool reduces = what != moment::normalized;
  dynamic_tensor y = dynamic_tensor::uninitialized(x.type, reduces ? v.kept : x.rank, v.packed.n);
  if (y.size() > 0) {
    T* const to = static_cast<T*>(y.writable());
    const T* const from = static_cast<const T*>(v.packed.first);
    const std::int64_t n = v.columns, step = reduces ? 1 : n;
    runtime::parallel(v.rows, 1 + (1 << 14) / (n + 1), [=](std::int64_t begin, std::int64_t end) {
      rows_of_moments(from + begin * n, end - begin, n, what, epsilon, to + begin * step);
    });
  }
  return reduces ? y : in_order(v, y);
}

}  // namespace

dynamic_tensor moments(const dynamic_tensor& x, unsigned axes, moment what, double epsilon) {
  switch (x.type) {
    case dtype::f16: return moments_of<f16>(x, axes, what, epsilon);
    case dtype::bf16: return moments_of<bf16>(x, axes, what, epsilon);
    case dtype::f32: return moments_of<float>(x, axes, what, epsilon);
    default: return moments_of<double>(x, axes, what, epsilon);
  }
}

}  // namespace tiga::detail

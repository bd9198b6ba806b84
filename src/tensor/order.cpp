#include <algorithm>
#include <numeric>
#include <string>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/order.hpp>
#include <type_traits>
#include <vector>

#include "rows.hpp"

namespace tiga::detail {
namespace {

template <class F>
auto by_number(dtype type, F&& f) {
  switch (type) {
    case dtype::i8: return f(std::int8_t{});
    case dtype::boolean:
    case dtype::u8: return f(std::uint8_t{});
    case dtype::i16: return f(std::int16_t{});
    case dtype::u16: return f(std::uint16_t{});
    case dtype::i32: return f(std::int32_t{});
    case dtype::u32: return f(std::uint32_t{});
    case dtype::i64: return f(std::int64_t{});
    case dtype::u64: return f(std::uint64_t{});
    case dtype::f16: return f(f16{});
    case dtype::bf16: return f(bf16{});
    case dtype::f32: return f(float{});
    default: return f(double{});
  }
}

template <class T>
void running_sum(const T* x, std::int64_t n, bool backward, T* to) {
  using sum = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;
  sum total = 0;
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int64_t i = backward ? n - 1 - k : k;
    total += sum(compute_type<T>(x[i]));
    to[i] = T(compute_type<T>(total));
  }
}

template <class T>
bool goes_before(T a, T b) {
  using C = compute_type<T>;
  const C l = C(a), r = C(b);
  if (l != l || r != r) return l != l && r == r;
  return l > r;
}

}  // namespace

dynamic_tensor cumsum(const dynamic_tensor& x, int axis, bool backward) {
  const row_view v = rows_of(x, 1u << axis);
  dynamic_tensor y = dynamic_tensor::uninitialized(x.type, x.rank, v.packed.n);
  if (y.size() > 0)
    by_number(x.type, [&]<class T>(T) {
      const T* const from = static_cast<const T*>(v.packed.first);
      T* const to = static_cast<T*>(y.writable());
      const std::int64_t n = v.columns;
      runtime::parallel(v.rows, 1 + (1 << 14) / n, [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) running_sum(from + r * n, n, backward, to + r * n);
      });
    });
  return in_order(v, y);
}

std::pair<dynamic_tensor, dynamic_tensor> top_k(const dynamic_tensor& x, int axis, std::int64_t count,
                                                const factor& named) {
  if (count < 0 || count > x.n[axis]) {
    text t;
    t << named;
    fail("top_k: " + std::to_string(count) + " of the " + std::to_string(x.n[axis]) + " positions of axis " +
         t.c_str());
  }
  const row_view v = rows_of(x, 1u << axis);
  std::int64_t n[dynamic_tensor::max_rank];
  std::copy_n(v.packed.n, x.rank, n);
  n[x.rank - 1] = count;
  dynamic_tensor values = dynamic_tensor::uninitialized(x.type, x.rank, n),
                 places = dynamic_tensor::uninitialized(dtype::i64, x.rank, n);
  if (values.size() > 0)
    by_number(x.type, [&]<class T>(T) {
      const T* const from = static_cast<const T*>(v.packed.first);
      T* const to = static_cast<T*>(values.writable());
      auto* const at = static_cast<std::int64_t*>(places.writable());
      const std::int64_t columns = v.columns;
      runtime::parallel(v.rows, 1 + (1 << 12) / columns, [=](std::int64_t begin, std::int64_t end) {
        std::vector<std::int64_t> order(static_cast<std::size_t>(columns));
        for (std::int64_t r = begin; r < end; ++r) {
          const T* const row = from + r * columns;
          std::iota(order.begin(), order.end(), std::int64_t(0));
          std::partial_sort(order.begin(), order.begin() + count, order.end(), [=](std::int64_t a, std::int64_t b) {
            return goes_before(row[a], row[b]) || (!goes_before(row[b], row[a]) && a < b);
          });
          for (std::int64_t k = 0; k < count; ++k) {
            at[r * count + k] = order[std::size_t(k)];
            to[r * count + k] = row[order[std::size_t(k)]];
          }
        }
      });
    });
  return {in_order(v, values), in_order(v, places)};
}

}  // namespace tiga::detail

#include <limits>
#include <tiga/program/kernels.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/tensor/softmax.hpp>

#include "rows.hpp"

namespace tiga::detail {
namespace {

namespace rows_baseline {
#define TIGA_ROW_TARGET
#define TIGA_ROW_BYTES 16
#define TIGA_ROW_ISA tiga::baseline
#include "softmax.inc"
}  // namespace rows_baseline
namespace rows_avx2 {
#define TIGA_ROW_TARGET __attribute__((target("avx2,f16c")))
#define TIGA_ROW_BYTES 32
#define TIGA_ROW_ISA tiga::avx2
#include "softmax.inc"
}  // namespace rows_avx2
namespace rows_avx512 {
#define TIGA_ROW_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
#define TIGA_ROW_BYTES 64
#define TIGA_ROW_ISA tiga::avx512
#include "softmax.inc"
}  // namespace rows_avx512

template <class T>
auto rows_function() {
  switch (runtime::best_isa()) {
    case runtime::isa::avx512: return &rows_avx512::softmax_rows<T>;
    case runtime::isa::avx2: return &rows_avx2::softmax_rows<T>;
    default: return &rows_baseline::softmax_rows<T>;
  }
}

template <class T>
dynamic_tensor softmax_of(const dynamic_tensor& x, unsigned axes, softmax_kind kind) {
  const row_view v = rows_of(x, axes);
  const bool reduces = kind == softmax_kind::logsumexp;
  dynamic_tensor y = dynamic_tensor::uninitialized(x.type, reduces ? v.kept : x.rank, v.packed.n);
  if (y.size() == 0) return reduces ? y : in_order(v, y);
  T* const to = static_cast<T*>(y.writable());
  const T* const from = static_cast<const T*>(v.packed.first);
  const auto run = rows_function<T>();
  const std::int64_t n = v.columns, step = reduces ? 1 : n;
  runtime::parallel(v.rows, 1 + (1 << 13) / (n + 1), [=](std::int64_t begin, std::int64_t end) {
    run(from + begin * n, end - begin, n, kind, to + begin * step);
  });
  return reduces ? y : in_order(v, y);
}

}  // namespace

dynamic_tensor softmax(const dynamic_tensor& x, unsigned axes, softmax_kind kind) {
  switch (x.type) {
    case dtype::f16: return converted<f16, float>(softmax(converted<float, f16>(x), axes, kind));
    case dtype::bf16: return converted<bf16, float>(softmax(converted<float, bf16>(x), axes, kind));
    case dtype::f32: return softmax_of<float>(x, axes, kind);
    default: return softmax_of<double>(x, axes, kind);
  }
}

}  // namespace tiga::detail

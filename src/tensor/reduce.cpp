#include "reduce.hpp"

#include <tiga/runtime/error.hpp>

namespace tiga::detail {
namespace {

dtype result_type(dtype x, reduction operation) {
  switch (operation) {
    case reduction::sum: return x == dtype::boolean ? dtype::i64 : x;
    case reduction::mean:
      if (is_floating(x)) return x;
      return dtype_size(x) <= 2 ? dtype::f32 : dtype::f64;
    case reduction::any:
    case reduction::all: return dtype::boolean;
    case reduction::argmax:
    case reduction::argmin: return dtype::i64;
    case reduction::prod:
    case reduction::max:
    case reduction::min: break;
  }
  return x;
}

}  // namespace

dynamic_tensor reduce(const dynamic_tensor& x, unsigned axes, reduction operation) {
  if (operation == reduction::prod && x.type == dtype::boolean) fail("prod of bool: all(x) is what it means");
  reduce_plan plan;
  plan.first = x.first;
  plan.type = x.type;
  std::int64_t kept[dynamic_tensor::max_rank]{}, reduced[dynamic_tensor::max_rank]{};
  int kept_rank = 0, reduced_rank = 0;
  for (int i = 0; i < x.rank; ++i) {
    if (axes >> i & 1u) {
      plan.reduced.push(x.n[i], x.stride[i]);
      reduced[reduced_rank++] = x.n[i];
    } else {
      plan.kept.push(x.n[i], x.stride[i]);
      kept[kept_rank++] = x.n[i];
    }
  }
  dynamic_tensor result = dynamic_tensor::uninitialized(result_type(x.type, operation), kept_rank, kept);
  plan.cells = result.size();
  if (plan.cells == 0) return result;
  plan.length = count_elements(reduced_rank, reduced);
  if (plan.length > 0) plan.blocks = (plan.length + plan.block - 1) / plan.block;
  void* out = result.writable();
  switch (operation) {
    case reduction::sum: reduce_sum(plan, out); break;
    case reduction::mean: reduce_mean(plan, out); break;
    case reduction::prod: reduce_prod(plan, out); break;
    case reduction::max: reduce_max(plan, out); break;
    case reduction::min: reduce_min(plan, out); break;
    case reduction::any: reduce_any(plan, out); break;
    case reduction::all: reduce_all(plan, out); break;
    case reduction::argmax: reduce_position(plan, true, static_cast<std::int64_t*>(out)); break;
    case reduction::argmin: reduce_position(plan, false, static_cast<std::int64_t*>(out)); break;
  }
  return result;
}

}  // namespace tiga::detail

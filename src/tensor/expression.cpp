#include <string>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/expression.hpp>

namespace tiga::detail {
namespace {

// Merges neighbouring axes along which every operand walks memory in one stride.
void collapse(runtime::row_args& a, int leaves) {
  for (int d = a.rank - 1; d > 0; --d) {
    bool together = true;
    for (int k = 0; k < leaves; ++k) together &= a.stride[k][d - 1] == a.stride[k][d] * a.shape[d];
    if (!together && a.shape[d] != 1 && a.shape[d - 1] != 1) continue;
    for (int k = 0; k < leaves; ++k)
      if (a.shape[d] == 1) a.stride[k][d] = a.stride[k][d - 1];
    a.shape[d - 1] *= a.shape[d];
    for (int k = 0; k < leaves; ++k) a.stride[k][d - 1] = a.stride[k][d];
    for (int e = d; e + 1 < a.rank; ++e) {
      a.shape[e] = a.shape[e + 1];
      for (int k = 0; k < leaves; ++k) a.stride[k][e] = a.stride[k][e + 1];
    }
    --a.rank;
  }
}

}  // namespace

expression_plan plan_expression(const leaf_list& l, const factor* axes, int rank) {
  if (rank > runtime::max_rank)
    fail("an elementwise expression has " + std::to_string(rank) + " axes; at most 8 are possible");
  expression_plan plan{};
  runtime::row_args& a = plan.args;
  const std::int64_t* shape = nullptr;
  int first = 0;
  for (int k = 0; k < l.leaves; ++k) {
    a.in[k] = l.first[k];
    if (l.rank[k] == 0) continue;
    if (!shape) {
      shape = l.n[k];
      first = k;
    } else {
      const std::string x = "operand " + std::to_string(first + 1), y = "operand " + std::to_string(k + 1);
      meet(axes, rank, shape, x.c_str(), l.n[k], y.c_str());
    }
  }
  for (int k = 0; k < l.numbers; ++k) a.param[k] = l.number[k];
  plan.size = 1;
  a.rank = rank > 0 ? rank : 1;
  a.shape[0] = 1;
  for (int d = 0; d < rank; ++d) {
    a.shape[d] = shape[d];
    a.axis_size[d] = shape[d];
    plan.size *= shape[d];
    for (int k = 0; k < l.leaves; ++k) a.stride[k][d] = l.rank[k] == 0 ? 0 : l.step[k][d];
  }
  if (plan.size > 0) {
    // a scalar operand is read by itself and must not keep axes apart
    collapse(a, l.leaves);
  }
  a.items = a.shape[a.rank - 1];
  return plan;
}

}  // namespace tiga::detail

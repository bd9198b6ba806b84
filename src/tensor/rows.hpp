// A tensor as rows: some of its axes brought to the end, packed.
#pragma once
#include <tiga/program/half.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/dynamic.hpp>

namespace tiga::detail {

struct row_view {
  dynamic_tensor packed;  // [kept axes..., the others...]
  std::int64_t rows = 1, columns = 1;
  int place[dynamic_tensor::max_rank]{};  // of axis i of the tensor in `packed`
  int kept = 0;
};
/// `axes`: a bit for each axis that becomes part of the columns.
inline row_view rows_of(const dynamic_tensor& x, unsigned axes) {
  row_view v;
  dynamic_tensor turned = x;
  int next = 0;
  for (const bool last : {false, true})
    for (int i = 0; i < x.rank; ++i) {
      if ((axes >> i & 1u) != unsigned(last)) continue;
      turned.n[next] = x.n[i];
      turned.stride[next] = x.stride[i];
      (last ? v.columns : v.rows) *= x.n[i];
      v.kept += !last;
      v.place[i] = next++;
    }
  v.packed = turned.contiguous();
  return v;
}
/// A result with the axes of `v.packed`, shown with those of the tensor in their order.
inline dynamic_tensor in_order(const row_view& v, const dynamic_tensor& packed) {
  dynamic_tensor shown = packed;
  for (int i = 0; i < packed.rank; ++i) {
    shown.n[i] = packed.n[v.place[i]];
    shown.stride[i] = packed.stride[v.place[i]];
  }
  return shown;
}
/// Elements as another type, packed.
template <class To, class From>
dynamic_tensor converted(const dynamic_tensor& t) {
  const dynamic_tensor packed = t.contiguous();
  dynamic_tensor out = dynamic_tensor::uninitialized(dtype_of<To>, t.rank, t.n);
  const From* const from = static_cast<const From*>(packed.first);
  To* const to = static_cast<To*>(out.writable());
  runtime::parallel(t.size(), 1 << 15, [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) to[i] = To(float(from[i]));
  });
  return out;
}

}  // namespace tiga::detail

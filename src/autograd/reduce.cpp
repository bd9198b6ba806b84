// Adjoints of tensor reductions, on dtypes and strides known at run time.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <tiga/autograd/reduce.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>

#include "../runtime/products.hpp"

namespace tiga::detail {
namespace {

constexpr std::int64_t grain = 1 << 14;

// x as rows of the kept positions and columns of the reduced ones.
struct split_shape {
  int kept = 0, reduced = 0;
  std::int64_t kept_n[dynamic_tensor::max_rank], kept_stride[dynamic_tensor::max_rank],
      kept_pack[dynamic_tensor::max_rank];
  std::int64_t n[dynamic_tensor::max_rank], stride[dynamic_tensor::max_rank], pack[dynamic_tensor::max_rank];
  std::int64_t rows = 1, columns = 1;

  split_shape(const dynamic_tensor& x, unsigned axes) {
    std::int64_t packed[dynamic_tensor::max_rank];
    packed_strides(x.rank, x.n, packed);
    for (int i = 0; i < x.rank; ++i) {
      if (axes >> i & 1u) {
        n[reduced] = x.n[i], stride[reduced] = x.stride[i], pack[reduced++] = packed[i];
        columns *= x.n[i];
      } else {
        kept_n[kept] = x.n[i], kept_stride[kept] = x.stride[i], kept_pack[kept++] = packed[i];
        rows *= x.n[i];
      }
    }
  }
  struct offsets {
    std::int64_t in, packed;
  };
  static offsets walk(std::int64_t at, int rank, const std::int64_t* n, const std::int64_t* a, const std::int64_t* b) {
    offsets o{0, 0};
    for (int i = rank; i-- > 0;) {
      o.in += at % n[i] * a[i];
      o.packed += at % n[i] * b[i];
      at /= n[i];
    }
    return o;
  }
  offsets row(std::int64_t r) const { return walk(r, kept, kept_n, kept_stride, kept_pack); }
  offsets column(std::int64_t c) const { return walk(c, reduced, n, stride, pack); }
};

const char* reduction_name(reduction what) {
  switch (what) {
    case reduction::sum: return "sum";
    case reduction::mean: return "mean";
    case reduction::prod: return "prod";
    case reduction::max: return "max";
    case reduction::min: return "min";
    default: return "a reduction";
  }
}

template <class T>
class recorded_reduction final : public tape_node {
  using C = compute_type<T>;

 public:
  recorded_reduction(const dynamic_tensor& x, const dynamic_tensor& y, unsigned axes, reduction what)
      : tape_node(dtype_of<T>, y.size()), x_(x), y_(y), shape_(x, axes), axes_(axes), what_(what) {}

  const char* name() const override { return reduction_name(what_); }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    if (what_ == reduction::sum || what_ == reduction::mean) return sink.add(input(0), spread(cotangent));
    const buffer out = buffer::allocate(std::size_t(x_.size()) * sizeof(T));
    const T* const ct = static_cast<const T*>(cotangent.data());
    T* const to = static_cast<T*>(out.data());
    const std::int64_t per = shape_.columns > grain ? 1 : grain / (shape_.columns + 1) + 1;
    runtime::parallel(shape_.rows, per, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t r = begin; r < end; ++r) row(ct, to, r);
    });
    sink.add(input(0), out);
  }

 private:
  // Every element of a row gets the row's share: a packed copy of a view that repeats it.
  buffer spread(buffer cotangent) const {
    if (what_ == reduction::mean) {
      const buffer shares = buffer::allocate(std::size_t(shape_.rows) * sizeof(T));
      const T* const ct = static_cast<const T*>(cotangent.data());
      T* const to = static_cast<T*>(shares.data());
      runtime::parallel(shape_.rows, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) to[r] = T(C(ct[r]) / C(shape_.columns));
      });
      cotangent = shares;
    }
    std::int64_t steps[dynamic_tensor::max_rank];
    std::int64_t packed = 1;
    for (int i = x_.rank; i-- > 0;) {
      const bool reduced = axes_ >> i & 1u;
      steps[i] = reduced ? 0 : packed;
      if (!reduced) packed *= x_.n[i];
    }
    return packed_copy(cotangent.data(), sizeof(T), x_.rank, x_.n, steps);
  }
  C at(const split_shape::offsets& r, const split_shape::offsets& c) const {
    return C(static_cast<const T*>(x_.first)[r.in + c.in]);
  }
  static bool same(C a, C b) { return a == b || (a != a && b != b); }

  void row(const T* ct, T* to, std::int64_t r) const {
    const auto base = shape_.row(r);
    const C c = C(ct[r]);
    if (what_ == reduction::prod) return product(c, base, to);
    const C best = C(static_cast<const T*>(y_.first)[r]);
    std::int64_t ties = 0;
    for (std::int64_t k = 0; k < shape_.columns; ++k) ties += same(at(base, shape_.column(k)), best);
    const T share = T(ties ? c / C(ties) : C(0));
    for (std::int64_t k = 0; k < shape_.columns; ++k) {
      const auto o = shape_.column(k);
      to[base.packed + o.packed] = same(at(base, o), best) ? share : T(0);
    }
  }
  void product(C c, const split_shape::offsets& base, T* to) const {
    product_of_others all;
    for (std::int64_t k = 0; k < shape_.columns; ++k) all.add(double(at(base, shape_.column(k))));
    for (std::int64_t k = 0; k < shape_.columns; ++k) {
      const auto o = shape_.column(k);
      to[base.packed + o.packed] = T(C(double(c) * all.without(double(at(base, o)))));
    }
  }
  dynamic_tensor x_, y_;
  split_shape shape_;
  unsigned axes_;
  reduction what_;
};

template <class T>
tape_ptr record(const dynamic_tensor& x, const tape_ptr& node, const dynamic_tensor& y, unsigned axes, reduction what) {
  tape_ptr fresh(new recorded_reduction<T>(x, y, axes, what));
  fresh->add_input(node);
  return fresh;
}

}  // namespace

buffer sum_of(dtype type, const void* x, std::int64_t count) {
  dynamic_tensor rows;
  rows.type = type;
  rows.rank = 1;
  rows.n[0] = count;
  rows.stride[0] = 1;
  rows.first = x;
  const dynamic_tensor sum = reduce(rows, 1u, reduction::sum);
  const buffer b = buffer::allocate(dtype_size(type));
  std::memcpy(b.data(), sum.first, dtype_size(type));
  return b;
}

tape_ptr record_reduction(const dynamic_tensor& x, const tape_ptr& node, const dynamic_tensor& y, unsigned axes,
                          reduction what) {
  switch (x.type) {
    case dtype::f16: return record<f16>(x, node, y, axes, what);
    case dtype::bf16: return record<bf16>(x, node, y, axes, what);
    case dtype::f32: return record<float>(x, node, y, axes, what);
    case dtype::f64: return record<double>(x, node, y, axes, what);
    default: fail(std::string("tape: ") + dtype_name(x.type) + " has no gradient");
  }
}

}  // namespace tiga::detail

#include <algorithm>
#include <tiga/nn/linear.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/reduce.hpp>
#include <vector>

namespace tiga::detail {
namespace {

template <class T, class C>
void add_run(const T* y, const C* b, std::int64_t count, T* to) {
  std::int64_t i = 0;
  if constexpr (std::is_same_v<T, C>) {
    typedef T loose __attribute__((vector_size(16), aligned(alignof(T)), may_alias));
    constexpr std::int64_t width = 16 / sizeof(T);
    for (; i + width <= count; i += width)
      *reinterpret_cast<loose*>(to + i) =
          *reinterpret_cast<const loose*>(y + i) + *reinterpret_cast<const loose*>(b + i);
  }
  for (; i < count; ++i) to[i] = T(C(y[i]) + b[i]);
}
// The bias as often as fills some registers: narrow rows are added several at a time.
template <class T>
void add_rows(const T* y, const T* b, std::int64_t rows, std::int64_t columns, T* to) {
  using C = compute_type<T>;
  const std::int64_t together = 1 + 64 / columns, period = together * columns;
  std::vector<C> bias;
  for (std::int64_t r = 0; r < together; ++r)
    for (std::int64_t c = 0; c < columns; ++c) bias.push_back(C(b[c]));
  const C* const all = bias.data();
  const std::int64_t count = rows * columns;
  runtime::parallel((rows + together - 1) / together, 1 + (1 << 13) / period,
                    [=](std::int64_t begin, std::int64_t end) {
                      for (std::int64_t i = begin * period; i < end * period; i += period)
                        add_run(y + i, all, std::min(period, count - i), to + i);
                    });
}

class recorded_bias final : public tape_node {
 public:
  recorded_bias(const dynamic_tensor& y, const tape_ptr& y_node, const tape_ptr& b_node, int b_rank)
      : tape_node(y.type, y.size()), rank_(y.rank), b_rank_(b_rank) {
    std::copy_n(y.n, y.rank, n_);
    add_input(y_node);
    add_input(b_node);
  }
  const char* name() const override { return "add_bias"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    sink.add(input(0), cotangent);
    if (!sink.wants(input(1))) return;
    dynamic_tensor g;
    g.type = type();
    g.rank = rank_;
    std::copy_n(n_, rank_, g.n);
    packed_strides(g.rank, g.n, g.stride);
    g.storage = cotangent;
    g.first = cotangent.data();
    const unsigned leading = (1u << (rank_ - b_rank_)) - 1;
    sink.add(input(1), leading ? reduce(g, leading, reduction::sum).storage : cotangent);
  }

 private:
  int rank_, b_rank_;
  std::int64_t n_[dynamic_tensor::max_rank]{};
};

}  // namespace

dynamic_tensor add_bias(dynamic_tensor y, const dynamic_tensor& b) {
  const dynamic_tensor bias = b.contiguous();
  for (int i = 0; i < b.rank; ++i)
    if (y.n[y.rank - b.rank + i] != b.n[i])
      fail("add_bias: the bias has " + std::to_string(b.n[i]) + " elements along an axis where the tensor has " +
           std::to_string(y.n[y.rank - b.rank + i]));
  const std::int64_t columns = bias.size(), rows = columns > 0 ? y.size() / columns : 0;
  const bool in_place = y.storage && y.storage.unique() && y.is_contiguous();
  const dynamic_tensor packed = in_place ? y : y.contiguous();
  dynamic_tensor out = in_place ? y : dynamic_tensor::uninitialized(y.type, y.rank, y.n);
  const auto as = [&]<class T>(T) {
    add_rows(static_cast<const T*>(packed.first), static_cast<const T*>(bias.first), rows, columns,
             in_place ? static_cast<T*>(const_cast<void*>(out.first)) : static_cast<T*>(out.writable()));
  };
  if (y.size() > 0) switch (y.type) {
      case dtype::f16: as(f16{}); break;
      case dtype::bf16: as(bf16{}); break;
      case dtype::f32: as(float{}); break;
      case dtype::f64: as(double{}); break;
      default: fail(std::string("add_bias: no bias of ") + dtype_name(y.type));
    }
  return out;
}
tape_ptr record_bias(const dynamic_tensor& y, const tape_ptr& y_node, const tape_ptr& b_node, int b_rank) {
  return tape_ptr(new recorded_bias(y, y_node, b_node, b_rank));
}

}  // namespace tiga::detail

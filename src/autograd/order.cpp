#include <algorithm>
#include <cstring>
#include <tiga/autograd/order.hpp>

#include "../tensor/rows.hpp"

namespace tiga::detail {
namespace {

dynamic_tensor packed_like(const dynamic_tensor& shape, dtype type, const buffer& data) {
  dynamic_tensor t;
  t.type = type;
  t.rank = shape.rank;
  std::copy_n(shape.n, shape.rank, t.n);
  packed_strides(t.rank, t.n, t.stride);
  t.storage = data;
  t.first = data.data();
  return t;
}

class recorded_cumsum final : public tape_node {
 public:
  recorded_cumsum(const dynamic_tensor& x, const tape_ptr& node, int axis)
      : tape_node(x.type, x.size()), shape_(packed_like(x, x.type, {})), axis_(axis) {
    add_input(node);
  }
  const char* name() const override { return "cumsum"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    sink.add(input(0), cumsum(packed_like(shape_, type(), cotangent), axis_, true).contiguous().storage);
  }

 private:
  dynamic_tensor shape_;
  int axis_;
};

class recorded_top_k final : public tape_node {
 public:
  recorded_top_k(const dynamic_tensor& x, const tape_ptr& node, int axis, const dynamic_tensor& places)
      : tape_node(x.type, places.size()), shape_(packed_like(x, x.type, {})), places_(places), axis_(axis) {
    add_input(node);
  }
  const char* name() const override { return "top_k"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    const std::size_t bytes = dtype_size(type());
    const buffer out = zeroed_buffer(shape_.size(), bytes);
    const dynamic_tensor at = places_.contiguous();
    const std::int64_t chosen = places_.n[axis_], along = shape_.n[axis_];
    std::int64_t inner = 1;
    for (int i = axis_ + 1; i < shape_.rank; ++i) inner *= shape_.n[i];
    const auto* const place = static_cast<const std::int64_t*>(at.first);
    const char* const from = static_cast<const char*>(cotangent.data());
    char* const to = static_cast<char*>(out.data());
    for (std::int64_t i = 0; i < at.size(); ++i) {
      const std::int64_t column = i % inner, row = i / inner / chosen;
      std::memcpy(to + std::size_t((row * along + place[i]) * inner + column) * bytes, from + std::size_t(i) * bytes,
                  bytes);
    }
    sink.add(input(0), out);
  }

 private:
  dynamic_tensor shape_, places_;
  int axis_;
};

}  // namespace

tape_ptr record_cumsum(const dynamic_tensor& x, const tape_ptr& node, int axis) {
  return tape_ptr(new recorded_cumsum(x, node, axis));
}
tape_ptr record_top_k(const dynamic_tensor& x, const tape_ptr& node, int axis, const dynamic_tensor& places) {
  return tape_ptr(new recorded_top_k(x, node, axis, places));
}

}  // namespace tiga::detail

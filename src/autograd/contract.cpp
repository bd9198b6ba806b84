// The adjoints of contractions are contractions.
#include <tiga/autograd/contract.hpp>

namespace tiga::detail {
namespace {

class recorded_contraction final : public tape_node {
 public:
  recorded_contraction(const dynamic_tensor& x, const tape_ptr& x_node, const dynamic_tensor& w, const tape_ptr& w_node,
                       const contraction& c, std::int64_t count)
      : tape_node(x.type, count), x_(x), w_(w), c_(c) {
    add_input(x_node);
    add_input(w_node);
  }
  const char* name() const override { return "contract"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    const dynamic_tensor g = packed_result(cotangent);
    if (sink.wants(input(0))) sink.add(input(0), of_x(g).contiguous().storage);
    if (sink.wants(input(1))) sink.add(input(1), of_w(g).contiguous().storage);
  }

 private:
  bool summed(int i) const { return c_.match[i] >= 0 && c_.summed[i]; }
  bool matched(int j) const {
    for (int i = 0; i < x_.rank; ++i)
      if (c_.match[i] == j) return true;
    return false;
  }
  // The cotangent with the axes of the result: those of x that are kept, then those of w alone.
  dynamic_tensor packed_result(const buffer& cotangent) const {
    dynamic_tensor g;
    g.type = type();
    for (int i = 0; i < x_.rank; ++i)
      if (!summed(i)) g.n[g.rank++] = x_.n[i];
    for (int j = 0; j < w_.rank; ++j)
      if (!matched(j)) g.n[g.rank++] = w_.n[j];
    packed_strides(g.rank, g.n, g.stride);
    g.storage = cotangent;
    g.first = cotangent.data();
    return g;
  }
  static const factor* unnamed() {
    static constexpr factor none[dynamic_tensor::max_rank]{};
    return none;
  }
  // g with w over the axes of w alone: [x's kept..., the summed ones in w's order], brought into x's order.
  dynamic_tensor of_x(const dynamic_tensor& g) const {
    contraction c{};
    int at = 0;
    for (int i = 0; i < x_.rank; ++i)
      if (!summed(i)) c.match[at] = c_.match[i], c.summed[at++] = false;
    for (int j = 0; j < w_.rank; ++j)
      if (!matched(j)) c.match[at] = static_cast<signed char>(j), c.summed[at++] = true;
    const dynamic_tensor y = contract(g, w_, c, unnamed());
    dynamic_tensor shown = y;
    int kept = 0, tail = 0;
    for (int i = 0; i < x_.rank; ++i) tail += !summed(i);
    for (int i = 0; i < x_.rank; ++i) {
      int from = 0;
      if (!summed(i)) {
        from = kept++;
      } else {
        from = tail;
        for (int k = 0; k < x_.rank; ++k) from += summed(k) && c_.match[k] < c_.match[i];
      }
      shown.n[i] = y.n[from];
      shown.stride[i] = y.stride[from];
    }
    return shown;
  }
  // x with g over the axes of x alone: [x's shared ones in x's order, w's own], brought into w's order.
  dynamic_tensor of_w(const dynamic_tensor& g) const {
    contraction c{};
    int at = 0, shared = 0;
    for (int i = 0; i < x_.rank; ++i) {
      c.match[i] = static_cast<signed char>(summed(i) ? -1 : at++);
      c.summed[i] = c_.match[i] < 0;
      shared += c_.match[i] >= 0;
    }
    const dynamic_tensor y = contract(x_, g, c, unnamed());
    dynamic_tensor shown = y;
    int own = shared;
    for (int j = 0; j < w_.rank; ++j) {
      int from = 0;
      if (!matched(j)) {
        from = own++;
      } else {
        for (int i = 0; c_.match[i] != j; ++i) from += c_.match[i] >= 0;
      }
      shown.n[j] = y.n[from];
      shown.stride[j] = y.stride[from];
    }
    return shown;
  }

  dynamic_tensor x_, w_;
  contraction c_;
};

}  // namespace

tape_ptr record_contraction(const dynamic_tensor& x, const tape_ptr& x_node, const dynamic_tensor& w,
                            const tape_ptr& w_node, const contraction& c, std::int64_t count) {
  return tape_ptr(new recorded_contraction(x, x_node, w, w_node, c, count));
}

}  // namespace tiga::detail

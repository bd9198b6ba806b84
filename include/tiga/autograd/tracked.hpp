// A tracked tensor is another type than a tensor: files that only infer never instantiate a backward kernel.
#pragma once
#include <tiga/autograd/tape.hpp>
#include <tiga/tensor/tensor.hpp>
#include <tuple>

namespace tiga {

namespace detail {
template <class M>
struct tracked_already_rule {
  static constexpr text why = text{} << "track: the tensor over " << render(M{})
                                     << " is tracked already; track(detach(t)) starts a history of its own";
};
// A tracked tensor or expression where a plain tensor, or one of other axes, is wanted.
template <class From, class To>
struct history_rule {
  static constexpr text why = [] {
    text t;
    t << "tensor: what is tracked, over " << render(From{}) << ", becomes a plain tensor by detach(...)";
    if (!std::is_same_v<From, To>) t << "; and " << render(To{}) << " is wanted";
    return t;
  }();
};
}  // namespace detail

/// A tensor and its place on the tape. Everything that takes tensors takes tracked ones and then gives tracked results.
template <class T, class M>
class tracked {
 public:
  using value_type = T;
  using mapping = M;
  static constexpr int rank = tensor<T, M>::rank;

  tracked(tensor<T, M> value, tape_ptr node)
      : value_(static_cast<tensor<T, M>&&>(value)), node_(static_cast<tape_ptr&&>(node)) {
    if (detail::checks_values()) detail::check_value(node_, contiguous(value_).data(), value_.size());
  }
  const tensor<T, M>& value() const { return value_; }
  const tape_ptr& node() const& { return node_; }
  tape_ptr node() && { return static_cast<tape_ptr&&>(node_); }
  std::int64_t extent(int axis) const { return value_.extent(axis); }
  std::int64_t size() const { return value_.size(); }
  T item() const { return value_.item(); }
  /// Refused: a history is not dropped in silence.
  template <class U, class N>
  operator tensor<U, N>() const {
    static_assert(sizeof(require<detail::history_rule<M, N>>) != 0, "tiga: refused");
    return {};
  }

 private:
  tensor<T, M> value_;
  tape_ptr node_;
};

/// A leaf of the tape with the value of `t`, whose gradient can be asked for. Floating dtypes only.
template <class T, class M>
tracked<T, M> track(const tensor<T, M>& t) {
  static_assert(is_floating(dtype_of<T>), "tiga: track: only tensors of f16, bf16, f32 or f64 have gradients");
  return {contiguous(t), tape_ptr(new tape_node(dtype_of<T>, t.size()))};
}
/// Refused: it is a leaf, or comes from one.
template <class T, class M>
auto track(const tracked<T, M>& t) {
  static_assert(sizeof(require<detail::tracked_already_rule<M>>) != 0, "tiga: refused");
  return t;
}
/// The value without its history.
template <class T, class M>
const tensor<T, M>& detach(const tracked<T, M>& t) {
  return t.value();
}
template <class T, class M>
const tensor<T, M>& detach(const tensor<T, M>& t) {
  return t;
}

namespace detail {

template <class T, class M>
tensor<T, M> gradient_tensor(const tracked<T, M>& of, buffer g) {
  using result = tensor<T, M>;
  const auto n = of.value().shape();
  if (!g) g = filled(dtype_of<T>, of.size(), 0);
  strides<result::rank> step{};
  packed_strides(result::rank, n.n, step.n);
  const T* first = static_cast<const T*>(g.data());
  return result(static_cast<buffer&&>(g), first, n, step);
}
template <class X>
inline constexpr bool is_tracked = false;
template <class T, class M>
inline constexpr bool is_tracked<tracked<T, M>> = true;

/// What gradients are asked for: a tracked tensor, or something made of several (nn::bundle specialises this).
/// `collect` lists the nodes of the leaves, `take` builds the answer from as many buffers.
template <class X>
struct tape_tree {
  static constexpr int leaves = 0;
};
template <class T, class M>
struct tape_tree<tracked<T, M>> {
  static constexpr int leaves = 1;
  static void collect(const tracked<T, M>& x, tape_ptr*& to) { *to++ = x.node(); }
  static tensor<T, M> take(const tracked<T, M>& x, buffer*& from) { return gradient_tensor(x, *from++); }
};

template <class X>
struct grad_rule {
  static constexpr text why = [] {
    text t;
    if constexpr (requires(const X& x) { x.evaluate(); })
      t << "grad: an expression is computed anew wherever it is used: give it a name before the loss uses it, auto u = "
           "eval(...)";
    else if (tape_tree<X>::leaves == 0)
      t << "grad: this input is not tracked; write track(t) before it is used";
    return t;
  }();
};
template <class Loss>
struct tracked_loss_rule {
  static constexpr text why = text{} << "grad: the loss is not tracked; write track(t) on the inputs before they are "
                                        "used (a gradient has none itself)";
};
template <class M>
struct loss_rule;
template <factor... F>
struct loss_rule<m<F...>> {
  static constexpr text why = [] {
    text t;
    if (sizeof...(F) > 0) {
      const factor f[] = {F..., factor{}};
      t << "grad: the loss has axes [";
      for (int i = 0; i < int(sizeof...(F)); ++i) {
        if (i) t << ", ";
        t << f[i];
      }
      t << "]; a loss is a scalar, sum it first";
    }
    return t;
  }();
};

template <class M, class... X>
auto gradients(tape_ptr loss, const X&... of) {
  static_assert(sizeof...(X) > 0, "tiga: grad(loss, inputs...): name at least one input");
  static_assert((true && ... && (sizeof(require<grad_rule<X>>) != 0)), "tiga: grad: refused above");
  static_assert(sizeof(require<loss_rule<M>>) != 0, "tiga: grad: refused above");
  constexpr std::size_t leaves = (std::size_t(0) + ... + std::size_t(tape_tree<X>::leaves));
  tape_ptr nodes[leaves];
  tape_ptr* place = nodes;
  (tape_tree<X>::collect(of, place), ...);
  buffer results[leaves];
  backward(static_cast<tape_ptr&&>(loss), {}, nodes, int(leaves), results);
  buffer* next = results;
  if constexpr (sizeof...(X) == 1)
    return tape_tree<X...>::take(of..., next);
  else
    return std::tuple{tape_tree<X>::take(of, next)...};
}

}  // namespace detail

/// The gradient of a scalar with respect to one tracked tensor (a tensor) or several (a tuple). Inputs that the loss
/// does not reach give zeros. The tape stays: a second `grad` works. O(work of the forward pass) each.
template <class T, class M, class... X>
auto grad(const tracked<T, M>& loss, const X&... of) {
  return detail::gradients<M>(loss.node(), of...);
}
/// The same of a loss that is given away, `grad(std::move(loss), x)`: what nobody else holds of its history is released
/// as the walk passes it, so that values and cotangents do not add up.
template <class T, class M, class... X>
auto grad(tracked<T, M>&& loss, const X&... of) {
  return detail::gradients<M>(static_cast<tracked<T, M>&&>(loss).node(), of...);
}

/// Refused: nothing that this loss came from was tracked.
template <class T, class M, class... X>
auto grad(const tensor<T, M>& loss, const X&...) {
  static_assert(sizeof(require<detail::tracked_loss_rule<tensor<T, M>>>) != 0, "tiga: refused");
  return loss;
}

}  // namespace tiga

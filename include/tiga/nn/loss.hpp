// Losses of classification and regression.
#pragma once
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/views.hpp>
#include <tiga/tensor/dynamic.hpp>

namespace tiga {
namespace detail {

/// The mean over the counted rows of logsumexp(row) - row[label], and how many they were.
struct cross_entropy_result {
  dynamic_tensor loss;
  std::int64_t counted;
};
/// `logits`: rows of `classes`, packed. `mask` may be null.
cross_entropy_result cross_entropy(const dynamic_tensor& logits, const dynamic_tensor& labels, const bool* mask,
                                   const factor& class_axis);
tape_ptr record_cross_entropy(const tape_ptr& node, const dynamic_tensor& logits, const dynamic_tensor& labels,
                              buffer mask, std::int64_t counted);

template <class T, class L, class Label, class Rows>
struct cross_entropy_rule {
  static constexpr text why = [] {
    text t;
    if constexpr (!is_id<Label>) {
      return t << "cross_entropy: labels are ids of the axis of classes, tensor<id<C>, ...>, not "
               << dtype_name(dtype_of<Label>);
    } else {
      if (!is_floating(dtype_of<T>)) return t << "cross_entropy: scores are floats, not " << dtype_name(dtype_of<T>);
      if (!contains<L>(Label::axis))
        return t << "cross_entropy: the labels are ids of " << Label::axis << ", which the scores " << render(L{})
                 << " do not have";
      if (!std::is_same_v<without<L, Label::axis>, Rows>)
        return t << "cross_entropy: scores " << render(L{}) << " of the classes " << Label::axis << " need labels over "
                 << render(without<L, Label::axis>{}) << ", not " << render(Rows{});
      return t;
    }
  }();
};
template <class Rows, class Mask>
struct mask_rule {
  static constexpr text why = [] {
    text t;
    if (!std::is_same_v<Rows, Mask>)
      t << "cross_entropy: labels over " << render(Rows{}) << " need a mask over them, not over " << render(Mask{});
    return t;
  }();
};

// Classes last.
template <factor Class, class X, factor... Rest>
auto classes_last(const X& x, m<Rest...>) {
  return permute<Rest..., Class>(x);
}
template <class X, class Label, class Rows>
auto cross_entropy_of(const X& scores, const tensor<Label, Rows>& labels, const tensor<bool, Rows>* mask) {
  using L = typename X::mapping;
  using rule = cross_entropy_rule<typename X::value_type, L, Label, Rows>;
  if constexpr (rule::why.length != 0) {
    static_assert(sizeof(require<rule>) != 0, "tiga: refused");
  } else {
    const auto turned = classes_last<Label::axis>(scores, without<L, Label::axis>{});
    const auto rows = contiguous(detach(turned));
    meet(Rows::factors, Rows::rank, rows.shape().n, "the scores", labels.shape().n, "the labels");
    tensor<bool, Rows> packed;
    if (mask) {
      meet(Rows::factors, Rows::rank, rows.shape().n, "the scores", mask->shape().n, "the mask");
      packed = contiguous(*mask);
    }
    const auto ids = contiguous(labels);
    const cross_entropy_result r = cross_entropy(rows, ids, mask ? packed.data() : nullptr, Label::axis);
    auto loss = typed<typename X::value_type, m<>>(r.loss);
    if constexpr (is_tracked<X>)
      return tracked(std::move(loss),
                     record_cross_entropy(turned.node(), rows, ids, mask ? packed.storage() : buffer(), r.counted));
    else
      return loss;
  }
}

}  // namespace detail

/// The mean of -log softmax<C>(scores)[label], where the labels are ids of the axis C: the cross-entropy of a
/// classification. `scores` may be tracked. A label outside the axis is a tiga::error that names position and value.
/// In the form logsumexp - score, so that no score is too large; NaN without rows. O(size of the scores).
template <class X, class Label, class Rows>
requires(is_tensor<X> || detail::is_tracked<X>) auto cross_entropy(const X& scores, const tensor<Label, Rows>& labels) {
  return detail::cross_entropy_of(scores, labels, static_cast<const tensor<bool, Rows>*>(nullptr));
}
/// The same over the rows where `mask` is true: the others have no part in value and gradient, whatever their labels.
template <class X, class Label, class Rows, class Mask>
requires(is_tensor<X> || detail::is_tracked<X>) auto cross_entropy(const X& scores, const tensor<Label, Rows>& labels,
                                                                   const tensor<bool, Mask>& mask) {
  if constexpr (sizeof(require<detail::mask_rule<Rows, Mask>>) != 0)
    return detail::cross_entropy_of(scores, labels, &mask);
}
template <detail::unevaluated X, class... A>
auto cross_entropy(const X& scores, const A&... a) {
  return cross_entropy(scores.evaluate(), a...);
}

/// The mean of (x - y)^2 over all positions.
template <detail::term X, detail::term Y>
auto mean_squared_error(const X& x, const Y& y) {
  return mean((x - y) * (x - y));
}

namespace detail {
double accuracy(const dynamic_tensor& predicted, const dynamic_tensor& labels, const bool* mask);
}
/// The share of rows, of those where `mask` is true, whose greatest score is that of the label. NaN without rows.
template <class T, class L, class Label, class Rows>
double accuracy(const tensor<T, L>& scores, const tensor<Label, Rows>& labels, const tensor<bool, Rows>& mask) {
  static_assert(sizeof(require<detail::cross_entropy_rule<T, L, Label, Rows>>) != 0, "tiga: refused");
  detail::meet(Rows::factors, Rows::rank, labels.shape().n, "the labels", mask.shape().n, "the mask");
  const auto predicted = argmax<Label::axis>(scores);
  detail::meet(Rows::factors, Rows::rank, predicted.shape().n, "the scores", labels.shape().n, "the labels");
  return detail::accuracy(contiguous(predicted), contiguous(labels), contiguous(mask).data());
}

}  // namespace tiga

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <tiga/nn/loss.hpp>
#include <tiga/program/kernels.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <vector>

namespace tiga::detail {
namespace {

constexpr std::int64_t grain = 1 << 12;

std::int64_t label_at(const dynamic_tensor& labels, std::int64_t i) {
  return labels.type == dtype::i64 ? static_cast<const std::int64_t*>(labels.first)[i]
                                   : static_cast<const std::int32_t*>(labels.first)[i];
}

// What log-softmax is made of: the greatest score, exp(score - greatest), and their sum in ascending order of classes.
template <class C>
class row_sums {
  typedef C lanes __attribute__((vector_size(16), aligned(alignof(C)), may_alias));
  static constexpr std::int64_t width = 16 / sizeof(C);

 public:
  C greatest = 0, total = 0;
  explicit row_sums(std::int64_t classes) : classes_(classes), each_(std::size_t(classes + width - 1)) {}
  const C* each() const { return each_.data(); }
  template <class T>
  void of(const T* x) {
    C* const e = each_.data();
    greatest = -std::numeric_limits<C>::infinity();
    for (std::int64_t c = 0; c < classes_; ++c) greatest = C(x[c]) > greatest ? C(x[c]) : greatest;
    // of scores that are all -inf, or with +inf or NaN among them: NaN, as for softmax
    for (std::int64_t c = 0; c < classes_; ++c) e[c] = C(x[c]) - greatest;
    for (std::int64_t c = 0; c < classes_; c += width) {
      lanes& v = *reinterpret_cast<lanes*>(e + c);
      v = baseline::exp_of(v);
    }
    total = 0;
    for (std::int64_t c = 0; c < classes_; ++c) total += e[c];
  }

 private:
  std::int64_t classes_;
  std::vector<C> each_;
};

template <class T>
double loss_of(const dynamic_tensor& logits, const dynamic_tensor& labels, const bool* mask, std::int64_t rows,
               std::int64_t classes, std::int64_t counted) {
  using C = compute_type<T>;
  const T* const x = static_cast<const T*>(logits.first);
  const buffer each = element_buffer(rows, sizeof(double));
  double* const loss = static_cast<double*>(each.data());
  runtime::parallel(rows, 1 + grain / (classes + 1), [&](std::int64_t begin, std::int64_t end) {
    row_sums<C> s(classes);
    for (std::int64_t r = begin; r < end; ++r) {
      if (mask && !mask[r]) {
        loss[r] = 0;
        continue;
      }
      const T* const row = x + r * classes;
      s.of(row);
      loss[r] = double(baseline::log_of(s.total)) + double(s.greatest) - double(row[label_at(labels, r)]);
    }
  });
  if (counted == 0) return std::numeric_limits<double>::quiet_NaN();
  return *static_cast<const double*>(sum_of(dtype::f64, loss, rows).data()) / double(counted);
}

template <class T>
void pull_loss(const T* x, const dynamic_tensor& labels, const bool* mask, std::int64_t rows, std::int64_t classes,
               compute_type<T> share, T* out) {
  using C = compute_type<T>;
  runtime::parallel(rows, 1 + grain / (classes + 1), [&](std::int64_t begin, std::int64_t end) {
    row_sums<C> s(classes);
    if (mask)
      std::memset(static_cast<void*>(out + begin * classes), 0, std::size_t((end - begin) * classes) * sizeof(T));
    for (std::int64_t r = begin; r < end; ++r) {
      if (mask && !mask[r]) continue;
      T* const to = out + r * classes;
      s.of(x + r * classes);
      const std::int64_t label = label_at(labels, r);
      for (std::int64_t c = 0; c < classes; ++c)
        to[c] = T((s.each()[c] / s.total - (c == label ? C(1) : C(0))) * share);
    }
  });
}

template <class F>
auto by_type(dtype type, F&& f) {
  switch (type) {
    case dtype::f16: return f(f16{});
    case dtype::bf16: return f(bf16{});
    case dtype::f32: return f(float{});
    default: return f(double{});
  }
}

class recorded_cross_entropy final : public tape_node {
 public:
  recorded_cross_entropy(const tape_ptr& node, const dynamic_tensor& logits, const dynamic_tensor& labels, buffer mask,
                         std::int64_t counted)
      : tape_node(logits.type, 1), logits_(logits), labels_(labels), mask_(std::move(mask)), counted_(counted) {
    add_input(node);
  }
  const char* name() const override { return "cross_entropy"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    const buffer out = element_buffer(logits_.size(), dtype_size(type()));
    const std::int64_t rows = labels_.size(), classes = rows > 0 ? logits_.size() / rows : 0;
    by_type(type(), [&]<class T>(T) {
      using C = compute_type<T>;
      const C share = C(*static_cast<const T*>(cotangent.data())) / C(counted_ > 0 ? counted_ : 1);
      pull_loss(static_cast<const T*>(logits_.first), labels_, static_cast<const bool*>(mask_.data()), rows, classes,
                share, static_cast<T*>(out.data()));
    });
    sink.add(input(0), out);
  }

 private:
  dynamic_tensor logits_, labels_;
  buffer mask_;
  std::int64_t counted_;
};

}  // namespace

cross_entropy_result cross_entropy(const dynamic_tensor& logits, const dynamic_tensor& labels, const bool* mask,
                                   const factor& class_axis) {
  const std::int64_t rows = labels.size(), classes = logits.n[logits.rank - 1];
  std::int64_t counted = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    if (mask && !mask[r]) continue;
    ++counted;
    if (const std::int64_t label = label_at(labels, r); label < 0 || label >= classes) {
      text t;
      t << class_axis;
      fail("cross_entropy: the label " + std::to_string(label) + " of row " + std::to_string(r) +
           " is no position of axis " + t.c_str() + ", which has " + std::to_string(classes));
    }
  }
  cross_entropy_result result{dynamic_tensor::uninitialized(logits.type, 0, nullptr), counted};
  by_type(logits.type, [&]<class T>(T) {
    *static_cast<T*>(result.loss.writable()) =
        T(compute_type<T>(loss_of<T>(logits, labels, mask, rows, classes, counted)));
  });
  return result;
}
tape_ptr record_cross_entropy(const tape_ptr& node, const dynamic_tensor& logits, const dynamic_tensor& labels,
                              buffer mask, std::int64_t counted) {
  return tape_ptr(new recorded_cross_entropy(node, logits, labels, std::move(mask), counted));
}

double accuracy(const dynamic_tensor& predicted, const dynamic_tensor& labels, const bool* mask) {
  std::int64_t right = 0, counted = 0;
  for (std::int64_t i = 0; i < labels.size(); ++i) {
    if (!mask[i]) continue;
    ++counted;
    right += label_at(predicted, i) == label_at(labels, i);
  }
  return double(right) / double(counted);
}

}  // namespace tiga::detail

// Optimisers: one fused pass over parameter, gradient and moments, the same bits on every number of threads.
#pragma once
#include <tiga/nn/bundle.hpp>
#include <vector>

namespace tiga::nn {

struct adam_options {
  double learning_rate = 1e-3, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  double weight_decay = 0;
  bool decoupled = false;  ///< AdamW: the decay shrinks the parameter and has no part in the moments
};
struct sgd_options {
  double learning_rate = 1e-2, momentum = 0;
  bool nesterov = false;
  double weight_decay = 0;
};

namespace detail {

/// One tensor of a step. Elements are packed.
struct parameter_leaf {
  std::string path;
  dtype type;
  std::int64_t count;
  void* value;
  const void* gradient;
};

/// What optimisers share: the steps, options for groups of parameters, and moments by path.
class optimizer {
 public:
  std::int64_t steps() const { return steps_; }
  /// The moments, to be saved beside the parameters; `load_state` takes them back.
  std::vector<npz_entry> state() const;
  void load_state(const std::vector<npz_entry>& entries);

 protected:
  struct moments {
    std::string path;
    dtype type = dtype::f32;
    std::int64_t count = 0;
    buffer of[2];
  };
  /// Counts a step; the moments of every leaf, zero at first. Throws tiga::error when the leaves are others than
  /// before.
  std::vector<moments>& begin_step(const std::vector<parameter_leaf>& leaves, int kinds);
  /// Throws tiga::error when a group names no leaf.
  static void check_groups(const std::vector<parameter_leaf>& leaves, const std::vector<std::string>& groups);
  static bool belongs(const std::string& path, const std::string& group);

 private:
  std::int64_t steps_ = 0;
  std::vector<moments> moments_;
};

template <class... Members>
std::vector<parameter_leaf> leaves_of(bundle<Members...>& parameters, const bundle<Members...>& gradients) {
  std::vector<parameter_leaf> leaves;
  for_each(parameters, [&]<class T, class M>(const std::string& path, tensor<T, M>& t) {
    leaves.push_back({path, dtype_of<T>, t.size(), t.mutable_span().data(), nullptr});
  });
  std::size_t next = 0;
  for_each(gradients, [&]<class T, class M>(const std::string& path, const tensor<T, M>& g) {
    if (g.size() != leaves[next].count)
      tiga::detail::meet(M::factors[0], leaves[next].count, path.c_str(), g.size(), "its gradient");
    leaves[next++].gradient = g.span().data();
  });
  return leaves;
}

template <name... N>
std::string group_path(const field_of<N>&...) {
  std::string path;
  ((path = path_text(path, N)), ...);
  return path;
}

}  // namespace detail

/// What all optimisers offer:
///     nn::adam optimizer({.learning_rate = 0.01});
///     optimizer.group({.learning_rate = 0.01, .weight_decay = 5e-4}, w1);      // other options for one member
///     optimizer.set_learning_rate(schedule(step));
///     optimizer.step(parameters, gradients);
/// O(parameters) a step, in place where a tensor has no other owner. Parameters of f16 and bf16 have moments of f32.
/// Throws tiga::error when the parameters are others than those of the steps before.
template <class Options>
class optimizer_with : public detail::optimizer {
 public:
  /// The members under a path of names go by options of their own; the last group that fits counts.
  template <name... N>
  optimizer_with& group(const Options& options, const field_of<N>&... path) {
    groups_.push_back({detail::group_path(path...), options});
    return *this;
  }
  /// Of all groups, as schedules want it: multiplied with each group's own rate ÷ that of the optimiser.
  void set_learning_rate(double rate) { rate_ = rate; }
  template <class... Members>
  void step(bundle<Members...>& parameters, const bundle<Members...>& gradients) {
    update(detail::leaves_of(parameters, gradients));
  }

 protected:
  explicit optimizer_with(const Options& options) : options_(options) {}
  ~optimizer_with() = default;
  virtual void update(const std::vector<detail::parameter_leaf>& leaves) = 0;
  const Options& options_of(const std::string& path) const {
    const Options* found = &options_;
    for (const auto& [group, options] : groups_)
      if (belongs(path, group)) found = &options;
    return *found;
  }
  double rate_of(const Options& o) const {
    return rate_ < 0 ? o.learning_rate : rate_ * (o.learning_rate / options_.learning_rate);
  }
  std::vector<std::string> group_names() const {
    std::vector<std::string> names;
    for (const auto& [group, options] : groups_) names.push_back(group);
    return names;
  }

 private:
  Options options_;
  double rate_ = -1;
  std::vector<std::pair<std::string, Options>> groups_;
};

/// Adam (Kingma and Ba, ICLR 2015) with bias correction as in PyTorch, and AdamW (Loshchilov and Hutter, ICLR 2019).
class adam final : public optimizer_with<adam_options> {
 public:
  explicit adam(const adam_options& options = {}) : optimizer_with(options) {}

 private:
  void update(const std::vector<detail::parameter_leaf>& leaves) override;
};

/// Adam with decoupled weight decay, 0.01 unless said otherwise.
inline adam adamw(adam_options options = {.weight_decay = 0.01}) {
  options.decoupled = true;
  return adam(options);
}

/// Stochastic gradient descent, with momentum (Polyak 1964) or Nesterov's (Sutskever, Martens, Dahl and Hinton,
/// ICML 2013), as in PyTorch.
class sgd final : public optimizer_with<sgd_options> {
 public:
  explicit sgd(const sgd_options& options = {}) : optimizer_with(options) {}

 private:
  void update(const std::vector<detail::parameter_leaf>& leaves) override;
};

/// The Euclidean norm of all gradients together.
template <class... Members>
double global_norm(const bundle<Members...>& gradients);
namespace detail {
double squares(dtype type, const void* x, std::int64_t count);
void scale(dtype type, void* x, std::int64_t count, double by);
void clamp(dtype type, void* x, std::int64_t count, double most);
}  // namespace detail
template <class... Members>
double global_norm(const bundle<Members...>& gradients) {
  double total = 0;
  for_each(gradients, [&]<class T, class M>(const std::string&, const tensor<T, M>& g) {
    total += detail::squares(dtype_of<T>, contiguous(g).data(), g.size());
  });
  return __builtin_sqrt(total);
}
/// Scales all gradients by one number so that their norm is at most `most`; gives the norm that they had (Pascanu,
/// Mikolov and Bengio, ICML 2013).
template <class... Members>
double clip_by_global_norm(bundle<Members...>& gradients, double most) {
  const double norm = global_norm(gradients);
  if (norm > most)
    for_each(gradients, [&]<class T, class M>(const std::string&, tensor<T, M>& g) {
      detail::scale(dtype_of<T>, g.mutable_span().data(), g.size(), most / norm);
    });
  return norm;
}
/// Brings every element into [-most, most].
template <class... Members>
void clip_by_value(bundle<Members...>& gradients, double most) {
  for_each(gradients, [&]<class T, class M>(const std::string&, tensor<T, M>& g) {
    detail::clamp(dtype_of<T>, g.mutable_span().data(), g.size(), most);
  });
}

}  // namespace tiga::nn

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tiga/nn/optimizer.hpp>
#include <tiga/program/kernels.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>

namespace tiga::nn {
namespace detail {
namespace {

constexpr std::int64_t grain = 1 << 14;

template <class F>
void by_type(dtype type, F&& f) {
  switch (type) {
    case dtype::f16: return f(f16{});
    case dtype::bf16: return f(bf16{});
    case dtype::f32: return f(float{});
    default: return f(double{});
  }
}
dtype moment_type(dtype type) { return type == dtype::f64 ? dtype::f64 : dtype::f32; }

}  // namespace

bool optimizer::belongs(const std::string& path, const std::string& group) {
  return path.starts_with(group) && (path.size() == group.size() || path[group.size()] == '.' || group.empty());
}
void optimizer::check_groups(const std::vector<parameter_leaf>& leaves, const std::vector<std::string>& groups) {
  for (const std::string& g : groups)
    if (std::none_of(leaves.begin(), leaves.end(), [&](const parameter_leaf& l) { return belongs(l.path, g); }))
      fail(fmt::format("optimizer: a group is for {}, but no parameter is called so", g));
}
std::vector<optimizer::moments>& optimizer::begin_step(const std::vector<parameter_leaf>& leaves, int kinds) {
  if (moments_.empty()) {
    for (const parameter_leaf& l : leaves) {
      moments fresh{l.path, moment_type(l.type), l.count, {}};
      for (int k = 0; k < kinds; ++k) fresh.of[k] = tiga::detail::zeroed_buffer(l.count, dtype_size(fresh.type));
      moments_.push_back(fresh);
    }
  }
  const bool same =
      moments_.size() == leaves.size() &&
      std::equal(leaves.begin(), leaves.end(), moments_.begin(), [](const parameter_leaf& l, const moments& m) {
        return l.path == m.path && l.count == m.count && moment_type(l.type) == m.type;
      });
  if (!same) fail("optimizer: these parameters are others than those of the steps before");
  ++steps_;
  return moments_;
}

std::vector<npz_entry> optimizer::state() const {
  std::vector<npz_entry> all;
  const auto put = [&](const std::string& name, dtype type, std::int64_t count, const buffer& data) {
    dynamic_tensor t;
    t.type = type;
    t.rank = 1;
    t.n[0] = count;
    t.stride[0] = 1;
    t.storage = data;
    t.first = data.data();
    all.push_back({name, t.contiguous()});
  };
  const buffer steps = buffer::allocate(sizeof steps_);
  *static_cast<std::int64_t*>(steps.data()) = steps_;
  put("steps", dtype::i64, 1, steps);
  for (const moments& m : moments_)
    for (int k = 0; k < 2; ++k)
      if (m.of[k]) {
        const std::size_t bytes = std::size_t(m.count) * dtype_size(m.type);
        const buffer copy = buffer::allocate(bytes);
        std::copy_n(static_cast<const char*>(m.of[k].data()), bytes, static_cast<char*>(copy.data()));
        put(m.path + (k == 0 ? ".first" : ".second"), m.type, m.count, copy);
      }
  return all;
}
void optimizer::load_state(const std::vector<npz_entry>& entries) {
  std::vector<moments> read;
  std::int64_t steps = -1;
  for (const npz_entry& e : entries) {
    const dynamic_tensor t = e.value.contiguous();
    if (e.name == "steps" && t.type == dtype::i64 && t.size() == 1) {
      steps = *static_cast<const std::int64_t*>(t.first);
      continue;
    }
    const bool first = e.name.ends_with(".first"), second = e.name.ends_with(".second");
    if ((!first && !second) || t.rank != 1 || (t.type != dtype::f32 && t.type != dtype::f64))
      fail(fmt::format("optimizer: {} is no part of a state", e.name));
    const std::string path = e.name.substr(0, e.name.rfind('.'));
    if (first) read.push_back({path, t.type, t.size(), {}});
    if (read.empty() || read.back().path != path || read.back().count != t.size())
      fail(fmt::format("optimizer: {} does not follow its first moment", e.name));
    const std::size_t bytes = std::size_t(t.size()) * dtype_size(t.type);
    read.back().of[second] = buffer::allocate(bytes);
    std::copy_n(static_cast<const char*>(t.first), bytes, static_cast<char*>(read.back().of[second].data()));
  }
  if (steps < 0) fail("optimizer: the state has no number of steps");
  steps_ = steps;
  moments_ = std::move(read);
}

double squares(dtype type, const void* x, std::int64_t count) {
  const buffer each = tiga::detail::element_buffer(count, sizeof(double));
  double* const to = static_cast<double*>(each.data());
  by_type(type, [&]<class T>(T) {
    const T* const from = static_cast<const T*>(x);
    runtime::parallel(count, grain, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) to[i] = double(from[i]) * double(from[i]);
    });
  });
  return *static_cast<const double*>(tiga::detail::sum_of(dtype::f64, to, count).data());
}
void scale(dtype type, void* x, std::int64_t count, double by) {
  by_type(type, [&]<class T>(T) {
    using C = compute_type<T>;
    T* const to = static_cast<T*>(x);
    runtime::parallel(count, grain, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) to[i] = T(C(to[i]) * C(by));
    });
  });
}
void clamp(dtype type, void* x, std::int64_t count, double most) {
  by_type(type, [&]<class T>(T) {
    using C = compute_type<T>;
    T* const to = static_cast<T*>(x);
    const C limit = C(most);
    runtime::parallel(count, grain, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const C v = C(to[i]);
        to[i] = T(v > limit ? limit : v < -limit ? -limit : v);  // a NaN stays
      }
    });
  });
}

}  // namespace detail

namespace {

template <class C>
struct adam_numbers {
  C b1, b2, c1, c2, epsilon, size, root, coupled, kept;
};
namespace adam_baseline {
#define TIGA_ADAM_TARGET
#define TIGA_ADAM_BYTES 16
#define TIGA_ADAM_ISA tiga::baseline
#include "adam.inc"
}  // namespace adam_baseline
namespace adam_avx2 {
#define TIGA_ADAM_TARGET __attribute__((target("avx2,f16c")))
#define TIGA_ADAM_BYTES 32
#define TIGA_ADAM_ISA tiga::avx2
#include "adam.inc"
}  // namespace adam_avx2
namespace adam_avx512 {
#define TIGA_ADAM_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
#define TIGA_ADAM_BYTES 64
#define TIGA_ADAM_ISA tiga::avx512
#include "adam.inc"
}  // namespace adam_avx512
template <class T>
auto adam_here() {
  using C = compute_type<T>;
  switch (runtime::best_isa()) {
    case runtime::isa::avx512: return &adam_avx512::adam_run<T, C>;
    case runtime::isa::avx2: return &adam_avx2::adam_run<T, C>;
    default: return &adam_baseline::adam_run<T, C>;
  }
}

template <class T>
void adam_pass(const detail::parameter_leaf& l, void* first, void* second, const adam_options& o, double rate,
               std::int64_t step) {
  using C = compute_type<T>;
  const adam_numbers<C> k{.b1 = C(o.beta1),
                          .b2 = C(o.beta2),
                          .c1 = C(1 - o.beta1),
                          .c2 = C(1 - o.beta2),
                          .epsilon = C(o.epsilon),
                          .size = C(rate / (1 - std::pow(o.beta1, double(step)))),
                          .root = C(1 / std::sqrt(1 - std::pow(o.beta2, double(step)))),
                          .coupled = C(o.decoupled ? 0 : o.weight_decay),
                          .kept = C(o.decoupled ? 1 - rate * o.weight_decay : 1)};
  const auto run = adam_here<T>();
  runtime::parallel(l.count, detail::grain, [&](std::int64_t begin, std::int64_t end) {
    run(static_cast<T*>(l.value), static_cast<const T*>(l.gradient), static_cast<C*>(first), static_cast<C*>(second),
        begin, end, k);
  });
}
template <class T>
void sgd_pass(const detail::parameter_leaf& l, void* velocity, const sgd_options& o, double rate, bool first_step) {
  using C = compute_type<T>;
  T* const value = static_cast<T*>(l.value);
  const T* const gradient = static_cast<const T*>(l.gradient);
  C* const v = static_cast<C*>(velocity);
  const C step = C(rate), decay = C(o.weight_decay), momentum = C(o.momentum);
  const bool nesterov = o.nesterov, moves = o.momentum != 0;
  runtime::parallel(l.count, detail::grain, [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const C p = C(value[i]), g = C(gradient[i]) + decay * p;
      C by = g;
      if (moves) {
        const C now = first_step ? g : momentum * v[i] + g;
        v[i] = now;
        by = nesterov ? g + momentum * now : now;
      }
      value[i] = T(p - step * by);
    }
  });
}

}  // namespace

void adam::update(const std::vector<detail::parameter_leaf>& leaves) {
  check_groups(leaves, group_names());
  auto& kept = begin_step(leaves, 2);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const adam_options& o = options_of(leaves[i].path);
    detail::by_type(leaves[i].type, [&]<class T>(T) {
      adam_pass<T>(leaves[i], kept[i].of[0].data(), kept[i].of[1].data(), o, rate_of(o), steps());
    });
  }
}
void sgd::update(const std::vector<detail::parameter_leaf>& leaves) {
  check_groups(leaves, group_names());
  auto& kept = begin_step(leaves, 1);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const sgd_options& o = options_of(leaves[i].path);
    detail::by_type(leaves[i].type,
                    [&]<class T>(T) { sgd_pass<T>(leaves[i], kept[i].of[0].data(), o, rate_of(o), steps() == 1); });
  }
}

}  // namespace tiga::nn

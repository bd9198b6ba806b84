#include <atomic>
#include <string>
#include <tiga/autograd/tape.hpp>
#include <tiga/program/half.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <unordered_map>
#include <vector>

#include "finite_checks.hpp"

namespace tiga {
namespace {

// Chains may be millions of nodes long: whoever releases the last pointer frees the chain in a loop.
thread_local std::vector<tape_node*>* pending = nullptr;

constexpr std::int64_t grain = 1 << 15;

template <class T>
buffer filled_as(std::int64_t count, double value) {
  buffer b = buffer::allocate(std::size_t(count) * sizeof(T));
  T* const p = static_cast<T*>(b.data());
  const T x = T(value);
  runtime::parallel(count, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) p[i] = x;
  });
  return b;
}
template <class T>
buffer added_as(std::int64_t count, const buffer& l, const buffer& r) {
  buffer b = buffer::allocate(std::size_t(count) * sizeof(T));
  T* const p = static_cast<T*>(b.data());
  const T *x = static_cast<const T*>(l.data()), *y = static_cast<const T*>(r.data());
  runtime::parallel(count, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) p[i] = T(x[i] + y[i]);
  });
  return b;
}

}  // namespace

void tape_ptr::retain() const noexcept {
  if (node_) std::atomic_ref(node_->owners_).fetch_add(1, std::memory_order_relaxed);
}
void tape_ptr::release() noexcept {
  if (!node_ || std::atomic_ref(node_->owners_).fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  tape_node* const first = node_;
  node_ = nullptr;
  if (pending) {
    pending->push_back(first);
    return;
  }
  std::vector<tape_node*> queue{first};
  pending = &queue;
  while (!queue.empty()) {
    tape_node* const n = queue.back();
    queue.pop_back();
    delete n;
  }
  pending = nullptr;
}

void tape_node::add_input(tape_ptr node) {
  if (inputs_ == max_inputs) fail("tape: an operation has more than " + std::to_string(max_inputs) + " inputs");
  input_[inputs_++] = static_cast<tape_ptr&&>(node);
}

// One backward walk: nodes in reverse order of creation, cotangents by node.
class tape_walk {
 public:
  struct entry {
    buffer cotangent;
    int state = 0;  // 0 unseen, 1 open, 2 done
    bool wanted = false;
  };
  std::unordered_map<const tape_node*, entry> entries;
  const tape_node* pulled = nullptr;
  std::vector<tape_ptr> order;  // inputs first

  void visit(const tape_ptr& root) {
    std::vector<std::pair<tape_ptr, int>> stack{{root, 0}};
    entries[root.get()].state = 1;
    while (!stack.empty()) {
      auto& [n, next] = stack.back();
      if (next == n->inputs()) {
        entry& e = entries[n.get()];
        for (int i = 0; i < n->inputs(); ++i)
          if (tape_node* const in = n->input(i).get()) e.wanted |= entries[in].wanted;
        e.state = 2;
        order.push_back(n);
        stack.pop_back();
        continue;
      }
      const tape_ptr in = n->input(next++);
      if (!in) continue;
      entry& e = entries[in.get()];
      if (e.state != 0) continue;
      e.state = 1;
      stack.push_back({in, 0});
    }
  }
  void run(tape_ptr loss, const buffer& seed, const tape_ptr* of, int n, buffer* result) {
    for (int i = 0; i < n; ++i) entries[of[i].get()].wanted = true;
    visit(loss);
    entries[loss.get()].cotangent = seed ? seed : detail::filled(loss->type(), loss->count(), 1);
    loss = {};
    while (!order.empty()) {
      const tape_ptr node = static_cast<tape_ptr&&>(order.back());
      order.pop_back();
      entry& e = entries[node.get()];
      if (!e.cotangent || !e.wanted) continue;
      gradient_sink sink(this);
      const buffer cotangent = e.cotangent;
      bool asked = false;
      for (int k = 0; k < n; ++k) asked |= of[k].get() == node.get();
      if (!asked) e.cotangent = {};  // freed as the walk goes
      pulled = node.get();
      node->pull(cotangent, sink);
    }
    for (int i = 0; i < n; ++i) result[i] = entries[of[i].get()].cotangent;
  }
};

bool gradient_sink::wants(const tape_ptr& node) const {
  if (!node) return false;
  const auto it = walk_->entries.find(node.get());
  return it != walk_->entries.end() && it->second.wanted;
}
void gradient_sink::add(const tape_ptr& node, const buffer& contribution) {
  if (!contribution || !wants(node)) return;
  if (detail::checks_values()) detail::check_gradient_of(*walk_->pulled, *node.get(), contribution.data());
  buffer& slot = walk_->entries[node.get()].cotangent;
  slot = slot ? detail::added(node->type(), node->count(), slot, contribution) : contribution;
}

namespace detail {

void backward(tape_ptr loss, const buffer& seed, const tape_ptr* of, int n, buffer* result) {
  if (!loss) fail("grad: the loss has no history");
  tape_walk walk;
  walk.run(static_cast<tape_ptr&&>(loss), seed, of, n, result);
}
buffer filled(dtype type, std::int64_t count, double value) {
  switch (type) {
    case dtype::f16: return filled_as<f16>(count, value);
    case dtype::bf16: return filled_as<bf16>(count, value);
    case dtype::f32: return filled_as<float>(count, value);
    case dtype::f64: return filled_as<double>(count, value);
    default: fail(std::string("tape: ") + dtype_name(type) + " has no gradient");
  }
}
buffer added(dtype type, std::int64_t count, const buffer& l, const buffer& r) {
  switch (type) {
    case dtype::f16: return added_as<f16>(count, l, r);
    case dtype::bf16: return added_as<bf16>(count, l, r);
    case dtype::f32: return added_as<float>(count, l, r);
    case dtype::f64: return added_as<double>(count, l, r);
    default: fail(std::string("tape: ") + dtype_name(type) + " has no gradient");
  }
}

}  // namespace detail
}  // namespace tiga

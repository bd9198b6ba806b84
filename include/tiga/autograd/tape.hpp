// The tape: what a tracked tensor remembers of how it came about, so that `grad` can walk back.
#pragma once
#include <cstdint>
#include <tiga/program/dtype.hpp>
#include <tiga/runtime/memory.hpp>

namespace tiga {

class tape_node;

/// A shared pointer to a node of the tape. The chain behind a node is released without recursion.
class tape_ptr {
 public:
  tape_ptr() = default;
  explicit tape_ptr(tape_node* fresh) : node_(fresh) {}
  tape_ptr(const tape_ptr& other) noexcept : node_(other.node_) { retain(); }
  tape_ptr(tape_ptr&& other) noexcept : node_(other.node_) { other.node_ = nullptr; }
  tape_ptr& operator=(tape_ptr other) noexcept {
    tape_node* mine = node_;
    node_ = other.node_;
    other.node_ = mine;
    return *this;
  }
  ~tape_ptr() { release(); }
  tape_node* get() const { return node_; }
  tape_node* operator->() const { return node_; }
  explicit operator bool() const { return node_ != nullptr; }

 private:
  void retain() const noexcept;
  void release() noexcept;
  tape_node* node_ = nullptr;
};

/// Collects cotangents during one backward walk. Buffers hold the elements in row-major order.
class gradient_sink {
 public:
  /// Whether the cotangent of this node is needed at all: skip the work when not.
  bool wants(const tape_ptr& node) const;
  /// Adds a contribution (in the dtype and element count of the node); a null buffer is no contribution.
  void add(const tape_ptr& node, const buffer& contribution);

 private:
  friend class tape_walk;
  explicit gradient_sink(class tape_walk* walk) : walk_(walk) {}
  class tape_walk* walk_;
};

/// One tracked result. Leaves have no inputs.
class tape_node {
 public:
  static constexpr int max_inputs = 32;
  tape_node(dtype type, std::int64_t count) : type_(type), count_(count) {}
  tape_node(const tape_node&) = delete;
  tape_node& operator=(const tape_node&) = delete;
  virtual ~tape_node() = default;

  /// What made the value: "sum", "an elementwise expression". For messages.
  virtual const char* name() const { return "a tracked input"; }
  /// Adds to the sink what `cotangent`, of this node, means for the inputs.
  virtual void pull(const buffer& cotangent, gradient_sink&) { static_cast<void>(cotangent); }

  dtype type() const { return type_; }
  std::int64_t count() const { return count_; }
  int inputs() const { return inputs_; }
  const tape_ptr& input(int i) const { return input_[i]; }
  /// Appends an input; a null pointer stands for an untracked one.
  void add_input(tape_ptr node);

 private:
  friend class tape_ptr;
  long owners_ = 1;  // changed atomically
  dtype type_;
  std::int64_t count_;
  int inputs_ = 0;
  tape_ptr input_[max_inputs];
};

namespace detail {
/// Cotangents of `of[0..n)` given that of `loss` is one (or `seed`); null where the loss does not reach. Nodes that
/// nobody but `loss` holds are released, with all that they kept, as soon as the walk has passed them.
void backward(tape_ptr loss, const buffer& seed, const tape_ptr* of, int n, buffer* result);
/// Looks at a fresh value where a `finite_checks` is alive.
void check_value(const tape_ptr& node, const void* first, std::int64_t count);
bool checks_values();
/// `count` elements of value `value` in the dtype.
buffer filled(dtype type, std::int64_t count, double value);
/// The canonical sum of `count` floating elements, one element of the same dtype.
buffer sum_of(dtype type, const void* x, std::int64_t count);
/// Elementwise sum of two buffers of a floating dtype, a fresh buffer.
buffer added(dtype type, std::int64_t count, const buffer& l, const buffer& r);
}  // namespace detail

}  // namespace tiga

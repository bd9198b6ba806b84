// What a graph_handle points at: one or both directions of the structure. Inside src only.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <tiga/graph/column.hpp>
#include <tiga/graph/core.hpp>
#include <vector>

namespace tiga::detail {

/// What `kept` keeps for one csr: at most one object for each builder.
class csr_cache {
 public:
  csr_cache() = default;
  csr_cache(const csr_cache&) = delete;
  csr_cache& operator=(const csr_cache&) = delete;
  ~csr_cache();
  const void* get(const csr& c, void* (*build)(const csr&), void (*destroy)(void*));

 private:
  struct entry {
    void* (*build)(const csr&);
    void* object;
    void (*destroy)(void*);
  };
  const void* find(void* (*build)(const csr&)) const;
  std::mutex mutex_;
  std::vector<entry> entries_;
};

/// The edges grouped by one of their ends; owns what its csr points at.
struct direction {
  buffer ptr, idx, eid;
  csr view;
  csr_cache cache;

  /// `eid` empty: positions are the user's edge numbers. Computes max_degree, O(rows).
  template <class Int>
  direction(std::int64_t columns, const column<std::int64_t>& offsets, const column<Int>& ids,
            const column<Int>& edges);
};

/// Reference-counted by graph_handle. The other direction is made when it is first asked for.
class graph_core {
 public:
  explicit graph_core(std::shared_ptr<direction> in, std::shared_ptr<direction> out = nullptr)
      : in_(std::move(in)), out_(std::move(out)), out_ready_(out_.get()) {}
  const csr& in_edges() const { return in_->view; }
  const csr& out_edges() { return out()->view; }
  const std::shared_ptr<direction>& in() const { return in_; }
  const std::shared_ptr<direction>& out();

  std::atomic<std::int64_t> owners{1};

 private:
  std::shared_ptr<direction> in_, out_;
  std::atomic<direction*> out_ready_;
  std::mutex publishing_;
};

/// A handle over a new core.
inline graph_handle make_graph(std::shared_ptr<direction> in, std::shared_ptr<direction> out = nullptr) {
  return graph_handle(new graph_core(std::move(in), std::move(out)));
}

}  // namespace tiga::detail

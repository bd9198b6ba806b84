// Reference counting, the cached transpose, and what is kept with a csr.
#include <algorithm>
#include <tiga/runtime/error.hpp>

#include "core_data.hpp"
#include "group.hpp"
#include "out_of_memory.hpp"

namespace tiga::detail {

csr_cache::~csr_cache() {
  for (const entry& e : entries_) e.destroy(e.object);
}
const void* csr_cache::find(void* (*build)(const csr&)) const {
  for (const entry& e : entries_)
    if (e.build == build) return e.object;
  return nullptr;
}
const void* csr_cache::get(const csr& c, void* (*build)(const csr&), void (*destroy)(void*)) {
  {
    const std::lock_guard lock(mutex_);
    if (const void* known = find(build)) return known;
  }
  // Built without the lock: builders run parallel work, whose waiting thread may come here again for another task.
  std::unique_ptr<void, void (*)(void*)> mine(build(c), destroy);
  const std::lock_guard lock(mutex_);
  if (const void* known = find(build)) return known;
  entries_.push_back({build, mine.get(), destroy});
  return mine.release();
}

const void* keep_with(const csr& c, void* (*build)(const csr&), void (*destroy)(void*)) {
  if (!c.cache) fail("kept: this csr belongs to no graph, so nothing can be kept with it");
  return c.cache->get(c, build, destroy);
}

template <class Int>
direction::direction(std::int64_t columns, const column<std::int64_t>& offsets, const column<Int>& ids,
                     const column<Int>& edges)
    : ptr(offsets.storage()), idx(ids.storage()), eid(edges.storage()) {
  view.ptr = offsets.data();
  // An empty array still says which width it has.
  static const Int none = 0;
  const Int* ids_at = ids.empty() ? &none : ids.data();
  if constexpr (sizeof(Int) == 4) {
    view.idx = ids_at;
    view.eid = edges.data();
  } else {
    view.idx64 = ids_at;
    view.eid64 = edges.data();
  }
  view.rows = offsets.size() - 1;
  view.columns = columns;
  view.edges = ids.size();
  view.max_degree = longest_row(offsets);
  view.cache = &cache;
}
template direction::direction(std::int64_t, const column<std::int64_t>&, const column<std::int32_t>&,
                              const column<std::int32_t>&);
template direction::direction(std::int64_t, const column<std::int64_t>&, const column<std::int64_t>&,
                              const column<std::int64_t>&);

namespace {

// Positions of the in-edges in their order, regrouped by source: destinations ascend within a row.
template <class Int>
std::shared_ptr<direction> transposed(const csr& in, const Int* idx, const Int* eid) {
  const column<Int> destination = row_of_each_position<Int>(in);
  const grouped<Int> g = group_by(idx, destination.data(), eid, in.edges, in.columns);
  return std::make_shared<direction>(in.rows, g.ptr, g.other, g.edge);
}

}  // namespace

const std::shared_ptr<direction>& graph_core::out() {
  if (out_ready_.load(std::memory_order_acquire)) return out_;
  const csr& c = in_->view;  // built without the lock, as above
  auto made = in_memory([&] { return "the out-edges of " + std::to_string(c.edges) + " edges cannot be grouped"; },
                        [&] { return c.wide() ? transposed(c, c.idx64, c.eid64) : transposed(c, c.idx, c.eid); });
  const std::lock_guard lock(publishing_);
  if (!out_) {
    out_ = std::move(made);
    out_ready_.store(out_.get(), std::memory_order_release);
  }
  return out_;
}

namespace {

const csr& no_edges() {
  static const std::int64_t offset = 0;
  static const std::int32_t id = 0;
  static csr_cache cache;
  static const csr empty = [] {
    csr c;
    c.ptr = &offset;
    c.idx = &id;
    c.cache = &cache;
    return c;
  }();
  return empty;
}

}  // namespace

const csr& graph_handle::in_edges() const { return core_ ? core_->in_edges() : no_edges(); }
const csr& graph_handle::out_edges() const { return core_ ? core_->out_edges() : no_edges(); }
void graph_handle::retain() const noexcept {
  if (core_) core_->owners.fetch_add(1, std::memory_order_relaxed);
}
void graph_handle::release() noexcept {
  if (core_ && core_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete core_;
  core_ = nullptr;
}

graph_handle graph_reverse(const graph_handle& g) {
  return in_memory([] { return std::string("reverse: the graph cannot be made"); },
                   [&] { return g.core() ? make_graph(g.core()->out(), g.core()->in()) : graph_handle(); });
}

}  // namespace tiga::detail

// Builds block plans (include/tiga/runtime/blocks.hpp) and runs jobs over them.
#include <atomic>
#include <limits>
#include <tiga/graph/message_passing/run.hpp>
#include <tiga/runtime/parallel.hpp>
#include <vector>

#include "out_of_memory.hpp"

namespace tiga::detail {
namespace {

constexpr std::int64_t block = runtime::edges_per_block;
constexpr int lanes = runtime::block_plan::lanes;
constexpr std::int64_t smallest = 1 << 12;  // edges; below, a plan saves nothing

template <class T>
T* room(buffer& b, std::int64_t count) {
  b = buffer::allocate(std::size_t(count) * sizeof(T));
  return static_cast<T*>(b.data());
}

// The plan of a structure, made by `kept`: without a lock, since a thread that waits for its parallel work may come
// here again for another task.
class block_groups {
 public:
  explicit block_groups(const csr& rows) {
    std::vector<std::int64_t> count(kinds, 0);
    std::int64_t pieces = 0, long_rows = 0;
    for (std::int64_t i = 0; i < rows.rows; ++i) {
      const std::int64_t d = rows.degree(i);
      if (d <= block) {
        ++count[std::size_t(d)];
      } else {
        count[std::size_t(whole_kinds + block)] += d / block;
        if (d % block) ++count[std::size_t(whole_kinds + d % block)];
        pieces += (d + block - 1) / block;
        ++long_rows;
      }
    }
    // groups of long blocks first, so that the last ranges of a parallel run are short
    std::vector<std::int64_t> group_of(kinds);
    std::int64_t groups = 0, whole_groups = 0;
    std::vector<std::int64_t> steps;
    for (int k = 0; k < kinds; ++k) {
      const int length = whole_kinds - 1 - k % whole_kinds;
      const int kind = k / whole_kinds * whole_kinds + length;
      group_of[std::size_t(kind)] = groups;
      const std::int64_t n = (count[std::size_t(kind)] + lanes - 1) / lanes;
      groups += n;
      steps.insert(steps.end(), std::size_t(n), length);
      if (k == whole_kinds - 1) whole_groups = groups;
    }
    std::int64_t* const first = room<std::int64_t>(first_, groups + 1);
    first[0] = 0;
    for (std::int64_t g = 0; g < groups; ++g) first[g + 1] = first[g] + steps[std::size_t(g)];
    std::int32_t* const ids = room<std::int32_t>(ids_, first[groups] * lanes);
    std::int32_t* const row = room<std::int32_t>(row_, groups * lanes);
    std::int32_t* const position = room<std::int32_t>(position_, groups * lanes);
    std::int32_t* const slot = room<std::int32_t>(slot_, groups * lanes);
    std::int32_t* const long_row = room<std::int32_t>(long_row_, long_rows);
    std::int64_t* const long_slot = room<std::int64_t>(long_slot_, long_rows + 1);
    for (std::int64_t k = 0; k < groups * lanes; ++k) row[k] = -1, position[k] = 0, slot[k] = 0;
    std::vector<std::int64_t> next(kinds);
    for (int k = 0; k < kinds; ++k) next[std::size_t(k)] = group_of[std::size_t(k)] * lanes;
    std::int64_t long_at = 0, slot_at = 0;
    for (std::int64_t i = 0; i < rows.rows; ++i) {
      const std::int64_t d = rows.degree(i), begin = rows.ptr[i];
      if (d <= block) {
        const std::int64_t at = next[std::size_t(d)]++;
        row[at] = std::int32_t(i);
        position[at] = std::int32_t(begin);
        continue;
      }
      long_row[long_at] = std::int32_t(i);
      long_slot[long_at++] = slot_at;
      for (std::int64_t q = 0; q < d; q += block) {
        const std::int64_t length = d - q < block ? d - q : block;
        const std::int64_t at = next[std::size_t(whole_kinds + length)]++;
        row[at] = std::int32_t(i);
        position[at] = std::int32_t(begin + q);
        slot[at] = std::int32_t(slot_at++);
      }
    }
    long_slot[long_rows] = slot_at;
    runtime::parallel(groups, 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t g = begin; g < end; ++g)
        for (std::int64_t k = first[g]; k < first[g + 1]; ++k)
          for (int l = 0; l < lanes; ++l) {
            const std::int64_t at = g * lanes + l;
            ids[k * lanes + l] = row[at] < 0 ? 0 : rows.idx[position[at] + (k - first[g])];
          }
    });
    plan = {groups, first, ids, row, nullptr, slot, whole_groups, pieces, long_rows, long_row, long_slot};
  }
  block_groups(const block_groups&) = delete;
  block_groups& operator=(const block_groups&) = delete;

  runtime::block_plan plan;
  const std::int32_t* position() const { return static_cast<const std::int32_t*>(position_.data()); }

 private:
  // Blocks by kind: whole rows of 0 to 32 edges, then pieces of 1 to 32; each kind fills its last group with idle
  // lanes.
  static constexpr int whole_kinds = int(block) + 1, kinds = 2 * whole_kinds;

  buffer first_, ids_, row_, position_, slot_, long_row_, long_slot_;
};

// The user's edges in the order of the plan's ids, for programs that read them.
struct block_edges {
  explicit block_edges(const csr& rows) {
    const block_groups& groups = kept<block_groups>(rows);
    const runtime::block_plan& p = groups.plan;
    const std::int32_t* const position = groups.position();
    std::int32_t* const edge = room<std::int32_t>(edge_, p.first[p.groups] * lanes);
    runtime::parallel(p.groups, 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t g = begin; g < end; ++g)
        for (std::int64_t k = p.first[g]; k < p.first[g + 1]; ++k)
          for (int l = 0; l < lanes; ++l) {
            const std::int64_t at = g * lanes + l;
            edge[k * lanes + l] = p.row[at] < 0 ? 0 : std::int32_t(rows.edge_at(position[at] + (k - p.first[g])));
          }
    });
    plan = p;
    plan.edge = edge;
  }
  block_edges(const block_edges&) = delete;
  block_edges& operator=(const block_edges&) = delete;

  runtime::block_plan plan;

 private:
  buffer edge_;
};

// The first use of a structure may be its last one: the plan is made for the second.
struct use_before {
  explicit use_before(const csr&) {}
  mutable std::atomic<bool> seen{false};
};

bool worth_a_plan(const csr& rows) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return rows.cache && !rows.wide() && rows.edges >= smallest && rows.edges < most && rows.rows < most &&
         kept<use_before>(rows).seen.exchange(true, std::memory_order_relaxed);
}

}  // namespace

const runtime::block_plan* blocks_of(const csr& rows, bool reads_edges) {
  return in_memory([&] { return "the blocks of " + std::to_string(rows.edges) + " edges cannot be laid out"; },
                   [&]() -> const runtime::block_plan* {
                     if (!worth_a_plan(rows)) return nullptr;
                     return reads_edges ? &kept<block_edges>(rows).plan : &kept<block_groups>(rows).plan;
                   });
}

void run_blocks(runtime::rows_function kernel, std::int64_t piece_bytes, std::int64_t cost, const csr& rows,
                const runtime::block_plan& plan, runtime::row_args a) {
  use_rows(a, rows);
  const buffer sums = buffer::allocate(std::size_t(plan.pieces * piece_bytes));
  a.blocks = &plan;
  a.block_sums = sums.data();
  auto groups = a;
  groups.ptr = plan.first;  // for the balance: steps of groups are what edges are to rows
  runtime::run_rows({kernel, plan.groups, 0, 0, 1, plan.lanes * cost}, groups);
  if (plan.long_rows > 0) runtime::run_long_rows({kernel, plan.long_rows, 0, 0, 1, cost}, a);
}

}  // namespace tiga::detail

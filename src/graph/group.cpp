// The counting sort, in two levels: edges are first dealt to at most 512 buckets of neighbouring keys, chunk by chunk,
// then every bucket is sorted on its own in cache. Writing straight to the final place misses the cache once an edge.
#include "group.hpp"

#include <algorithm>
#include <atomic>
#include <tiga/runtime/parallel.hpp>
#include <utility>
#include <vector>

namespace tiga::detail {
namespace {

constexpr std::int64_t most_buckets = 512;
constexpr std::int64_t most_chunks = 256;
constexpr std::int64_t chunk_edges = 1 << 16;  // at least, when there are several
constexpr std::int64_t grain = 1 << 15;

template <class Int>
struct record {
  Int key, other, edge;
};

// Sorts records of keys in [first, last) to the positions from `at` on, and writes the offsets of these keys. The
// offsets count, too: few edges may have many keys, and a second array of that length is memory nobody asked for.
template <class Int>
void sort_bucket(const record<Int>* from, std::int64_t count, std::int64_t first, std::int64_t last, std::int64_t at,
                 grouped<Int>& to) {
  std::int64_t* const offset = to.ptr.data();
  std::fill(offset + first, offset + last, 0);
  for (std::int64_t i = 0; i < count; ++i) ++offset[from[i].key];
  std::int64_t next = at;
  for (std::int64_t k = first; k < last; ++k) next += std::exchange(offset[k], next);
  Int* const other = to.other.data();
  Int* const edge = to.edge.data();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t p = offset[from[i].key]++;
    other[p] = from[i].other;
    edge[p] = from[i].edge;
  }
  // Each has moved to the start of the next key.
  std::copy_backward(offset + first, offset + last - 1, offset + last);
  offset[first] = at;
}

}  // namespace

template <class Int>
grouped<Int> group_by(const Int* key, const Int* other, const Int* edge, std::int64_t edges, std::int64_t keys) {
  grouped<Int> to{column<std::int64_t>(keys + 1), column<Int>(edges), column<Int>(edges)};
  int shift = 0;
  while (keys > 0 && ((keys - 1) >> shift) + 1 > (edges < chunk_edges ? 1 : most_buckets)) ++shift;
  const std::int64_t buckets = keys > 0 ? ((keys - 1) >> shift) + 1 : 0;
  const std::int64_t chunks = std::clamp<std::int64_t>(edges / chunk_edges, 1, most_chunks);
  const auto chunk_begin = [&](std::int64_t c) { return edges / chunks * c + std::min(c, edges % chunks); };

  std::vector<std::int64_t> next(std::size_t(chunks * buckets), 0);  // of (chunk, bucket): where its next record goes
  runtime::parallel(chunks, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t c = begin; c < end; ++c) {
      std::int64_t* const count = next.data() + c * buckets;
      for (std::int64_t e = chunk_begin(c); e < chunk_begin(c + 1); ++e) ++count[key[e] >> shift];
    }
  });
  std::vector<std::int64_t> start(std::size_t(buckets) + 1, 0);
  std::int64_t total = 0;
  for (std::int64_t b = 0; b < buckets; ++b) {
    start[std::size_t(b)] = total;
    for (std::int64_t c = 0; c < chunks; ++c) {
      std::int64_t& n = next[std::size_t(c * buckets + b)];
      const std::int64_t count = n;
      n = total;
      total += count;
    }
  }
  start[std::size_t(buckets)] = total;

  column<record<Int>> dealt(edges);
  runtime::parallel(chunks, 1, [&](std::int64_t begin, std::int64_t end) {
    record<Int>* const out = dealt.data();
    for (std::int64_t c = begin; c < end; ++c) {
      std::int64_t* const at = next.data() + c * buckets;
      for (std::int64_t e = chunk_begin(c); e < chunk_begin(c + 1); ++e)
        out[at[key[e] >> shift]++] = {key[e], other[e], edge ? edge[e] : Int(e)};
    }
  });
  runtime::parallel(buckets, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t b = begin; b < end; ++b) {
      const std::int64_t from = start[std::size_t(b)];
      sort_bucket(dealt.data() + from, start[std::size_t(b) + 1] - from, b << shift, std::min(keys, (b + 1) << shift),
                  from, to);
    }
  });
  to.ptr[keys] = edges;
  return to;
}

template <class Int>
column<std::int64_t> offsets_of_sorted(const Int* key, std::int64_t edges, std::int64_t keys) {
  column<std::int64_t> ptr(keys + 1);
  std::int64_t* const offset = ptr.data();
  // Edge e writes the offsets of the keys after the one before it, up to its own.
  runtime::parallel(edges + 1, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin; e < end; ++e) {
      const std::int64_t first = e == 0 ? 0 : std::int64_t(key[e - 1]) + 1;
      const std::int64_t last = e == edges ? keys : std::int64_t(key[e]);
      for (std::int64_t k = first; k <= last; ++k) offset[k] = e;
    }
  });
  return ptr;
}

template <class Int>
column<Int> row_of_each_position(const csr& c) {
  column<Int> rows(c.edges);
  runtime::parallel(c.rows, 1 << 12, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) std::fill(rows.data() + c.ptr[r], rows.data() + c.ptr[r + 1], Int(r));
  });
  return rows;
}

std::int64_t longest_row(const column<std::int64_t>& ptr) {
  std::atomic<std::int64_t> longest{0};
  runtime::parallel(ptr.size() - 1, grain, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t most = 0;
    for (std::int64_t r = begin; r < end; ++r) most = std::max(most, ptr[r + 1] - ptr[r]);
    std::int64_t seen = longest.load();
    while (seen < most && !longest.compare_exchange_weak(seen, most)) {
    }
  });
  return longest.load();
}

template <class To, class From>
column<To> copied(const From* from, std::int64_t size) {
  column<To> to(size);
  runtime::parallel(size, grain, [&](std::int64_t begin, std::int64_t end) {
    To* const out = to.data();
    for (std::int64_t i = begin; i < end; ++i) out[i] = To(from[i]);
  });
  return to;
}

template grouped<std::int32_t> group_by(const std::int32_t*, const std::int32_t*, const std::int32_t*, std::int64_t,
                                        std::int64_t);
template grouped<std::int64_t> group_by(const std::int64_t*, const std::int64_t*, const std::int64_t*, std::int64_t,
                                        std::int64_t);
template column<std::int64_t> offsets_of_sorted(const std::int32_t*, std::int64_t, std::int64_t);
template column<std::int64_t> offsets_of_sorted(const std::int64_t*, std::int64_t, std::int64_t);
template column<std::int32_t> row_of_each_position(const csr&);
template column<std::int64_t> row_of_each_position(const csr&);
template column<std::int32_t> copied(const std::int32_t*, std::int64_t);
template column<std::int32_t> copied(const std::int64_t*, std::int64_t);
template column<std::int64_t> copied(const std::int32_t*, std::int64_t);
template column<std::int64_t> copied(const std::int64_t*, std::int64_t);

}  // namespace tiga::detail

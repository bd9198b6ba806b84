// What making a graph asks the allocator for, and what it says when it does not get it.
#include <atomic>
#include <cstdlib>
#include <new>
#include <tiga/graph/io.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

namespace {

std::atomic<std::size_t> largest{0};
std::atomic<std::int64_t> until_failure{-1};  // that many requests succeed, one does not; negative: all succeed

}  // namespace

// Of this executable: what containers ask for (buffers have a door of their own).
void* operator new(std::size_t bytes) {
  std::size_t seen = largest.load();
  while (seen < bytes && !largest.compare_exchange_weak(seen, bytes)) {
  }
  // The pool notes a single pointer whenever it takes a small buffer back, in destructors, which cannot throw.
  const bool counts = bytes > sizeof(void*);
  if (counts && until_failure.load() >= 0 && until_failure.fetch_sub(1) == 0) throw std::bad_alloc();
  if (void* const memory = std::malloc(bytes ? bytes : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes ? bytes : 1); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

/// Every allocation of `make` fails once; how many there were. Each failure must be a tiga::error.
template <class F>
int failures_of(F&& make) {
  int failed = 0;
  for (std::int64_t n = 0;; ++n) {
    std::string says;
    until_failure = n;
    try {
      make();
    } catch (const tiga::error& e) {
      until_failure = -1;
      says = e.what();
    }
    const bool all = until_failure.exchange(-1) >= 0;
    if (all) return failed;
    INFO("allocation " << n);
    CHECK_THAT(says, ContainsSubstring("out of memory: "));
    ++failed;
  }
}

}  // namespace

TEST_CASE("two edges among many nodes need the offsets and nothing else of their length") {
  const std::int64_t nodes = 3'000'000;
  const text_file list("2999999 0\n7 2999999\n1 5\n");
  largest = 0;
  const auto g = square::from_edge_list(list.path());
  CHECK(g.nodes() == nodes);
  CHECK(g.out_edges().rows == nodes);
  CHECK(largest < 1 << 20);
  CHECK(edges_of(g) == std::vector<edge>{{2999999, 0}, {7, 2999999}, {1, 5}});
  CHECK(edges_of(g.out_edges(), false) == edges_of(g));
}

TEST_CASE("an allocation that fails is a tiga::error") {
  const text_file list("0 3\n2 1\n2 0\n"),
      mtx("%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 1 5\n3 2 7\n");
  const numbers sources{0, 2, 2}, destinations{3, 1, 0};
  const std::vector<numbers> cross{{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
  const numbers shape{4, 5};
  const std::vector<bool> periodic{true, false};
  const auto g = square::from_coo(sources, destinations, 4);
  const std::vector<tiga::detail::graph_handle> twice{g.handle(), g.handle()};
  CHECK(failures_of([&] { square::from_coo(sources, destinations, 4); }) > 0);
  CHECK(failures_of([&] { square::from_csr({0, 1, 3}, {1, 0, 1}); }) > 0);
  CHECK(failures_of([&] { tiga::stencil<N, E>(shape, cross, periodic); }) > 0);
  CHECK(failures_of([&] { tiga::add_self_loops(g); }) > 0);
  CHECK(failures_of([&] { tiga::detail::graph_cat(twice); }) > 0);
  CHECK(failures_of([&] { square::from_coo(sources, destinations, 4).out_edges(); }) > 0);
  CHECK(failures_of([&] { tiga::read_mtx(mtx.path()); }) > 0);
  CHECK(failures_of([&] { tiga::read_mtx_header(mtx.path()); }) > 0);
  CHECK(failures_of([&] { square::from_mtx(mtx.path()); }) > 0);
  CHECK(failures_of([&] { tiga::read_edge_list(list.path(), {.compact = true, .undirected = true}); }) > 0);
  CHECK(failures_of([&] { square::from_edge_list(list.path()); }) > 0);
}

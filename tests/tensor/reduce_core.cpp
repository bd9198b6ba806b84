// The compiled core against the definition of its order, for every operation and element type, over random layouts
// and every set of reduced axes.
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/random.hpp>
#include <tiga/tensor/reduce.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;
using detail::reduction;

namespace {

// The canonical order as reduce.hpp says it, without any cleverness.
template <class A, class Op>
A fold_block(const A* p, std::size_t n, A identity, Op op) {
  std::vector<A> lane(16, identity);
  for (std::size_t i = 0; i < n; ++i) lane[i % 16] = op(lane[i % 16], p[i]);
  for (std::size_t half = 8; half > 0; half /= 2)
    for (std::size_t i = 0; i < half; ++i) lane[i] = op(lane[i], lane[i + half]);
  return lane[0];
}
// Blocks first..first + count: the largest power of two on the left, the rest on the right.
template <class A, class Op>
A fold_tree(const std::vector<A>& blocks, std::size_t first, std::size_t count, Op op) {
  if (count == 1) return blocks[first];
  std::size_t left = 1;
  while (2 * left < count) left *= 2;
  if (2 * left == count) left = count / 2;
  return op(fold_tree(blocks, first, left, op), fold_tree(blocks, first + left, count - left, op));
}
template <class A, class Op>
A fold(const std::vector<A>& v, A identity, Op op) {
  std::vector<A> blocks;
  for (std::size_t i = 0; i < v.size(); i += 4096)
    blocks.push_back(fold_block(v.data() + i, std::min<std::size_t>(4096, v.size() - i), identity, op));
  return blocks.empty() ? identity : fold_tree(blocks, 0, blocks.size(), op);
}

/// A tensor of at most `limit` elements in a random layout inside random elements.
dynamic_tensor random_layout(std::mt19937& random, dtype type, int rank, const std::vector<std::int64_t>& sizes,
                             std::int64_t limit) {
  dynamic_tensor t;
  t.type = type;
  t.rank = rank;
  do
    for (int i = 0; i < rank; ++i) t.n[i] = sizes[random() % sizes.size()];
  while (t.size() > limit);
  std::vector<int> order;
  for (int i = 0; i < rank; ++i) {
    order.insert(order.begin() + long(random() % (order.size() + 1)), i);
  }
  std::int64_t step = 1;
  for (const int i : order) {
    const unsigned kind = random() % 8;
    t.stride[i] = kind == 0 ? 0 : step * (kind == 1 ? 2 : 1);
    if (t.stride[i]) step = t.stride[i] * std::max<std::int64_t>(1, t.n[i]);
  }
  const std::int64_t room = detail::memory_span(rank, t.n, t.stride) + 3;
  const extents<1> n{room};
  dynamic_tensor all = dynamic_tensor::uninitialized(type, 1, n.n);
  const std::uint64_t seed = random();
  if (is_floating(type)) {
    detail::random_uniform(type, all.writable(), room, seed, -2.0, 2.0);
  } else {
    detail::random_integers(type, all.writable(), room, seed, 0, type == dtype::boolean ? 2 : 100);
  }
  t.storage = all.storage;
  t.first = static_cast<const char*>(all.first) + 3 * dtype_size(type);
  return t;
}

template <class T, class A>
std::vector<A> elements_of_cell(const dynamic_tensor& t, unsigned axes, std::int64_t cell) {
  std::int64_t offset = 0, count = 1;
  for (int i = t.rank; i-- > 0;) {
    if (axes >> i & 1) {
      count *= t.n[i];
      continue;
    }
    offset += cell % t.n[i] * t.stride[i];
    cell /= t.n[i];
  }
  std::vector<A> v;
  for (std::int64_t k = 0; k < count; ++k) {
    std::int64_t at = offset, rest = k;
    for (int i = t.rank; i-- > 0;)
      if (axes >> i & 1) {
        at += rest % t.n[i] * t.stride[i];
        rest /= t.n[i];
      }
    v.push_back(A(static_cast<const T*>(t.first)[at]));
  }
  return v;
}

template <class T, class A>
void check_cells(const dynamic_tensor& t, unsigned axes) {
  const auto result = [&](reduction r) { return detail::reduce(t, axes, r); };
  const dynamic_tensor sums = result(reduction::sum), products = result(reduction::prod);
  const dynamic_tensor greatest = result(reduction::max), least = result(reduction::min);
  const dynamic_tensor first_best = result(reduction::argmax), truth = result(reduction::all);
  const auto plus = [](A a, A b) { return A(a + b); };
  const auto times = [](A a, A b) { return A(A(1) * a * b); };
  for (std::int64_t c = 0; c < sums.size(); ++c) {
    const std::vector<A> v = elements_of_cell<T, A>(t, axes, c);
    const auto equal = [&](const dynamic_tensor& got, A want) {
      const T stored = T(want);
      return std::memcmp(static_cast<const T*>(got.first) + c, &stored, sizeof(T)) == 0;
    };
    if (!equal(sums, fold(v, A(0), plus))) FAIL("sum of cell " << c);
    if (!equal(products, fold(v, A(1), times))) FAIL("prod of cell " << c);
    if (v.empty()) continue;
    const auto best = std::max_element(v.begin(), v.end());
    if (!equal(greatest, *best)) FAIL("max of cell " << c);
    if (!equal(least, *std::min_element(v.begin(), v.end()))) FAIL("min of cell " << c);
    if (static_cast<const std::int64_t*>(first_best.first)[c] != best - v.begin()) FAIL("argmax of cell " << c);
    bool all = true;
    for (const A a : v) all = all && a != A(0);
    if (static_cast<const bool*>(truth.first)[c] != all) FAIL("all of cell " << c);
  }
}

template <class T, class A>
void check_type(unsigned seed, dtype type) {
  std::mt19937 random(seed);
  for (int round = 0; round < 60; ++round) {
    const int rank = int(random() % 5);
    const dynamic_tensor t = random_layout(random, type, rank, {0, 1, 1, 2, 3, 4, 5, 16, 17, 66}, 30000);
    check_cells<T, A>(t, unsigned(random()) & ((1u << rank) - 1));
  }
  // Long enough for several blocks, along and across.
  for (int round = 0; round < 4; ++round) {
    const dynamic_tensor t = random_layout(random, type, 2, {3, 9000 + round, 20}, 400000);
    for (unsigned axes = 1; axes < 4; ++axes) check_cells<T, A>(t, axes);
  }
}

}  // namespace

TEST_CASE("core: f32") { check_type<float, float>(1, dtype::f32); }
TEST_CASE("core: f64") { check_type<double, double>(2, dtype::f64); }
TEST_CASE("core: f16") { check_type<f16, float>(3, dtype::f16); }
TEST_CASE("core: bf16") { check_type<bf16, float>(4, dtype::bf16); }
TEST_CASE("core: i8") { check_type<std::int8_t, std::int8_t>(5, dtype::i8); }
TEST_CASE("core: u8") { check_type<std::uint8_t, std::uint8_t>(6, dtype::u8); }
TEST_CASE("core: i16") { check_type<std::int16_t, std::int16_t>(7, dtype::i16); }
TEST_CASE("core: u16") { check_type<std::uint16_t, std::uint16_t>(8, dtype::u16); }
TEST_CASE("core: u32") { check_type<std::uint32_t, std::uint32_t>(9, dtype::u32); }
TEST_CASE("core: u64") { check_type<std::uint64_t, std::uint64_t>(10, dtype::u64); }

TEST_CASE("core: signed order of wide integers") {
  for (const dtype type : {dtype::i32, dtype::i64}) {
    const std::int64_t n[] = {5000};
    dynamic_tensor t = dynamic_tensor::uninitialized(type, 1, n);
    detail::random_integers(type, t.writable(), n[0], 11, -1000000, 1000000);
    std::int64_t greatest = -2000000, least = 2000000, total = 0;
    for (std::int64_t i = 0; i < n[0]; ++i) {
      const std::int64_t x = type == dtype::i32 ? static_cast<const std::int32_t*>(t.first)[i]
                                                : static_cast<const std::int64_t*>(t.first)[i];
      greatest = std::max(greatest, x);
      least = std::min(least, x);
      total += x;
    }
    const auto value = [&](reduction r) {
      const dynamic_tensor x = detail::reduce(t, 1, r);
      return type == dtype::i32 ? *static_cast<const std::int32_t*>(x.first)
                                : *static_cast<const std::int64_t*>(x.first);
    };
    CHECK(value(reduction::max) == greatest);
    CHECK(value(reduction::min) == least);
    CHECK(value(reduction::sum) == (type == dtype::i32 ? std::int32_t(total) : total));
    CHECK(*static_cast<const double*>(detail::reduce(t, 1, reduction::mean).first) == double(total) / 5000);
  }
}

TEST_CASE("core: views, copies and thread counts agree for every operation and element type") {
  std::mt19937 random(12);
  for (int k = 0; k <= int(dtype::f64); ++k)
    for (int round = 0; round < 6; ++round) {
      const dtype type = dtype(k);
      const int rank = 1 + int(random() % 4);
      const dynamic_tensor view = random_layout(random, type, rank, {1, 2, 5, 33, 130}, 60000);
      const dynamic_tensor copy = view.contiguous();
      for (unsigned axes = 0; axes < 1u << rank; ++axes)
        for (int r = 0; r <= int(reduction::argmin); ++r) {
          if (type == dtype::boolean && reduction(r) == reduction::prod) continue;
          runtime::set_threads(1);
          const dynamic_tensor one = detail::reduce(view, axes, reduction(r));
          for (const int threads : {2, 3, 8}) {
            runtime::set_threads(threads);
            const dynamic_tensor other = detail::reduce(threads == 3 ? view : copy, axes, reduction(r));
            REQUIRE(other.size() == one.size());
            if (one.size())
              REQUIRE(std::memcmp(one.first, other.first, std::size_t(one.size()) * dtype_size(one.type)) == 0);
          }
        }
    }
  runtime::set_threads(0);
  CHECK_THROWS_AS(detail::reduce(tensor<bool, m<>>(true), 0, reduction::prod), tiga::error);
}

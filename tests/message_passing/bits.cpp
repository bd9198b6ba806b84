// The same bits on any number of threads and any instruction set, also where one row holds most of the edges.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "weighted.hpp"

using namespace passing_test;
using tiga::reducer_kind;

namespace {

struct all_bits {
  std::vector<std::uint64_t> value, dx, dw;
  explicit all_bits(const weighted_result& r) : value(bits(r.value)), dx(bits(r.dx)), dw(bits(r.dw)) {}
  bool operator==(const all_bits&) const = default;
};

void same_everywhere(const edge_pairs& p, std::int64_t size, double low, double high) {
  const auto g = p.graph();
  const auto features = random<float, tiga::m<N, F>>(21, low, high, p.sources, size);
  const auto weights = random<float, tiga::m<E>>(22, low, high, std::int64_t(p.size()));
  const auto cotangent = random<float, tiga::m<N, F>>(23, -1, 1, p.sources, size);
  for (const reducer_kind kind : all_reducers) {
    INFO(reduction_name(kind) << ", F = " << size);
    tiga::runtime::set_threads(1);
    const all_bits first(weighted(kind, g, features, weights, &cotangent));
    on_all_machines([&] { CHECK((all_bits(weighted(kind, g, features, weights, &cotangent)) == first)); });
  }
}

// The numbers of FB-60.
std::vector<float> congruential(std::int64_t count) {
  std::vector<float> all;
  std::uint64_t s = 1;
  for (std::int64_t k = 0; k < count; ++k) {
    s = (1103515245u * s + 12345u) % (std::uint64_t(1) << 31);
    all.push_back(float(double(s) / double(std::uint64_t(1) << 31)));
  }
  return all;
}

struct largest_of : tiga::message_passing<largest_of> {
  static constexpr auto reducer = tiga::max();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};
struct smallest_of : tiga::message_passing<smallest_of> {
  static constexpr auto reducer = tiga::min();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};
std::vector<float> extreme(bool largest, const square& g, const array<float, N, F>& features) {
  const auto y = largest ? largest_of{}(g, tiga::src(x = features)) : smallest_of{}(g, tiga::src(x = features));
  return {y.span().begin(), y.span().end()};
}

}  // namespace

TEST_CASE("bits do not depend on threads or instruction set") {
  for (const int size : {1, 3, 24, 45}) same_everywhere(random_pairs(8, 700, 12000), size, -1.2, 1.2);
}

TEST_CASE("bits of a row of more than 100,000 edges do not depend on how it is cut") {
  edge_pairs p = random_pairs(9, 50, 400);
  std::mt19937 r(1);
  for (int k = 0; k < 105'001; ++k) {  // the last piece and the last block are not full
    p.from.push_back(std::int64_t(r() % 50));
    p.to.push_back(13);
  }
  for (const int size : {1, 5}) same_everywhere(p, size, 0.9, 1.1);
}

TEST_CASE("99,999 numbers as the in-edges of one node and of 100 (FB-60)") {
  constexpr std::int64_t count = 99'999;
  const std::vector<float> numbers_of_case = congruential(count);
  const array<float, E> weights = tiga::from(numbers_of_case);
  for (const std::int64_t rows : {std::int64_t(1), std::int64_t(100)}) {
    edge_pairs p{std::vector<std::int64_t>(std::size_t(count), 0), {}, rows, rows};
    for (std::int64_t k = 0; k < count; ++k) p.to.push_back(k % rows);
    const auto g = p.graph();
    const auto ones = tiga::ones<float, tiga::m<N, F>>(rows, 1);
    const auto first = bits(weighted(reducer_kind::sum, g, ones, weights).value);
    double total = 0;
    for (const double v : numbers(weighted(reducer_kind::sum, g, ones, weights).value)) total += v;
    CHECK(std::abs(total - 50155.616689) <= 1e-5 * 50155.616689);
    for (const int threads : {1, 2, 3, 8}) {
      tiga::runtime::set_threads(threads);
      for (int run = 0; run < 20; ++run) CHECK(bits(weighted(reducer_kind::sum, g, ones, weights).value) == first);
    }
    tiga::runtime::set_threads(0);
  }
}

TEST_CASE("the order of the edges between rows does not matter, only that within a row") {
  const edge_pairs p = random_pairs(4, 60, 3000);
  std::vector<std::size_t> order(p.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  // by destination, descending: rows are visited in another order, and each keeps its own
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t c) { return p.to[a] > p.to[c]; });
  edge_pairs sorted{{}, {}, 60, 60};
  const auto weights = random<float, tiga::m<E>>(2, -1, 1, 3000);
  std::vector<float> moved;
  for (const std::size_t k : order) {
    sorted.from.push_back(p.from[k]);
    sorted.to.push_back(p.to[k]);
    moved.push_back(weights(k));
  }
  const array<float, E> moved_weights = tiga::from(moved);
  const auto features = random<float, tiga::m<N, F>>(3, -1, 1, 60, 9);
  for (const reducer_kind kind : all_reducers) {
    INFO(reduction_name(kind));
    const auto one = weighted(kind, p.graph(), features, weights);
    const auto other = weighted(kind, sorted.graph(), features, moved_weights);
    CHECK(bits(one.value) == bits(other.value));
    const auto dw = bits(one.dw), other_dw = bits(other.dw);
    for (std::size_t k = 0; k < order.size(); ++k) CHECK(dw[order[k]] == other_dw[k]);
  }
}

TEST_CASE("the bits are these, whatever the compiler") {
  const edge_pairs p = random_pairs(11, 300, 6000);
  const auto g = p.graph();
  const auto features = random<float, tiga::m<N, F>>(21, -1.2, 1.2, p.sources, 40);
  const auto weights = random<float, tiga::m<E>>(22, -1.2, 1.2, std::int64_t(p.size()));
  const auto cotangent = random<float, tiga::m<N, F>>(23, -1, 1, p.sources, 40);
  std::vector<std::uint64_t> found;
  for (const reducer_kind kind : all_reducers) {
    const all_bits r(weighted(kind, g, features, weights, &cotangent));
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a; every NaN counts as one
    for (const auto* part : {&r.value, &r.dx, &r.dw})
      for (const std::uint64_t v : *part) {
        hash ^= (v & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : v;
        hash *= 1099511628211u;
      }
    found.push_back(hash);
  }
  CHECK(found == std::vector<std::uint64_t>{0xd34b73d73623b5c4, 0xa6b2713acde30f8e, 0x5b1b806362ed7270,
                                            0xeaa9d016a6cbc22b, 0xd6629b88d0677de3});
}

TEST_CASE("NaNs, infinities and zeros of both signs in max and min, on every machine") {
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  // without NaN, without anything above -0, and all of it
  const std::vector<std::vector<float>> sets = {{0.0F, -0.0F, 1, -1, inf, -inf, 3e38F},
                                                {-0.0F, -1, -inf, -3e38F},
                                                {0.0F, -0.0F},
                                                {nan, -nan, 0.0F, -0.0F, 5, -inf, inf}};
  const edge_pairs p = random_pairs(12, 400, 5000);
  const auto g = p.graph();
  const auto weights = tiga::ones<float, tiga::m<E>>(std::int64_t(p.size()));
  for (const auto& set : sets)
    for (const std::int64_t size : {1, 7, 16, 64, 133}) {
      std::mt19937 r(5);
      auto features = tiga::zeros<float, tiga::m<N, F>>(p.sources, size);
      for (float& v : features.mutable_span()) v = set[r() % 16 < 13 ? r() % 2 : r() % set.size()];
      for (const bool largest : {true, false}) {
        const auto key = [&](float v) {  // NaN above all in max and below all in min, -0 below +0
          const std::int64_t raw = std::bit_cast<std::int32_t>(v);
          return std::isnan(v) ? (largest ? std::int64_t(1) << 40 : -(std::int64_t(1) << 40))
                 : raw < 0     ? -1 - (raw & 0x7fffffff)
                               : raw;
        };
        std::vector<float> want(std::size_t(p.sources * size), largest ? -inf : inf);
        for (std::size_t e = 0; e < p.size(); ++e)
          for (std::int64_t f = 0; f < size; ++f) {
            float& into = want[std::size_t(p.to[e] * size + f)];
            const float v = features(p.from[e], f);
            if (largest ? key(v) > key(into) : key(v) < key(into)) into = v;
          }
        on_all_machines([&] {
          const auto got = extreme(largest, g, features);
          std::size_t wrong = 0;
          for (std::size_t k = 0; k < want.size(); ++k)
            wrong +=
                std::isnan(want[k]) ? !std::isnan(got[k]) : std::bit_cast<int>(want[k]) != std::bit_cast<int>(got[k]);
          CHECK(wrong == 0);
        });
      }
    }
}

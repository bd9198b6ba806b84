// Dropout: which elements, how many, the same everywhere, and replayed.
#include <cmath>
#include <tiga/autograd/reduce.hpp>
#include <tiga/autograd/views.hpp>
#include <tiga/nn/dropout.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/random.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis N{"N"}, F{"F", 7};

template <class T, class M>
std::vector<T> elements(const tensor<T, M>& t) {
  const auto packed = contiguous(t);
  return {packed.data(), packed.data() + packed.size()};
}

// Philox4x32-10 as the paper writes it, a block at a time.
struct words {
  std::uint32_t c[4];
};
words reference(std::uint64_t block, std::uint64_t seed) {
  std::uint32_t c[4] = {std::uint32_t(block), std::uint32_t(block >> 32), 0, 0};
  std::uint32_t k[2] = {std::uint32_t(seed), std::uint32_t(seed >> 32)};
  for (int r = 0; r < 10; ++r) {
    const std::uint64_t a = 0xd2511f53ull * c[0], b = 0xcd9e8d57ull * c[2];
    const std::uint32_t next[4] = {std::uint32_t(b >> 32) ^ c[1] ^ k[0], std::uint32_t(b),
                                   std::uint32_t(a >> 32) ^ c[3] ^ k[1], std::uint32_t(a)};
    for (int i = 0; i < 4; ++i) c[i] = next[i];
    k[0] += 0x9e3779b9u;
    k[1] += 0xbb67ae85u;
  }
  return {{c[0], c[1], c[2], c[3]}};
}

}  // namespace

TEST_CASE("elements are kept as the generator says, and scaled") {
  const auto x = uniform<float, m<N, F>>(5, 131, 1.0, 2.0);
  const auto y = elements(dropout(x, 0.25, 42));
  const auto from = elements(x);
  int dropped = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::uint32_t word = reference(i / 128 * 16 + i % 16, 42).c[i % 64 / 16];
    const bool keep = (i % 128 < 64 ? word & 0xffff : word >> 16) >= std::uint32_t(0.25 * 0x1p16);
    CHECK(y[i] == (keep ? from[i] * float(1 / 0.75) : 0.f));
    dropped += !keep;
  }
  CHECK(std::abs(double(dropped) / double(y.size()) - 0.25) < 0.05);
  CHECK(elements(dropout(x, 0, 42)) == from);
}

TEST_CASE("the same on every number of threads and every instruction set, another with another seed") {
  const auto x = uniform<double, m<N, F>>(5, 40'001, 1.0, 2.0);
  const auto once = elements(dropout(x, 0.5, 1));
  CHECK(once != elements(dropout(x, 0.5, 2)));
  for (const int threads : {1, 2, 3, 8}) {
    runtime::set_threads(threads);
    CHECK(once == elements(dropout(x, 0.5, 1)));
  }
  runtime::set_threads(0);
  for (const runtime::isa i : {runtime::isa::baseline, runtime::isa::avx2, runtime::isa::avx512}) {
    try {
      runtime::force_isa(i);
    } catch (const error&) {
      continue;  // not on this machine
    }
    CHECK(once == elements(dropout(x, 0.5, 1)));
  }
  runtime::reset_isa();
}

TEST_CASE("the gradient drops what was dropped") {
  const auto x = track(uniform<float, m<N, F>>(5, 33, 1.0, 2.0));
  const auto y = dropout(x, 0.5, 7);
  const auto g = elements(grad(sum(y * y), x));
  const auto values = elements(y.value());
  for (std::size_t i = 0; i < g.size(); ++i) CHECK(g[i] == 2 * values[i] * 2.f);
  const auto transposed = transpose(x.value());
  CHECK(elements(dropout(transposed, 0.5, 7)) == elements(dropout(contiguous(transposed), 0.5, 7)));
  CHECK(dropout(zeros<f16, m<N, F>>(0), 0.5, 7).size() == 0);
  CHECK_THROWS_WITH(dropout(x, 1.0, 7), Catch::Contains("the rate 1.0") && Catch::Contains("not in [0, 1)"));
}

TEST_CASE("seeds of steps and layers differ") {
  CHECK(fold_in(1, 2) != fold_in(2, 1));
  CHECK(fold_in(1, 0) != 1);
  CHECK(fold_in(1, 2) == fold_in(1, 2));
}

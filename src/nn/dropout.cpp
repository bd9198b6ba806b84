#include <immintrin.h>

#include <bit>
#include <string>
#include <tiga/nn/dropout.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/parallel.hpp>
#include <type_traits>

namespace tiga::detail {
namespace {

// Philox4x32-10 for the sixteen blocks of a chunk of 64 elements: words [16 w, 16 w + 16) are word w of each. A 64-bit
// lane holds one 32-bit word of a block.
#define TIGA_PHILOX(isa, lanes, vec, target, multiply)                                                  \
  namespace isa {                                                                                       \
  typedef std::uint64_t words_of __attribute__((vector_size(8 * lanes)));                               \
  typedef std::uint32_t halves_of __attribute__((vector_size(4 * lanes), aligned(4), may_alias));       \
  target inline words_of product(words_of a, words_of b) { return words_of(multiply(vec(a), vec(b))); } \
  target inline void put(words_of c, std::uint32_t* to) {                                               \
    *reinterpret_cast<halves_of*>(to) = __builtin_convertvector(c, halves_of);                          \
  }                                                                                                     \
  target void sixteen(std::uint64_t first, std::uint64_t seed, std::uint32_t* words) {                  \
    const words_of m0 = words_of{} + 0xd2511f53u, m1 = words_of{} + 0xcd9e8d57u;                        \
    const words_of low = words_of{} + 0xffffffffu;                                                      \
    words_of step;                                                                                      \
    for (int i = 0; i < lanes; ++i) step[i] = std::uint64_t(i);                                         \
    for (int b = 0; b < 16; b += lanes) {                                                               \
      const words_of counter = step + (first + std::uint64_t(b));                                       \
      words_of c0 = counter & low, c1 = counter >> 32, c2 = words_of{}, c3 = words_of{};                \
      std::uint32_t k0 = std::uint32_t(seed), k1 = std::uint32_t(seed >> 32);                           \
      for (int round = 0; round < 10; ++round) {                                                        \
        const words_of p0 = product(m0, c0), p1 = product(m1, c2);                                      \
        c0 = (p1 >> 32) ^ c1 ^ std::uint64_t(k0);                                                       \
        c2 = (p0 >> 32) ^ c3 ^ std::uint64_t(k1);                                                       \
        c1 = p1 & low;                                                                                  \
        c3 = p0 & low;                                                                                  \
        k0 += 0x9e3779b9u;                                                                              \
        k1 += 0xbb67ae85u;                                                                              \
      }                                                                                                 \
      put(c0, words + b);                                                                               \
      put(c1, words + 16 + b);                                                                          \
      put(c2, words + 32 + b);                                                                          \
      put(c3, words + 48 + b);                                                                          \
    }                                                                                                   \
  }                                                                                                     \
  }
// g++ 12 warns of its own _mm512_mul_epu32
#define TIGA_PRODUCT_512(a, b) _mm512_maskz_mul_epu32(0xff, a, b)
TIGA_PHILOX(sse2, 2, __m128i, , _mm_mul_epu32)
TIGA_PHILOX(avx2, 4, __m256i, __attribute__((target("avx2"))), _mm256_mul_epu32)
TIGA_PHILOX(avx512, 8, __m512i, __attribute__((target("avx512f"))), TIGA_PRODUCT_512)
#undef TIGA_PRODUCT_512
#undef TIGA_PHILOX

using sixteen_function = void (*)(std::uint64_t, std::uint64_t, std::uint32_t*);
sixteen_function sixteen_blocks() {
  switch (runtime::best_isa()) {
    case runtime::isa::avx512: return &avx512::sixteen;
    case runtime::isa::avx2: return &avx2::sixteen;
    default: return &sse2::sixteen;
  }
}

constexpr std::int64_t chunk = 64;  // elements of sixteen blocks

template <class T>
void drop(const T* x, T* y, std::int64_t count, double rate, std::uint64_t seed) {
  using C = compute_type<T>;
  const C scale = C(1 / (1 - rate));
  const auto below = std::uint32_t(rate * 0x1p32);  // words below it are dropped
  const sixteen_function next = sixteen_blocks();
  // masked, not branched: which elements are dropped cannot be predicted
  const auto kept = [=](T element, std::uint32_t w) {
    using bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
    const bits mask = bits(-std::int64_t(w >= below));
    return std::bit_cast<T>(bits(std::bit_cast<bits>(T(C(element) * scale)) & mask));
  };
  // by value: what lies in the closure could be among the elements that are written
  runtime::parallel((count + chunk - 1) / chunk, 64, [=](std::int64_t begin, std::int64_t end) {
    std::uint32_t word[chunk];
    for (std::int64_t c = begin; c < end; ++c) {
      next(std::uint64_t(c) * (chunk / 4), seed, word);
      const T* __restrict__ const from = x + c * chunk;
      T* __restrict__ const to = y + c * chunk;
      const std::int64_t left = count - c * chunk;
      if (left >= chunk)
        for (std::int64_t i = 0; i < chunk; ++i) to[i] = kept(from[i], word[i]);
      else
        for (std::int64_t i = 0; i < left; ++i) to[i] = kept(from[i], word[i]);
    }
  });
}
void drop(dtype type, const void* x, void* y, std::int64_t count, double rate, std::uint64_t seed) {
  const auto as = [&]<class T>(T) { drop(static_cast<const T*>(x), static_cast<T*>(y), count, rate, seed); };
  switch (type) {
    case dtype::f16: return as(f16{});
    case dtype::bf16: return as(bf16{});
    case dtype::f32: return as(float{});
    default: return as(double{});
  }
}

class recorded_dropout final : public tape_node {
 public:
  recorded_dropout(const tape_ptr& node, dtype type, std::int64_t count, double rate, std::uint64_t seed)
      : tape_node(type, count), rate_(rate), seed_(seed) {
    add_input(node);
  }
  const char* name() const override { return "dropout"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    const buffer out = element_buffer(count(), dtype_size(type()));
    drop(type(), cotangent.data(), out.data(), count(), rate_, seed_);
    sink.add(input(0), out);
  }

 private:
  double rate_;
  std::uint64_t seed_;
};

}  // namespace

dynamic_tensor dropout(const dynamic_tensor& x, double rate, std::uint64_t seed) {
  if (!(rate >= 0 && rate < 1)) fail("dropout: the rate " + std::to_string(rate) + " is not in [0, 1)");
  const dynamic_tensor packed = x.contiguous();
  dynamic_tensor y = dynamic_tensor::uninitialized(x.type, x.rank, x.n);
  drop(x.type, packed.first, y.writable(), packed.size(), rate, seed);
  return y;
}
tape_ptr record_dropout(const tape_ptr& node, dtype type, std::int64_t count, double rate, std::uint64_t seed) {
  return tape_ptr(new recorded_dropout(node, type, count, rate, seed));
}

}  // namespace tiga::detail

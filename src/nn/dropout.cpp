#include <immintrin.h>

#include <bit>
#include <string>
#include <tiga/nn/dropout.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/parallel.hpp>
#include <type_traits>

#if !defined(__clang__)
  #pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace tiga::detail {
namespace {

namespace baseline {
#define TIGA_DROP_TARGET
#define TIGA_DROP_LANES 2
#define TIGA_DROP_PRODUCT(a, b) words_of(_mm_mul_epu32(__m128i(a), __m128i(b)))
#define TIGA_DROP_EVEN 0, 2, 4, 6
#include "dropout.inc"
}  // namespace baseline

namespace avx2 {
#define TIGA_DROP_TARGET __attribute__((target("avx2,f16c")))
#define TIGA_DROP_LANES 4
#define TIGA_DROP_PRODUCT(a, b) words_of(_mm256_mul_epu32(__m256i(a), __m256i(b)))
#define TIGA_DROP_EVEN 0, 2, 4, 6, 8, 10, 12, 14
#include "dropout.inc"
}  // namespace avx2

namespace avx512 {
#define TIGA_DROP_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
#define TIGA_DROP_LANES 8
// g++ 12 warns of its own _mm512_mul_epu32
#define TIGA_DROP_PRODUCT(a, b) words_of(_mm512_maskz_mul_epu32(0xff, __m512i(a), __m512i(b)))
#define TIGA_DROP_EVEN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#include "dropout.inc"
}  // namespace avx512

template <class T>
auto drop_chunks_here() {
  switch (runtime::best_isa()) {
    case runtime::isa::avx512: return &avx512::drop_chunks<T>;
    case runtime::isa::avx2: return &avx2::drop_chunks<T>;
    default: return &baseline::drop_chunks<T>;
  }
}

template <class T>
void drop(const T* x, T* y, std::int64_t count, double rate, std::uint64_t seed) {
  const auto scale = compute_type<T>(1 / (1 - rate));
  const auto below = std::uint32_t(rate * 0x1p16 + 0.5);  // halves of words below it are dropped
  const auto chunks = drop_chunks_here<T>();
  runtime::parallel((count + 127) / 128, 64,
                    [=](std::int64_t begin, std::int64_t end) { chunks(x, y, begin, end, count, below, scale, seed); });
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

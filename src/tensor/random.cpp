#include <cmath>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/random.hpp>

namespace tiga::detail {
namespace {

struct block {
  std::uint32_t word[4];
};

// Ten rounds of two 32 x 32 bit products each; constants of the paper.
block philox(std::uint64_t counter, std::uint64_t seed) {
  std::uint32_t c0 = std::uint32_t(counter), c1 = std::uint32_t(counter >> 32), c2 = 0, c3 = 0;
  std::uint32_t k0 = std::uint32_t(seed), k1 = std::uint32_t(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t(0xd2511f53u) * c0, p1 = std::uint64_t(0xcd9e8d57u) * c2;
    const std::uint32_t n0 = std::uint32_t(p1 >> 32) ^ c1 ^ k0, n2 = std::uint32_t(p0 >> 32) ^ c3 ^ k1;
    c1 = std::uint32_t(p1);
    c3 = std::uint32_t(p0);
    c0 = n0;
    c2 = n2;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  return {{c0, c1, c2, c3}};
}
std::uint64_t half(const block& b, int i) { return std::uint64_t(b.word[2 * i + 1]) << 32 | b.word[2 * i]; }
/// 53 bits in [0, 1).
double unit(std::uint64_t bits) { return double(bits >> 11) * 0x1p-53; }

constexpr std::int64_t grain = 1 << 13;

// Two elements a block: element i is made of half i % 2 of block i / 2.
template <class T, class Make>
void fill(void* first, std::int64_t count, std::uint64_t seed, Make make) {
  T* out = static_cast<T*>(first);
  runtime::parallel((count + 1) / 2, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t b = begin; b < end; ++b) {
      T pair[2];
      make(philox(std::uint64_t(b), seed), pair);
      out[2 * b] = pair[0];
      if (2 * b + 1 < count) out[2 * b + 1] = pair[1];
    }
  });
}

template <class T>
void uniform_of(void* first, std::int64_t count, std::uint64_t seed, double low, double high) {
  fill<T>(first, count, seed, [=](const block& b, T* pair) {
    for (int i = 0; i < 2; ++i) {
      const T value = T(low + (high - low) * unit(half(b, i)));
      pair[i] = double(value) < high ? value : T(low);  // rounding may reach `high`
    }
  });
}

template <class T>
void integers_of(void* first, std::int64_t count, std::uint64_t seed, std::int64_t low, std::int64_t high) {
  __extension__ typedef unsigned __int128 wide;
  const std::uint64_t range = std::uint64_t(high) - std::uint64_t(low);
  fill<T>(first, count, seed, [=](const block& b, T* pair) {
    for (int i = 0; i < 2; ++i) pair[i] = T(std::uint64_t(low) + std::uint64_t(wide(half(b, i)) * range >> 64));
  });
}

// log and cos in plain arithmetic, because those of the C library may differ between machines in the last bit.
// log(m 2^e) = e log 2 + 2 artanh((m - 1) / (m + 1)) with m in [0.7, 1.5): the series loses less than 1e-15.
double log_of(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.70710678118654752) {
    m *= 2;
    --e;
  }
  const double t = (m - 1) / (m + 1), t2 = t * t;
  double s = 0;
  for (int k = 21; k >= 1; k -= 2) s = s * t2 + 1.0 / k;
  return double(e) * 0.69314718055994531 + 2 * t * s;
}
// cos(2 pi u) and sin(2 pi u) for u in [0, 1): the angle inside its quarter, |angle| <= pi / 4, then Taylor.
void cos_sin(double u, double* c, double* s) {
  const double quarter = std::floor(4 * u + 0.5);
  const double x = (u - quarter * 0.25) * 6.283185307179586, x2 = x * x;
  double cx = 1, sx = 1;
  for (int k = 18; k >= 2; k -= 2) {
    cx = 1 - cx * x2 / double(k * (k - 1));
    sx = 1 - sx * x2 / double(k * (k + 1));
  }
  sx *= x;
  switch (int(quarter) & 3) {
    case 0: *c = cx, *s = sx; break;
    case 1: *c = -sx, *s = cx; break;
    case 2: *c = -cx, *s = -sx; break;
    default: *c = sx, *s = -cx; break;
  }
}

// Box and Muller: two uniform numbers become two normal ones.
template <class T>
void normal_of(void* first, std::int64_t count, std::uint64_t seed, double mean, double deviation) {
  fill<T>(first, count, seed, [=](const block& b, T* pair) {
    const double radius = std::sqrt(-2 * log_of(1 - unit(half(b, 0))));
    double c = 0, s = 0;
    cos_sin(unit(half(b, 1)), &c, &s);
    pair[0] = T(mean + deviation * radius * c);
    pair[1] = T(mean + deviation * radius * s);
  });
}

}  // namespace

void random_uniform(dtype type, void* first, std::int64_t count, std::uint64_t seed, double low, double high) {
  if (!(low < high)) fail("uniform: low " + std::to_string(low) + " is not below high " + std::to_string(high));
  switch (type) {
    case dtype::f16: return uniform_of<f16>(first, count, seed, low, high);
    case dtype::bf16: return uniform_of<bf16>(first, count, seed, low, high);
    case dtype::f32: return uniform_of<float>(first, count, seed, low, high);
    default: return uniform_of<double>(first, count, seed, low, high);
  }
}

void random_integers(dtype type, void* first, std::int64_t count, std::uint64_t seed, std::int64_t low,
                     std::int64_t high) {
  if (!(low < high)) fail("uniform: low " + std::to_string(low) + " is not below high " + std::to_string(high));
  const bool is_signed = type == dtype::i8 || type == dtype::i16 || type == dtype::i32 || type == dtype::i64;
  const int bits = type == dtype::boolean ? 1 : int(8 * dtype_size(type)) - (is_signed ? 1 : 0);
  const std::int64_t least = !is_signed ? 0 : bits >= 63 ? low : -(std::int64_t(1) << bits);
  const bool fits = low >= least && (bits >= 63 || high <= std::int64_t(1) << bits);
  if (!fits)
    fail(std::string("uniform: ") + dtype_name(type) + " does not hold [" + std::to_string(low) + ", " +
         std::to_string(high) + ")");
  switch (dtype_size(type)) {
    case 1: return integers_of<std::uint8_t>(first, count, seed, low, high);
    case 2: return integers_of<std::uint16_t>(first, count, seed, low, high);
    case 4: return integers_of<std::uint32_t>(first, count, seed, low, high);
    default: return integers_of<std::uint64_t>(first, count, seed, low, high);
  }
}

void random_normal(dtype type, void* first, std::int64_t count, std::uint64_t seed, double mean, double deviation) {
  switch (type) {
    case dtype::f16: return normal_of<f16>(first, count, seed, mean, deviation);
    case dtype::bf16: return normal_of<bf16>(first, count, seed, mean, deviation);
    case dtype::f32: return normal_of<float>(first, count, seed, mean, deviation);
    default: return normal_of<double>(first, count, seed, mean, deviation);
  }
}

}  // namespace tiga::detail

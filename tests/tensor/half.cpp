// Conversions of f16 and bf16 against the definition: the nearest value, of two the even one.
#include <cmath>
#include <cstring>
#include <random>
#include <tiga/program/half.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;

namespace {

struct format {
  int fraction, least_exponent;  // bits behind the point; exponent of the smallest normal number
  double largest;
};
constexpr format binary16{10, -14, 65504.0}, brain{7, -126, 3.3895313892515355e38};

// The nearest number of the format, by arithmetic on exact doubles.
double nearest(double x, const format& f) {
  if (std::isnan(x) || std::isinf(x) || x == 0) return x;
  const int e = std::max(std::ilogb(x), f.least_exponent);
  const double unit = std::ldexp(1.0, e - f.fraction), steps = x / unit;  // exact: a power of two
  double rounded = std::floor(steps);
  const double rest = steps - rounded;
  if (rest > 0.5 || (rest == 0.5 && std::fmod(rounded, 2.0) != 0)) ++rounded;
  const double y = rounded * unit;
  return std::abs(y) > f.largest ? std::copysign(INFINITY, x) : std::copysign(y, x);
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

template <class H>
void check(double x, const format& f) {
  const double single = double(float(x));
  INFO(x);
  CHECK(same(double(float(H(float(x)))), nearest(single, f)));
  CHECK(same(double(float(H(x))), nearest(x, f)));
}

template <class H>
void check_around_everything(const format& f) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const double value = float(H::from_bits(std::uint16_t(bits)));
    const H back(float(value) * 1.0f);
    if (std::isnan(value)) {
      REQUIRE(std::isnan(float(back)));
      continue;
    }
    REQUIRE(back.bits == bits);
    const double above = float(H::from_bits(std::uint16_t(bits + 1)));
    if (!std::isfinite(value) || !std::isfinite(above) || (bits & 0x7fff) == 0x7fff) continue;
    // The middle to the next number, and the doubles beside it: here a double rounded twice goes wrong.
    const double middle = value + (above - value) / 2;
    for (const double x : {middle, std::nextafter(middle, 1e300), std::nextafter(middle, -1e300)}) {
      const double want = nearest(x, f);
      if (!same(double(float(H(x))), want)) FAIL(x << " became " << float(H(x)) << " instead of " << want);
    }
  }
}

static_assert(f16(1.0f).bits == 0x3c00 && f16(-2.0f).bits == 0xc000 && f16(65504.0f).bits == 0x7bff);
static_assert(f16(65519.0f).bits == 0x7bff && f16(65520.0f).bits == 0x7c00);
static_assert(f16(0x1p-24f).bits == 1 && f16(0x1p-25f).bits == 0 && f16(0x1.8p-24f).bits == 2);
static_assert(bf16(1.0f).bits == 0x3f80 && float(bf16(257.0f)) == 256.0f);
static_assert(std::is_trivially_copyable_v<f16> && std::is_trivially_default_constructible_v<bf16>);

}  // namespace

TEST_CASE("every f16 and every middle between two") { check_around_everything<f16>(binary16); }
TEST_CASE("every bf16 and every middle between two") { check_around_everything<bf16>(brain); }

TEST_CASE("random floats become the nearest 16-bit number") {
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    const std::uint32_t bits = std::uint32_t(random());
    float x;
    std::memcpy(&x, &bits, sizeof x);
    if (!same(double(float(f16(x))), nearest(double(x), binary16))) FAIL(x);
    if (!same(double(float(bf16(x))), nearest(double(x), brain))) FAIL(x);
  }
}

TEST_CASE("special values") {
  const double infinity = HUGE_VAL;
  for (const double x : {0.0, -0.0, infinity, -infinity, std::nan(""), 1e-300, -1e300, 65535.0, 1.0 / 3}) {
    check<f16>(x, binary16);
    check<bf16>(x, brain);
  }
  CHECK(float(f16(2049)) == 2048.0f);
  CHECK(float(f16(2051)) == 2052.0f);
  CHECK(std::isinf(float(f16(100000))));
}

// Elementary functions: within 2 ulp, C99's special values, and one result at every width and on every
// instruction set.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <vector>

#include "catch.hpp"

namespace elementary_test {  // away from the namespaces of the kernels
enum class function { exp, log, tanh, pow, sqrt, sin, cos, floor, abs };
}

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors wider than the registers, on purpose
#if defined(__clang__)
  #pragma clang fp contract(off)
  #define TIGA_EXACT
#else
  #define TIGA_EXACT __attribute__((optimize("fp-contract=off")))
#endif
#define TIGA_FN TIGA_KERNEL __attribute__((always_inline)) inline

#define TIGA_ISA baseline
#define TIGA_BYTES 16
#define TIGA_KERNEL TIGA_EXACT
namespace elementary_test::TIGA_ISA {
#include "elementary_apply.inc"
}  // namespace elementary_test::TIGA_ISA
#undef TIGA_ISA
#undef TIGA_BYTES
#undef TIGA_KERNEL

#define TIGA_ISA avx2
#define TIGA_BYTES 32
#define TIGA_KERNEL TIGA_EXACT __attribute__((target("avx2,fma,f16c")))
namespace elementary_test::TIGA_ISA {
#include "elementary_apply.inc"
}  // namespace elementary_test::TIGA_ISA
#undef TIGA_ISA
#undef TIGA_BYTES
#undef TIGA_KERNEL

#define TIGA_ISA avx512
#define TIGA_BYTES 64
#define TIGA_KERNEL TIGA_EXACT __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
namespace elementary_test::TIGA_ISA {
#include "elementary_apply.inc"
}  // namespace elementary_test::TIGA_ISA

namespace {

using elementary_test::function;
template <class T>
using numbers = std::vector<T>;

// One instruction set at one width.
template <class T>
struct build {
  const char* name;
  bool runs;
  void (*apply)(function, const T*, const T*, T*, std::size_t);
  numbers<T> operator()(function f, const numbers<T>& x, const numbers<T>& y) const {
    numbers<T> result(x.size());
    apply(f, x.data(), y.data(), result.data(), x.size());
    return result;
  }
};

// Single numbers first, then registers of 16, 32 and 64 bytes and vectors wider and narrower than that.
template <class T>
std::vector<build<T>> builds() {
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  return {{"baseline, 1", true, &elementary_test::baseline::apply<T, 1>},
          {"baseline, 4", true, &elementary_test::baseline::apply<T, 4>},
          {"baseline, 16", true, &elementary_test::baseline::apply<T, 16>},
          {"avx2, 1", avx2, &elementary_test::avx2::apply<T, 1>},
          {"avx2, 2", avx2, &elementary_test::avx2::apply<T, 2>},
          {"avx2, 8", avx2, &elementary_test::avx2::apply<T, 8>},
          {"avx512, 4", avx512, &elementary_test::avx512::apply<T, 4>},
          {"avx512, 8", avx512, &elementary_test::avx512::apply<T, 8>},
          {"avx512, 16", avx512, &elementary_test::avx512::apply<T, 16>}};
}

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// splitmix64: the same inputs from every compiler and library
struct source {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  TIGA_EXACT double between(double a, double b) { return a + (b - a) * (double(next() >> 11) * 0x1p-53); }
  template <class T>
  T pattern() {
    return std::bit_cast<T>(bits_of<T>(next()));
  }
};

template <class T>
numbers<T> special() {
  using limits = std::numeric_limits<T>;
  const T top = limits::max(), least = limits::denorm_min(), normal = limits::min(), eps = limits::epsilon();
  const T integers = T(1) / eps;  // from here on all numbers are integers
  numbers<T> all;
  const auto add = [&](std::initializer_list<T> list) {
    for (const T x : list) all.insert(all.end(), {x, -x});
  };
  add({0, least, 3 * least, normal - least, normal, normal + least, eps / 4, eps, top / 2, top, limits::infinity()});
  add({T(0.25), T(0.5), T(0.625), T(0.7071067811865475), 1 - eps / 2, 1, 1 + eps, T(1.5), 2, T(2.5), 3, 5, 800, 1e5});
  add({T(1.5707963267948966), T(3.141592653589793), T(88.72283), T(88.73), T(103.9), T(104.1)});
  add({T(709.78271289338397), T(709.79), T(745.13), T(745.2), 4096 * integers});
  add({integers / 4, integers / 2 - T(0.5), integers / 2, integers - 1, integers, integers + 1});
  add({2 * integers - 1, 2 * integers, 2 * integers + 2});
  all.push_back(limits::quiet_NaN());
  while (all.size() % 16) all.push_back(1);
  return all;
}

template <class T>
struct inputs {
  numbers<T> x, y;
  void add(T a, T b) { x.push_back(a), y.push_back(b); }
};

// What a function is tried on: special values, any bits at all, and numbers where its result is finite.
template <class T>
inputs<T> inputs_for(function f, int count) {
  source random{std::uint64_t(f) * 2 + sizeof(T) / 8};
  inputs<T> in;
  const numbers<T> s = special<T>();
  for (const T a : s)
    if (f == function::pow)
      for (const T b : s) in.add(a, b);
    else
      in.add(a, 1);
  if (sizeof(T) == 8) in.add(T(0x1.6ac5b262ca1ffp+849), 1);  // of all doubles the nearest to a multiple of pi/2
  const double edge = sizeof(T) == 4 ? 110 : 760;            // of the exponential function
  for (int i = 0; i < count; ++i) {
    const T any = random.pattern<T>();
    in.add(any, random.pattern<T>());
    const double u = random.between(-1, 1), small = std::ldexp(u, -int(random.next() % 30));
    switch (f) {
      case function::exp: in.add(T(u * edge), 1), in.add(T(small), 1); break;
      case function::log: in.add(T(1 + small), 1), in.add(T((u + 1) * 50), 1); break;
      case function::tanh: in.add(T(u * 20), 1), in.add(T(small), 1); break;
      case function::pow: {  // |y log x| stays near the edge or below, in the second with y large and x near 1
        const double x = std::abs(u) * random.between(0, 8), size = std::ldexp(1.0, int(random.next() % 9));
        in.add(T(x), T(random.between(-edge, edge) / (1 + std::abs(x - 1)) * 2));
        in.add(T(1 + small), T(random.between(-size, size) / (small == 0 ? 1 : small)));
        const T base = T(random.next() % 12) - 6;
        in.add(base, T(random.next() % 64) - 32);
        break;
      }
      case function::sin:
      case function::cos: {  // the second: near a multiple of pi/2
        in.add(T(u * 900), 1);
        in.add(T(double(random.next() % (i % 2 ? 1u << 9 : 1u << 17)) * 1.5707963267948966), 1);
        break;
      }
      default: in.add(T(u * 1000), 1), in.add(T(small), 1);
    }
  }
  while (in.x.size() % 16) in.add(1, 1);
  return in;
}

template <class L>
L exact(function f, L x, L y) {
  switch (f) {
    case function::exp: return std::exp(x);
    case function::log: return std::log(x);
    case function::tanh: return std::tanh(x);
    case function::pow: return std::pow(x, y);
    case function::sqrt: return std::sqrt(x);
    case function::sin: return std::sin(x);
    case function::cos: return std::cos(x);
    case function::floor: return std::floor(x);
    default: return std::abs(x);
  }
}

// Units in the last place between a result and the exact number; infinite where one is NaN or the signs differ.
template <class T, class L>
double distance(T got, L want) {
  using limits = std::numeric_limits<T>;
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) && std::isnan(want) ? 0 : wrong;
  if (std::signbit(got) != std::signbit(want)) return wrong;
  if (want == 0 || std::isinf(want)) return L(got) == want ? 0 : wrong;
  const int exponent = std::min(std::max(std::ilogb(want), limits::min_exponent - 1), limits::max_exponent - 1);
  if (std::isinf(got)) {
    if (std::abs(want) >= std::ldexp(L(1), limits::max_exponent)) return 0;
    got = limits::max();
  }
  return double(std::ldexp(std::abs(L(got) - want), limits::digits - 1 - exponent));
}

template <class T>
void check_accuracy(function f, int count, double allowed) {
  using L = std::conditional_t<sizeof(T) == 4, double, long double>;
  const inputs<T> in = inputs_for<T>(f, count);
  const numbers<T> got = builds<T>().front()(f, in.x, in.y);
  double worst = -1;
  std::size_t at = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (const double d = distance(got[i], exact(f, L(in.x[i]), L(in.y[i]))); d > worst) worst = d, at = i;
  INFO("function " << int(f) << ", " << sizeof(T) * 8 << " bits, x " << in.x[at] << ", y " << in.y[at] << ", got "
                   << got[at] << ", off by " << worst << " ulp");
  CHECK(worst <= allowed);
}

// Of the bits of all results; every NaN counts alike.
template <class T>
std::uint64_t digest(const numbers<T>& x) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const T v : x)
    h = (h ^ std::uint64_t(std::bit_cast<bits_of<T>>(v == v ? v : T(0)) + (v == v ? 0u : 1u))) * 0x100000001b3;
  return h;
}

constexpr function all[] = {function::exp, function::log, function::tanh,  function::pow, function::sqrt,
                            function::sin, function::cos, function::floor, function::abs};

template <class T>
std::uint64_t check_one_result(int count) {
  std::uint64_t h = 0;
  for (const function f : all) {
    const inputs<T> in = inputs_for<T>(f, count);
    std::uint64_t first = 0;
    for (const build<T>& b : builds<T>()) {
      if (!b.runs) continue;
      const std::uint64_t now = digest(b(f, in.x, in.y));
      if (first == 0) first = now;
      INFO("function " << int(f) << " by " << b.name);
      CHECK(now == first);
    }
    h = h * 31 + first;
  }
  return h;
}

}  // namespace

TEST_CASE("elementary functions of float are within 2 ulp and keep C99's special values") {
  for (const function f : all)
    check_accuracy<float>(f, 300000, f == function::sqrt || f == function::floor || f == function::abs ? 0.5 : 2);
}

TEST_CASE("elementary functions of double are within 2 ulp and keep C99's special values") {
  for (const function f : all)
    check_accuracy<double>(f, 100000, f == function::sqrt || f == function::floor || f == function::abs ? 0.5 : 2);
}

// The digests are pinned: they hold for every compiler, and change only with a polynomial or an algorithm.
TEST_CASE("elementary functions give one result at every width, on every instruction set, from every compiler") {
  CHECK(check_one_result<float>(20000) == 0xd42f6e7cfd42e83f);
  CHECK(check_one_result<double>(20000) == 0x45e333676c8d5811);
}

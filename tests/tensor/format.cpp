// Tensors as text.
#include <limits>
#include <sstream>
#include <tiga/format.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/views.hpp>

#include "catch.hpp"

using namespace tiga;

namespace {
inline constexpr axis N{"N"}, F{"F", 3}, A{"A", 512}, E{"E"};
}

TEST_CASE("a tensor prints its layout and aligned rows") {
  const tensor<float, m<N, F>> t = from<float>({{1, 2.5f, -3}, {10, 0, 1e9f}});
  CHECK(fmt::format("{}", t) ==
        "f32 [N = 2, F = 3]\n"
        "[[    1,   2.5,    -3],\n"
        " [   10,     0, 1e+09]]");
  CHECK(fmt::format("{}", transpose(t)) ==
        "f32 [F = 3, N = 2]\n"
        "[[    1,    10],\n"
        " [  2.5,     0],\n"
        " [   -3, 1e+09]]");
  CHECK(fmt::format("{:.2}", full<double, m<N>>(0.123456, 2)) == "f64 [N = 2]\n[0.12, 0.12]");
}

TEST_CASE("small cases and element types") {
  CHECK(fmt::format("{}", tensor<double, m<>>(0.5)) == "f64 [] 0.5");
  CHECK(fmt::format("{}", tensor<float, m<N, F>>()) == "f32 [N = 0, F = 3] []");
  CHECK(fmt::format("{}", tensor<bool, m<N>>(from({true, false}))) == "bool [N = 2]\n[ true, false]");
  CHECK(fmt::format("{}", tensor<std::int8_t, m<N>>(from({-1, 100}))) == "i8 [N = 2]\n[ -1, 100]");
  CHECK(fmt::format("{}", tensor<f16, m<N>>(from({0.5f}))) == "f16 [N = 1]\n[0.5]");
  CHECK(fmt::format("{}", tensor<id<E>, m<N>>(from({7}))) == "i32 [N = 1]\n[7]");
  const auto three = arange<int, m<N, E, F>>(2, 1);
  CHECK(fmt::format("{}", three) == "i32 [N = 2, E = 1, F = 3]\n[[[0, 1, 2]],\n [[3, 4, 5]]]");
  CHECK(fmt::format("{}", from_vector<float, m<N>>(std::vector{std::numeric_limits<float>::infinity(), -0.0f})) ==
        "f32 [N = 2]\n[inf,  -0]");
}

TEST_CASE("big tensors are summarised") {
  CHECK(fmt::format("{}", arange<int, m<N>>(1001)) == "i32 [N = 1001]\n[   0,    1,    2, ...,  998,  999, 1000]");
  CHECK(fmt::format("{}", arange<int, m<N>>(1000)).size() > 4000);
  const std::string s = fmt::format("{}", arange<int, m<N, E>>(500, 3));
  CHECK(s ==
        "i32 [N = 500, E = 3]\n"
        "[[   0,    1,    2],\n [   3,    4,    5],\n [   6,    7,    8],\n ...,\n"
        " [1491, 1492, 1493],\n [1494, 1495, 1496],\n [1497, 1498, 1499]]");
}

TEST_CASE("dtypes, mappings and elements") {
  CHECK(fmt::format("{} {}", dtype::bf16, dtype::boolean) == "bf16 bool");
  CHECK(fmt::format("{}", m<A / 8, F>{}) == "[A / 8, F]");
  CHECK(fmt::format("{:.1f} {} {}", f16(0.25f), bf16(2.0f), id<N>(3)) == "0.2 2 3");
  CHECK(describe(zeros<float, m<A / 8, F>>()) == "f32 [A / 8 = 64, F = 3]");
}

TEST_CASE("tensors go into streams of the standard library") {
  std::ostringstream stream;
  stream << arange<int, m<N>>(3) << '\n' << 7;
  CHECK(stream.str() == "i32 [N = 3]\n[0, 1, 2]\n7");
}

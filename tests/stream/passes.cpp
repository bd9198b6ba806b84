// Passes as users write them, beside plain loops.
#include <cmath>
#include <limits>
#include <tiga/runtime/parallel.hpp>
#include <tiga/stream/stream.hpp>
#include <tiga/tensor/activation.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/random.hpp>
#include <tiga/tensor/reduce.hpp>

#include "catch.hpp"

using namespace tiga;

namespace {

constexpr axis W{"W", 3}, R{"R", 4}, S{"S", 2}, V{"V", 4}, P{"P", 8}, X{"X", 4};
using none = m<>;
using table = tensor<float, m<W, R, S, V, P>>;
using laid_out = stream<float, none, none, m<W, R>, m<S, V>, m<P>>;

const table x = normal<float, m<W, R, S, V, P>>(7);
float at(int w, int r, int s, int v, int p) { return x.data()[(((w * 4 + r) * 2 + s) * 4 + v) * 8 + p]; }
// f(w, s, v, p, place) over the reduced table, row-major
void each(auto f) {
  int place = 0;
  for (int w = 0; w < 3; ++w)
    for (int s = 0; s < 2; ++s)
      for (int v = 0; v < 4; ++v)
        for (int p = 0; p < 8; ++p) f(w, s, v, p, place++);
}
float total(int w, int s, int v, int p) {
  float a = 0;
  for (int r = 0; r < 4; ++r) a += at(w, r, s, v, p);
  return a;
}

}  // namespace

TEST_CASE("A dummy, a broadcast and a promotion hold the same sums in their own places", "[stream]") {
  const laid_out in(x);
  const auto dummy = in.vector_init().inter_slice_reduce<m<W, tiga::dummy(4)>, m<S, V>>(ops::add).vector_final();
  const auto copies = in.vector_init().inter_slice_reduce<m<W, X>, m<S, V>>(ops::add).vector_final();
  const auto promoted = in.vector_init().inter_slice_reduce<m<W, V>, m<S>>(ops::add).vector_final();
  each([&](int w, int s, int v, int p, int) {
    const float want = total(w, s, v, p);
    CHECK(dummy.data()[((w * 4 * 2 + s) * 4 + v) * 8 + p] == want);
    for (int c = 0; c < 4; ++c) CHECK(copies.data()[(((w * 4 + c) * 2 + s) * 4 + v) * 8 + p] == want);
    CHECK(promoted.data()[((w * 4 + v) * 2 + s) * 8 + p] == want);
  });
  // and as tensors
  const auto t = promoted.to_tensor<m<W, S, V, P>>();
  each([&](int w, int s, int v, int p, int place) { CHECK(t.data()[place] == total(w, s, v, p)); });
}

TEST_CASE("The deduced forms are the spelled ones", "[stream]") {
  const laid_out in(x);
  const auto same = [](const auto& a, const auto& b) {
    STATIC_REQUIRE(std::is_same_v<decltype(a), decltype(b)>);
    CHECK(std::equal(a.span().begin(), a.span().end(), b.span().begin()));
  };
  const auto pass = in.vector_init();
  same(pass.reduce<R>(ops::max).broadcast<X>().vector_final(),
       pass.inter_slice_reduce<m<W, X>, m<S, V>>(ops::max).vector_final());
  same(pass.reduce<R>(ops::min).promote<V>().vector_final(),
       pass.inter_slice_reduce<m<W, V>, m<S>>(ops::min).vector_final());
  STATIC_REQUIRE(std::is_same_v<decltype(pass.reduce<R>(ops::add).vector_final())::slice, m<W, dummy(4)>>);
}

TEST_CASE("all_reduce gives every slice of a group the result", "[stream]") {
  const auto y = laid_out(x).vector_init().all_reduce<R>(ops::add).vector_final();
  STATIC_REQUIRE(std::is_same_v<decltype(y), const laid_out>);
  each([&](int w, int s, int v, int p, int) {
    for (int r = 0; r < 4; ++r) CHECK(y.data()[(((w * 4 + r) * 2 + s) * 4 + v) * 8 + p] == total(w, s, v, p));
  });
}

TEST_CASE("Elementwise stages run with the reduction and may change the type", "[stream]") {
  const auto y = laid_out(x)
                     .vector_init()
                     .map([](auto a) { return cast<double>(a) * 2.0; })
                     .map([](auto a) { return a * a; })
                     .reduce<R>(ops::add)
                     .map([](auto a) { return sqrt(a); })
                     .map([](auto a) { return cast<float>(a); })
                     .vector_final()
                     .to_tensor<m<W, S, V, P>>();
  each([&](int w, int s, int v, int p, int place) {
    double a = 0;
    for (int r = 0; r < 4; ++r) a += double(at(w, r, s, v, p)) * 2.0 * (double(at(w, r, s, v, p)) * 2.0);
    CHECK(y.data()[place] == float(std::sqrt(a)));
  });
}

TEST_CASE("A stage reads another stream, a scalar and numbers", "[stream]") {
  const laid_out in(x);
  const tensor<float, m<>> scale(3.0f);
  const float shift = 0.5f;
  const auto y = in.vector_init()
                     .map([&](auto a) { return a * scale + shift; })
                     .map(in, [](auto a, auto b) { return a - b; })
                     .vector_final();
  for (std::int64_t i = 0; i < laid_out::size; ++i) {
    const float tripled = x.data()[i] * 3.0f + 0.5f;
    CHECK(y.data()[i] == tripled - x.data()[i]);
  }
  // behind a reduction, over the layouts of its result
  const auto sums = in.vector_init().reduce<R>(ops::add).vector_final();
  const auto zero = in.vector_init().reduce<R>(ops::add).map(sums, [](auto a, auto b) { return a - b; }).vector_final();
  each([&, t = zero.to_tensor<m<W, S, V, P>>()](int, int, int, int, int place) { CHECK(t.data()[place] == 0.0f); });
}

TEST_CASE("argmax and argmin give the first place of the greatest and the least", "[stream]") {
  static constexpr axis N{"N", 6};
  using column = stream<float, none, none, m<N>, none, none>;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto places = [](std::vector<float> v) {
    const tensor<float, m<N>> t = from(v);
    const column c(t);
    return std::pair(c.vector_init().template reduce<N>(ops::argmax).vector_final().data()[0],
                     c.vector_init().template reduce<N>(ops::argmin).vector_final().data()[0]);
  };
  CHECK(places({1, 5, 5, 0, 0, 2}) == std::pair(1, 3));
  CHECK(places({1, nan, 5, nan, 0, 2}) == std::pair(1, 1));
  CHECK(places({-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY}) == std::pair(0, 0));
}

TEST_CASE("An operation of one's own is folded in slice order", "[stream]") {
  constexpr axis N{"N", 21}, L{"L", 37};
  const auto t = arange<std::int32_t, m<N, L>>();
  // associative but not commutative: the left operand, unless it is nothing
  const auto first = ops::fold(-1, [](std::int32_t a, std::int32_t b) { return a >= 0 ? a : b; });
  const auto y = stream<std::int32_t, none, none, m<N>, m<L>, none>(t).vector_init().reduce<N>(first).vector_final();
  for (std::size_t l = 0; l < 37; ++l) CHECK(y.data()[l] == t.span()[l]);
}

TEST_CASE("A NaN wins, but on the strict target, which ignores it", "[stream]") {
  constexpr axis N{"N", 64}, K{"K", 2}, L{"L", 8};
  const float nan = std::numeric_limits<float>::quiet_NaN();
  auto t = full<float, m<N, K, L>>(1.0f);
  t.mutable_span()[3] = nan;
  t.mutable_span()[9] = -0.0f;
  t.mutable_span()[1] = 0.0f;
  using lanes = stream<float, none, none, m<N, K>, none, m<L>>;
  const lanes in(t);
  CHECK(std::isnan(in.vector_init().reduce<K>(ops::max).vector_final().data()[3]));
  CHECK(in.vector_init<strict_rngd>().reduce<K>(ops::max).vector_final().data()[3] == 1.0f);
  CHECK(in.vector_init<strict_rngd>().reduce<K>(ops::min).vector_final().data()[3] == 1.0f);
  // of the zeros +0 is the greater one
  CHECK(std::signbit(in.vector_init().reduce<K>(ops::min).vector_final().data()[1]));
}

TEST_CASE("Holes: never read, filled where asked, zero where declared", "[stream]") {
  constexpr axis A{"A", 5}, B{"B", 3};
  const auto t = arange<float, m<B, A>>();
  const stream<float, none, none, m<B>, m<pad(A, 8)>, none> filled(t, -1.0f);
  const stream<float, none, none, m<B>, m<pad(A, 8, padding::zero)>, none> zeros(t, -1.0f);
  for (int b = 0; b < 3; ++b)
    for (int a = 0; a < 8; ++a) {
      CHECK(filled.data()[b * 8 + a] == (a < 5 ? float(b * 5 + a) : -1.0f));
      CHECK(zeros.data()[b * 8 + a] == (a < 5 ? float(b * 5 + a) : 0.0f));
    }
  // what is declared zero stays so, whatever the stages make of it
  const auto ones = zeros.vector_init().map([](auto v) { return v + 1.0f; }).vector_final();
  for (int a = 5; a < 8; ++a) CHECK(ones.data()[a] == 0.0f);
  const auto sums = stream<float, none, none, m<A>, m<B>, none>(t)
                        .vector_init()
                        .inter_slice_reduce<m<pad(dummy(1), 5, padding::zero)>, m<B>>(ops::add)
                        .vector_final();
  CHECK(sums.data()[0] == 10.0f);
  for (int i = 3; i < 15; ++i) CHECK(sums.data()[i] == 0.0f);
  // a ragged split
  const stream<float, none, none, m<pad(A, 8) / 4>, m<pad(A, 8) % 4, B>, none> ragged(t, 9e9f);
  const auto folded =
      ragged.vector_init().inter_slice_reduce<m<dummy(2)>, m<pad(A, 8) % 4, B>>(ops::max).vector_final();
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 3; ++b) CHECK(folded.data()[a * 3 + b] == t.data()[b * 5 + (a == 0 ? 4 : a)]);
}

TEST_CASE("Copies: every one is filled, the first is read", "[stream]") {
  constexpr axis A{"A", 5};
  const auto t = arange<float, m<A>>();
  const stream<float, none, none, m<copies(3)>, m<A>, m<copies(2)>> s(t);
  for (int i = 0; i < 30; ++i) CHECK(s.data()[i] == float(i / 2 % 5));
  CHECK(std::equal(t.span().begin(), t.span().end(), s.to_tensor<m<A>>().span().begin()));
}

TEST_CASE("Reductions inside slices: a tree in the packet, then time", "[stream]") {
  const laid_out in(x);
  const auto times = in.vector_init().intra_slice_reduce<V>(ops::add).vector_final();
  STATIC_REQUIRE(std::is_same_v<decltype(times), const stream<float, none, none, m<W, R>, m<S>, m<P>>>);
  const auto lanes =
      in.vector_init().map([](auto a) { return a * 2.0f; }).intra_slice_reduce<P>(ops::add).vector_final();
  for (int w = 0; w < 3; ++w)
    for (int r = 0; r < 4; ++r)
      for (int s = 0; s < 2; ++s) {
        for (int p = 0; p < 8; ++p) {
          float a = 0;
          for (int v = 0; v < 4; ++v) a += at(w, r, s, v, p);
          CHECK(times.data()[((w * 4 + r) * 2 + s) * 8 + p] == a);
        }
        for (int v = 0; v < 4; ++v) {
          float t[8];
          for (int p = 0; p < 8; ++p) t[p] = at(w, r, s, v, p) * 2.0f;
          const float a = ((t[0] + t[1]) + (t[2] + t[3])) + ((t[4] + t[5]) + (t[6] + t[7]));
          CHECK(lanes.data()[((w * 4 + r) * 2 + s) * 4 + v] == a);
        }
      }
  // an axis in Slice, in Time and in the packet, with an end that does not exist
  constexpr axis L{"L", 13};
  constexpr factor all = pad(factor(L), 32);
  const auto t = arange<std::int32_t, m<L>>();
  const stream<std::int32_t, none, none, m<all / 8>, m<all / 4 % 2>, m<all % 4>> split(t, 1 << 20);
  const auto parts = split.vector_init().intra_slice_reduce<L>(ops::add).vector_final();
  CHECK(parts.data()[0] == 28);
  CHECK(parts.data()[1] == 8 + 9 + 10 + 11 + 12);
  // and the slices with it
  const auto one = split.vector_init().intra_slice_reduce<L>(ops::add).inter_slice_reduce<m<dummy(4)>, m<>>(ops::add);
  CHECK(one.vector_final().data()[0] == 78);
}

TEST_CASE("Packets are split, joined, padded and trimmed", "[stream]") {
  const laid_out in(x);
  const auto split = in.vector_init().split_packet<m<S, V, P / 4>, m<P % 4>>().vector_final();
  STATIC_REQUIRE(std::is_same_v<decltype(split), const stream<float, none, none, m<W, R>, m<S, V, P / 4>, m<P % 4>>>);
  CHECK(split.data() == in.data());  // nothing moves
  const auto joined = split.vector_init().join_packet<m<S, V>, m<P>>().vector_final();
  STATIC_REQUIRE(std::is_same_v<decltype(joined), const laid_out>);
  const auto wide = in.vector_init().pad_packet<m<pad(P, 16)>>().vector_final();
  const auto back = wide.vector_init().trim_packet<m<P>>().vector_final();
  CHECK(std::equal(in.span().begin(), in.span().end(), back.span().begin()));
  for (int i = 0; i < 96; ++i)
    for (int p = 0; p < 16; ++p) CHECK(wide.data()[i * 16 + p] == (p < 8 ? in.data()[i * 8 + p] : 0.0f));
  // a scaled sum over lanes and slices in one pass
  const auto sums = in.vector_init().split_packet<m<S, V, P / 4>, m<P % 4>>().reduce<R>(ops::add).vector_final();
  CHECK(sums.data()[0] == total(0, 0, 0, 0));
}

TEST_CASE("The bits do not depend on the number of threads", "[stream]") {
  constexpr axis A{"A", 97}, B{"B", 12}, T{"T", 33}, L{"L", 24};
  const auto t = normal<float, m<A, B, T, L>>(3);
  const stream<float, none, none, m<A, B>, m<T>, m<L>> in(t);
  const auto run = [&] {
    return in.vector_init()
        .map([](auto a) { return exp(a); })
        .reduce<B>(ops::add)
        .map([](auto a) { return log(a); })
        .intra_slice_reduce<L>(ops::mul)
        .vector_final();
  };
  runtime::set_threads(1);
  const auto one = run();
  for (const int threads : {2, 3, 8}) {
    runtime::set_threads(threads);
    const auto many = run();
    for (std::size_t i = 0; i < 97 * 12 * 33; i += (i % (12 * 33) == 32 ? std::size_t(12 * 33 - 32) : 1))
      REQUIRE(one.span()[i] == many.span()[i]);
  }
  runtime::set_threads(0);
}

TEST_CASE("Small sums of f16 are rounded once", "[stream]") {
  constexpr axis N{"N", 4096};
  const auto t = full<f16, m<N>>(f16(0.25f));
  const auto y = stream<f16, none, none, m<N>, none, none>(t).vector_init().reduce<N>(ops::add).vector_final();
  CHECK(float(y.data()[0]) == 1024.0f);
  const auto z =
      stream<f16, none, none, none, none, m<N>>(t).vector_init().intra_slice_reduce<N>(ops::add).vector_final();
  CHECK(float(z.data()[0]) == 1024.0f);
}

TEST_CASE("The three worked examples of the original, in its sizes", "[stream]") {
  static constexpr axis A{"A", 512}, C{"C", 2}, T{"T", 64}, U{"U", 2};
  // [A / 8, R] over 256 slices of two clusters, the rest of A in the packet
  const auto a = full<std::int32_t, m<C, A, R>>(1);
  const auto first = stream<std::int32_t, none, m<C>, m<A / 8, R>, none, m<A % 8>>(a)
                         .vector_init()
                         .inter_slice_reduce<m<A / 8, dummy(4)>, none>(ops::add)
                         .vector_final()
                         .to_tensor<m<C, A>>();
  for (const std::int32_t v : first.span()) CHECK(v == 4);
  // [W, R] to [W, X], and V out of the middle of time
  const auto b = arange<std::int32_t, m<C, T, R, S, V, U, P>>();
  const stream<std::int32_t, none, m<C>, m<T, R>, m<S, V, U>, m<P>> in(b);
  const auto second = in.vector_init()
                          .inter_slice_reduce<m<T, X>, m<S, V, U>>(ops::max)
                          .vector_final()
                          .to_tensor<m<C, T, X, S, V, U, P>>();
  const auto third =
      in.vector_init().inter_slice_reduce<m<T, V>, m<S, U>>(ops::max).vector_final().to_tensor<m<C, T, S, V, U, P>>();
  const auto want = max<R>(b);
  for (std::int64_t i = 0; i < want.size(); ++i) {
    CHECK(third.data()[i] == want.data()[i]);
    const std::int64_t row = S.size * V.size * U.size * P.size;
    for (std::int64_t c = 0; c < 4; ++c) CHECK(second.data()[(i / row * 4 + c) * row + i % row] == want.data()[i]);
  }
}

TEST_CASE("Axes of one coordinate, streams of one position, and nothing to do", "[stream]") {
  static constexpr axis One{"One", 1};
  const auto t = full<float, m<One>>(3.0f);
  const stream<float, none, none, m<One>, none, none> in(t);
  CHECK(in.vector_init().reduce<One>(ops::add).vector_final().data()[0] == 3.0f);
  CHECK(in.vector_init().all_reduce<One>(ops::max).vector_final().data()[0] == 3.0f);
  CHECK(in.vector_init().reduce<One>(ops::add).broadcast<One>().vector_final().data()[0] == 3.0f);
  CHECK(in.vector_init().vector_final().data() == in.data());
  const laid_out same(x);
  const auto y = same.vector_init().inter_slice_reduce<m<W, R>, m<S, V>>(ops::add).vector_final();
  CHECK(std::equal(y.span().begin(), y.span().end(), same.span().begin()));
}

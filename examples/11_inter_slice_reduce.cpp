// Reductions over slices: a stream is laid out over the parallel workers of a machine (slices), over time steps and
// packets, and one operation folds neighbouring slices. What takes the place of the folded ones is in the type.
#include <cmath>
#include <cstdio>
#include <tiga/format.hpp>
#include <tiga/tiga.hpp>

using namespace tiga;

inline constexpr axis W{"W", 2}, R{"R", 4}, S{"S", 2}, V{"V", 4}, P{"P", 8}, X{"X", 4};
using table = tensor<float, m<W, R, S, V, P>>;

/// The sum over R that every one of them has to give.
float sum_at(const table& t, int w, int s, int v, int p) {
  float sum = 0;
  for (int r = 0; r < 4; ++r) sum += t.data()[(((w * 4 + r) * 2 + s) * 4 + v) * 8 + p];
  return sum;
}
bool good = true;
void check(const char* what, const tensor<float, m<W, S, V, P>>& view, const table& t) {
  const auto sums = contiguous(view);
  bool same = true;
  for (int w = 0; w < 2; ++w)
    for (int s = 0; s < 2; ++s)
      for (int v = 0; v < 4; ++v)
        for (int p = 0; p < 8; ++p) same = same && sums.data()[((w * 2 + s) * 4 + v) * 8 + p] == sum_at(t, w, s, v, p);
  fmt::print("{:<12} {}\n", what, same ? "the sums of a plain loop" : "WRONG");
  good = good && same;
}

int main() {
  const auto t = normal<float, m<W, R, S, V, P>>(1);
  // Eight slices, W outside R; in each, time runs over S and V, and a packet has eight lanes.
  const stream<float, m<>, m<>, m<W, R>, m<S, V>, m<P>> x(t);
  using sums = m<W, S, V, P>;

  // A dummy: the sum stands in the first of four places, the others are holes.
  const auto dummy_places = x.vector_init().inter_slice_reduce<m<W, dummy(4)>, m<S, V>>(ops::add).vector_final();
  check("dummy", dummy_places.to_tensor<sums>(), t);

  // A broadcast: a new axis takes the place, the sum stands at each of its coordinates.
  const auto copies_of_sums = x.vector_init().inter_slice_reduce<m<W, X>, m<S, V>>(ops::add).vector_final();
  check("broadcast", pick<X>(copies_of_sums.to_tensor<m<W, X, S, V, P>>(), 3), t);

  // A promotion: V leaves time and takes the place; slice v of a group gets the sums of time step v.
  const auto scattered = x.vector_init().inter_slice_reduce<m<W, V>, m<S>>(ops::add).vector_final();
  check("promotion", scattered.to_tensor<sums>(), t);
  fmt::print("promoted: {} slices of {} numbers, time {}\n\n", m<W, V>::size, m<S, P>::size,
             render(decltype(scattered)::time{}).c_str());

  // The same by what one means; and the result back at every slice that took part.
  check("reduce", x.vector_init().reduce<R>(ops::add).promote<V>().vector_final().to_tensor<sums>(), t);
  const auto everywhere = x.vector_init().all_reduce<R>(ops::add).vector_final();
  check("all_reduce", pick<R>(everywhere.to_tensor<m<W, R, S, V, P>>(), 2), t);

  // Stages around a reduction run with it, in one pass over memory: the logarithm of a sum of exponentials.
  const auto lse = x.vector_init()
                       .map([](auto a) { return exp(a); })
                       .reduce<R>(ops::add)
                       .map([](auto a) { return log(a); })
                       .vector_final();
  fmt::print("logsumexp of the first column: {:.4f}\n", lse.data()[0]);

  // And backward: the gradient of the greatest goes to where it stood.
  const auto tracked_t = track(t);
  const auto greatest =
      to_stream<m<>, m<>, m<W, R>, m<S, V>, m<P>>(tracked_t).vector_init().reduce<R>(ops::max).vector_final();
  const auto g = grad(sum(greatest.to_tensor<sums>()), tracked_t);
  fmt::print("gradient of the maxima sums to {} over {} groups\n", sum(g).item(), sums::size);
  good = good && sum(g).item() == float(sums::size);
  return good ? 0 : 1;
}

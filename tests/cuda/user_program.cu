// The design's message-passing program as a user writes it: its host side runs on the CPU as in any other file, and its
// kernels, those of its gradient included, give the same bits on the device. Ends with 77 where no GPU is found.
#include <cmath>
#include <tiga/tiga.hpp>

#include "cuda/on_device.hpp"

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"}, F{"F", 64};
inline constexpr field<"x"> x;
inline constexpr field<"w"> w;
inline constexpr parameter<"dt"> dt;

struct weighted_sum : message_passing<weighted_sum> {
  static constexpr auto reducer = tiga::sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
  static constexpr auto node(auto dst, auto aggregate) { return dst[x] + dt * aggregate; }
};

// A ring: node n receives from n - 1 with weight n.
bool host_side_is_right() {
  const int nodes = 100;
  std::vector<std::int32_t> source, destination;
  for (int n = 0; n < nodes; ++n) {
    source.push_back((n + nodes - 1) % nodes);
    destination.push_back(n);
  }
  auto g = graph<N, E>::from_coo(source, destination, nodes);
  auto features = track(full<float, m<N, F>>(2.0f, nodes));
  auto weights = track(arange<float, m<E>>(nodes));
  auto out = weighted_sum{}(g, ndata(x = features), edge(w = weights), dt = 0.5f);
  auto [dx, dw] = grad(sum(out), features, weights);
  for (int n = 0; n < nodes; ++n) {
    if (out.value()(n, 63) != 2 + 0.5f * float(n) * 2) return false;
    if (dx(n, 0) != 1 + 0.5f * float((n + 1) % nodes)) return false;
    if (std::abs(dw(n) - 64) > 1e-4f) return false;
  }
  return true;
}

int main() {
  if (!host_side_is_right()) {
    std::puts("the host side of a .cu file: wrong");
    return 1;
  }
  if (!tiga::testing::has_gpu()) return 77;
  const std::int64_t nodes = 2000, edges = 60'000;
  std::vector<std::int32_t> source, destination;
  for (std::int64_t e = 0; e < edges; ++e) {
    source.push_back(std::int32_t(e * 7919 % nodes));
    destination.push_back(e % 3 == 0 ? 5 : std::int32_t(e * 104729 % (nodes - 100)));  // node 5 is a hub
  }
  const auto g = graph<N, E>::from_coo(source, destination, nodes);
  const auto features = tiga::testing::numbers<float, m<N, F>>(1, nodes);
  const auto weights = tiga::testing::numbers<float, m<E>>(2, edges);
  tiga::testing::on_device run;
  tiga::testing::call_kernels<weighted_sum>(g, run, ndata(x = features), edge(w = weights), dt = 0.1f);
  return run.report("user program");
}

// 20 iterations of PageRank by pulling, RMAT scale 20, damping 0.85, the rank of vertices without outgoing edges
// dropped.
#include <memory>

#include "peers/hand.hpp"
#include "support/bandwidth.hpp"
#include "support/inputs.hpp"
#include "support/peer_process.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

namespace {

using namespace bench;

constexpr int iterations = 20;

contender by_hand(const csr_input& g, const float_vector& inverse, int threads) {
  auto rank = std::make_shared<float_vector>(std::size_t(g.rows())), given = std::make_shared<float_vector>(*rank);
  return in_process(
      "hand", threads,
      [=, &g, &inverse] {
        hand::pagerank({g.ptr.data(), g.idx.data(), g.rows()}, inverse.data(), iterations, rank->data(), given->data(),
                       threads);
      },
      [=] { return checksum(rank->data(), std::int64_t(rank->size())); });
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv, "20 iterations of PageRank");
  if (!o.wants("pagerank20_rmat20")) return 0;
  bandwidth(o);
  const csr_input g = rmat(20);
  float_vector inverse(std::size_t(g.rows()), 0.0F);
  for (const std::int32_t from : g.idx) inverse[std::size_t(from)] += 1;
  for (float& degree : inverse) degree = degree > 0 ? 1 / degree : 0;
  peer_set peers(o, "pagerank", {"scipy", "torch_sparse", "numba"});
  bool good = true;
  for (const int threads : o.threads) {
    std::vector<contender> all;
    if (o.tiga) all.push_back(ours::pagerank(g, inverse, iterations, threads));
    all.push_back(by_hand(g, inverse, threads));
    peers.enter(all, threads, "rmat20 20");
    const double bytes = iterations * (4.0 * double(g.edges()) + 28.0 * double(g.rows()));
    good = report("pagerank20_rmat20", race(std::move(all), o.rounds), bytes) && good;
  }
  return good ? 0 : 1;
}

// What does a network cost? An epoch of a GCN on Cora (forward with dropout, backward, Adam) against PyTorch, DGL and
// JAX, each with the features dense or sparse, whichever is faster; on Pubmed where TIGA_SHARED leads to it; and its
// parts: products, softmax, layer norm, Adam on 10 million numbers.
#include <cstdio>
#include <cstdlib>

#include "support/bandwidth.hpp"
#include "support/peer_process.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

namespace {

using namespace bench;

constexpr std::int64_t ten_million = 10'000'000;

bool one_case(const options& o, peer_set& peers, const std::string& name, const std::string& arguments, double bytes,
              contender (*ours_of)(int)) {
  if (!o.wants(name)) return true;
  bandwidth(o);
  bool good = true;
  for (const int threads : o.threads) {
    std::vector<contender> all;
    if (o.tiga) all.push_back(ours_of(threads));
    peers.enter(all, threads, arguments);
    good = report(name, race(std::move(all), o.rounds), bytes) && good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv, "an epoch of a GCN on Cora, and what networks are made of");
  peer_set peers(o, "network", {"torch", "dgl", "jax"});
  bool good = one_case(o, peers, "gcn_epoch_cora", "gcn cora " BENCH_CORA, 0,
                       [](int threads) { return ours::gcn_epoch(BENCH_CORA, "cora", threads); });
  if (const char* const shared = std::getenv("TIGA_SHARED")) {  // too large for the tree
    static const std::string sets = std::string(shared) + "/data/planetoid";
    good = one_case(o, peers, "gcn_epoch_pubmed", "gcn pubmed " + sets, 0,
                    [](int threads) { return ours::gcn_epoch(sets, "pubmed", threads); }) &&
           good;
  } else if (o.wants("gcn_epoch_pubmed")) {
    std::fprintf(stderr, "gcn_epoch_pubmed: skipped, TIGA_SHARED names no folder with data/planetoid\n");
  }
  good = one_case(o, peers, "contract_2048", "contract 2048 2048 2048", 12.0 * 2048 * 2048,
                  [](int threads) { return ours::contraction(2048, 2048, 2048, threads); }) &&
         good;
  good = one_case(o, peers, "contract_100000x64x16", "contract 100000 64 16", 4.0 * 100'000 * 80,
                  [](int threads) { return ours::contraction(100'000, 64, 16, threads); }) &&
         good;
  good = one_case(o, peers, "softmax_100000x100", "softmax 100000 100", 8.0 * ten_million,
                  [](int threads) { return ours::softmax_rows(100'000, 100, threads); }) &&
         good;
  good = one_case(o, peers, "softmax_1000x10000", "softmax 1000 10000", 8.0 * ten_million,
                  [](int threads) { return ours::softmax_rows(1000, 10'000, threads); }) &&
         good;
  good = one_case(o, peers, "layer_norm_100000x100", "layer_norm 100000 100", 8.0 * ten_million,
                  [](int threads) { return ours::layer_norm_rows(100'000, 100, threads); }) &&
         good;
  good = one_case(o, peers, "adam_10M", "adam 10000000", 28.0 * ten_million,
                  [](int threads) { return ours::adam_step(ten_million, threads); }) &&
         good;
  return good ? 0 : 1;
}

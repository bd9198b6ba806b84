// How fast is the sum over neighbours, against everyone who offers it? RMAT graphs of scale 18 and 20, edge factor 16,
// F = 1, 16, 64, 128; and a small graph of 16,384 vertices, F = 1, against the loop on one thread.
#include <memory>

#include "peers/hand.hpp"
#include "support/bandwidth.hpp"
#include "support/inputs.hpp"
#include "support/peer_process.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

namespace {

using namespace bench;

hand::rows rows_of(const csr_input& g) { return {g.ptr.data(), g.idx.data(), g.rows()}; }

contender by_hand(const char* name, const csr_input& g, int width, const float_vector& x, int threads, bool prefetch) {
  auto out = std::make_shared<float_vector>(std::size_t(g.rows() * width));
  return in_process(
      name, threads, [=, &g, &x] { hand::neighbour_sum(rows_of(g), width, x.data(), out->data(), threads, prefetch); },
      [=] { return checksum(out->data(), std::int64_t(out->size())); });
}

// Ids and offsets once, features once, the result once.
double bytes(const csr_input& g, int width) {
  return 4.0 * double(g.edges()) + 8.0 * double(g.rows()) + 8.0 * double(g.rows()) * width;
}

bool graph_cases(const options& o, int scale, peer_set& peers) {
  const std::string graph = "rmat" + std::to_string(scale);
  const auto name = [&](int width) { return "neighbour_sum_" + graph + "_F" + std::to_string(width); };
  bool wanted = false;
  for (const int width : {1, 16, 64, 128}) wanted = wanted || o.wants(name(width));
  if (!wanted) return true;
  bandwidth(o);
  const csr_input g = rmat(scale);
  bool good = true;
  for (const int threads : o.threads) {
    for (const int width : {1, 16, 64, 128}) {
      if (!o.wants(name(width))) continue;
      const float_vector x = features(g.rows() * width);
      std::vector<contender> all;
      if (o.tiga) all.push_back(ours::neighbour_sum(g, width, x, threads));
      all.push_back(by_hand("hand", g, width, x, threads, false));
      all.push_back(by_hand(width == 1 ? "hand_gather" : "hand_prefetch", g, width, x, threads, true));
      peers.enter(all, threads, graph + " " + std::to_string(width));
      good = report(name(width), race(std::move(all), o.rounds), bytes(g, width)) && good;
    }
  }
  return good;
}

bool small_case(const options& o) {
  const std::string name = "neighbour_sum_small_F1";
  if (!o.wants(name)) return true;
  bandwidth(o);
  const csr_input g = rmat(14);
  const float_vector x = features(g.rows());
  bool good = true;
  for (const int threads : o.threads) {
    std::vector<contender> all;
    if (o.tiga) all.push_back(ours::neighbour_sum(g, 1, x, threads));
    all.push_back(by_hand("hand", g, 1, x, 1, false));
    all.push_back(by_hand("hand_gather", g, 1, x, 1, true));
    good = report(name, race(std::move(all), o.rounds, stay::everyone), bytes(g, 1)) && good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv, "the sum over neighbours, against everyone who offers it");
  peer_set peers(o, "neighbour_sum",
                 {"mkl", "eigen", "graphblas", "torch_sparse", "torch_reduce", "dgl", "numba", "jax", "scipy"});
  bool good = small_case(o);
  for (const int scale : {18, 20}) good = graph_cases(o, scale, peers) && good;
  return good ? 0 : 1;
}

// A 2000 x 2000 grid with its four neighbours: building the graph against the loop that writes it directly, and
// smoothing over it (0.25 * the sum of the neighbours) against a loop over the same rows.
#include <memory>

#include "peers/hand.hpp"
#include "support/bandwidth.hpp"
#include "support/inputs.hpp"
#include "support/peer_process.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

namespace {

using namespace bench;

constexpr std::int64_t side = 2000;
constexpr std::int64_t vertices = side * side;
constexpr std::int64_t edges = 4 * side * (side - 1);

using structure = std::shared_ptr<csr_input>;
structure empty() {
  auto g = std::make_shared<csr_input>();
  g->ptr.resize(std::size_t(vertices) + 1);
  g->idx.resize(std::size_t(edges));
  return g;
}
void build(csr_input& g, int threads) { hand::stencil_build(side, g.ptr.data(), g.idx.data(), threads); }

bool build_case(const options& o, int threads) {
  if (!o.wants("stencil_build")) return true;
  bandwidth(o);
  std::vector<contender> all;
  if (o.tiga) all.push_back(ours::stencil_build(side, threads));
  const structure kept = empty();
  all.push_back(in_process(
      "hand", threads, [=] { build(*kept, threads); }, [=] { return double(kept->ptr.back()); }));
  // As a user's function that returns a graph does it, with fresh memory in every call.
  auto fresh = std::make_shared<structure>();
  all.push_back(in_process(
      "hand_fresh", threads,
      [=] {
        fresh->reset();
        *fresh = empty();
        build(**fresh, threads);
      },
      [=] { return double((*fresh)->ptr.back()); }));
  return report("stencil_build", race(std::move(all), o.rounds), 4.0 * double(edges) + 8.0 * double(vertices));
}

bool apply_case(const options& o, int threads, peer_set& peers) {
  if (!o.wants("stencil_apply")) return true;
  bandwidth(o);
  const float_vector x = stencil_field(vertices);
  std::vector<contender> all;
  if (o.tiga) all.push_back(ours::stencil_apply(side, x, threads));
  const structure g = empty();
  build(*g, threads);
  auto out = std::make_shared<float_vector>(x.size());
  all.push_back(in_process(
      "hand", threads,
      [=, &x] {
        hand::stencil_apply({g->ptr.data(), g->idx.data(), vertices}, x.data(), out->data(), threads);
      },
      [=] { return checksum(out->data(), vertices); }));
  peers.enter(all, threads, std::to_string(side));
  return report("stencil_apply", race(std::move(all), o.rounds), 4.0 * double(edges) + 16.0 * double(vertices));
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv, "a 2000 x 2000 grid: build and apply");
  peer_set peers(o, "stencil_apply", {"scipy"});
  bool good = true;
  for (const int threads : o.threads) {
    good = build_case(o, threads) && good;
    good = apply_case(o, threads, peers) && good;
  }
  return good ? 0 : 1;
}

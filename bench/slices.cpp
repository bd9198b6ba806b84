// What does a reduction over slices cost? 256 slices of a 1 GiB stream, 4, 32 or 256 of which meet in one, and the
// three things that may take their place, against the same loops written by hand, NumPy, PyTorch, JAX and Eigen; what a
// copy with as many bytes read and written takes; and a stream of 64 KiB, where only the way there counts.
#include <cmath>
#include <memory>

#include "peers/hand.hpp"
#include "support/bandwidth.hpp"
#include "support/peer_process.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

namespace {

using namespace bench;

constexpr const char* kinds[] = {"dummy", "broadcast", "promotion"};

bool one_case(const options& o, peer_set& peers, const std::string& name, slice_shape s) {
  if (!o.wants(name)) return true;
  bandwidth(o);
  bool good = true;
  const auto in = std::make_shared<float_vector>(s.positions());
  for (std::size_t i = 0; i < in->size(); ++i) (*in)[i] = slice_element(std::int64_t(i));
  const auto out = std::make_shared<float_vector>(s.positions());
  for (const int threads : o.threads) {
    std::vector<contender> all;
    if (o.tiga) all.push_back(ours::slice_sum(s, in->data(), threads));
    all.push_back(in_process(
        "hand", threads, [=] { hand::slice_sum(s, in->data(), out->data(), threads); },
        [=] { return slice_checksum(s, out->data()); }));
    const auto copied = std::make_shared<float_vector>(s.results());
    all.push_back(in_process(
        "copy", threads, [=] { hand::read_and_write(in->data(), s.positions(), copied->data(), s.results(), threads); },
        [] { return 0.0; }));
    peers.enter(all, threads,
                std::string(kinds[s.kind]) + " " + std::to_string(s.ratio) + " " + std::to_string(s.steps));
    std::vector<result> results = race(std::move(all), o.rounds);
    const result* const mine = find(results, "tiga");
    const result* const copy = find(results, "copy");
    const double bytes = 4.0 * double(s.positions() + s.results());
    if (copy) line(name + "_copy", *copy, bytes, mine ? ratio(*mine, *copy) : std::nan(""));
    std::erase_if(results, [](const result& r) { return r.impl == "copy"; });
    good = report(name, results, bytes) && good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv, "sums over slices of a stream, and what takes their place");
  peer_set peers(o, "slices", {"numpy", "torch", "jax", "eigen"});
  bool good = true;
  for (const int ratio : {4, 32, 256})
    for (int kind = 0; kind < 3; ++kind)
      good = one_case(o, peers, "slices_1GiB_r" + std::to_string(ratio) + "_" + kinds[kind],
                      {kind, ratio, (std::int64_t{1} << 14) / ratio}) &&
             good;
  for (const int ratio : {4, 256})
    good = one_case(o, peers, "slices_64KiB_r" + std::to_string(ratio) + "_dummy", {0, ratio, 0}) && good;
  return good ? 0 : 1;
}

// What does a gradient cost? sum_e w_e x_j with respect to features and weights, against a hand-fused AVX-512 loop that
// is given the cotangent; and against tiga's own forward pass (`gradient_over_forward_*`, ratio = gradient ÷ forward).
#include <memory>

#include "peers/hand.hpp"
#include "support/bandwidth.hpp"
#include "support/inputs.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

namespace {

using namespace bench;

contender by_hand(const transposed_input& t, int width, const float_vector& x, const float_vector& w,
                  const float_vector& cotangent, int threads) {
  auto dx = std::make_shared<float_vector>(x.size());
  auto dw = std::make_shared<float_vector>(w.size());
  return in_process(
      "hand", threads,
      [=, &t, &x, &w, &cotangent] {
        hand::weighted_gradient({t.ptr.data(), t.idx.data(), t.rows()}, t.eid.data(), width, x.data(), w.data(),
                                cotangent.data(), dx->data(), dw->data(), threads);
      },
      [=] { return checksum(dx->data(), std::int64_t(dx->size())) + checksum(dw->data(), std::int64_t(dw->size())); });
}

bool graph_cases(const options& o, int scale) {
  const std::string graph = "rmat" + std::to_string(scale);
  const csr_input g = rmat(scale);
  const transposed_input t = transpose(g);
  const float_vector w = floats(weight_seed, g.edges());
  bool good = true;
  for (const int threads : o.threads) {
    for (const int width : {16, 64, 128}) {
      const std::string tail = graph + "_F" + std::to_string(width);
      if (!o.wants("gradient_" + tail) && !o.wants("gradient_over_forward_" + tail)) continue;
      bandwidth(o);
      const std::int64_t count = g.rows() * width;
      const float_vector x = floats(feature_seed, count);
      const float_vector cotangent(std::size_t(count), 1.0F);
      std::vector<contender> all;
      std::int64_t extra_bytes = -1;
      if (o.tiga) {
        ours::gradient_halves mine = ours::gradient(g, width, x, w, threads);
        extra_bytes = mine.extra_bytes();
        all.push_back(std::move(mine.gradient));
        all.push_back(std::move(mine.forward));
      }
      all.push_back(by_hand(t, width, x, w, cotangent, threads));
      std::vector<result> results = race(std::move(all), o.rounds);
      // Ids, edge numbers and weights in, weight gradients out; features and cotangent in, feature gradient out.
      const double bytes = 16.0 * double(g.edges()) + 8.0 * double(g.rows()) + 12.0 * double(count);
      const result* mine = find(results, "tiga");
      const result* forward = find(results, "tiga_forward");
      if (mine != nullptr && forward != nullptr) {
        line("gradient_over_forward_" + tail, *mine, bytes, ratio(*mine, *forward),
             extra("forward_seconds_median", forward->median()) + extra("extra_bytes", double(extra_bytes)) +
                 extra("result_bytes", 4.0 * double(count + g.edges())));
      }
      std::erase_if(results, [](const result& r) { return r.impl == "tiga_forward"; });
      good = report("gradient_" + tail, results, bytes) && good;
    }
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv, "the gradient of a weighted sum, against a hand-fused loop");
  return graph_cases(o, 18) ? 0 : 1;
}

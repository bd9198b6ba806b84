// What do other reducers cost beside the neighbour sum? A weighted mean with a node update, max and prod at F = 64;
// `ratio` is each one's time over that of tiga's own neighbour sum.
#include "support/bandwidth.hpp"
#include "support/inputs.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

namespace {

using namespace bench;

void graph_cases(const options& o, int scale) {
  const std::string graph = "rmat" + std::to_string(scale);
  const auto name = [&](const std::string& what) { return what + "_" + graph + "_F64"; };
  if (!o.tiga ||
      (!o.wants(name("sum")) && !o.wants(name("weighted_mean")) && !o.wants(name("max")) && !o.wants(name("prod")))) {
    return;
  }
  bandwidth(o);
  const csr_input g = rmat(scale);
  const std::int64_t count = g.rows() * 64;
  const float_vector x = floats(feature_seed, count);
  const float_vector near_one = floats(feature_seed, count, 1.0F / 64, 1.0F);
  const float_vector w = floats(weight_seed, g.edges());
  const double sum_bytes = 4.0 * double(g.edges()) + 8.0 * double(g.rows()) + 8.0 * double(count);
  for (const int threads : o.threads) {
    std::vector<result> results = race(ours::reducers(g, x, w, near_one, threads), o.rounds);
    const result* base = find(results, "tiga_sum");
    if (base == nullptr) continue;
    const result sum = *base;
    for (result& r : results) {
      const std::string what = r.impl.substr(5);
      r.impl = "tiga";
      // The mean also reads a weight an edge and the node's own features.
      const double more = what == "weighted_mean" ? 4.0 * double(g.edges()) + 4.0 * double(count) : 0.0;
      line(name(what), r, sum_bytes + more, ratio(r, sum));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv, "weighted mean, max and prod beside the neighbour sum");
  for (const int scale : {18, 20}) graph_cases(o, scale);
  return 0;
}

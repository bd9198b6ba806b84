// What do reducers cost? Each beside the one that it is asked to keep up with, in one race: `ratio` is its time over
// that of `beside` (in the name of the case).
#include "support/bandwidth.hpp"
#include "support/inputs.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

namespace {

using namespace bench;

constexpr struct {
  const char *what, *beside;
} wide_pairs[] = {{"sum_by_hand", "sum"},
                  {"mean_by_hand", "mean"},
                  {"product_by_hand", "product"},
                  {"softmax_by_hand", "online_softmax"},
                  {"variance_by_hand", "sum"},
                  {"var", "sum"},
                  {"argmax", "sum"},
                  {"logsumexp", "sum"},
                  {"all_of", "sum"},
                  {"online_softmax", "weighted_sum"}},
  narrow_pairs[] = {{"tree", "sum"}, {"var", "sum"}, {"argmax", "sum"}, {"logsumexp", "sum"}},
  gradient_pairs[] = {{"sum_and_gradient", "sum"},
                      {"mean_and_gradient", "mean"},
                      {"product_and_gradient", "product"},
                      {"max_and_gradient", "max"},
                      {"variance_by_hand_and_gradient", "variance_by_hand"},
                      {"var_and_gradient", "var"},
                      {"logsumexp_and_gradient", "logsumexp"},
                      {"online_softmax_and_gradient", "online_softmax"}};

template <class Pairs>
void report(const options& o, const std::string& where, const std::vector<contender>& all, const Pairs& pairs,
            double bytes) {
  const auto name = [&](const auto& p) { return std::string(p.what) + "_beside_" + p.beside + "_" + where; };
  bool any = false;
  for (const auto& p : pairs) any |= o.wants(name(p));
  if (!any) return;
  const std::vector<result> results = race(all, o.rounds, stay::everyone);
  for (const auto& p : pairs) {
    const result* const one = find(results, std::string("tiga_") + p.what);
    const result* const base = find(results, std::string("tiga_") + p.beside);
    if (one == nullptr || base == nullptr || !o.wants(name(p))) continue;
    result r = *one;
    r.impl = "tiga";
    line(name(p), r, bytes, ratio(*one, *base));
  }
}
void graph_cases(const options& o, int scale) {
  if (!o.tiga) return;
  const std::string graph = "rmat" + std::to_string(scale);
  bandwidth(o);
  const csr_input g = rmat(scale);
  const std::int64_t count = g.rows() * 64;
  const float_vector x = floats(feature_seed, count);
  const float_vector near_one = floats(feature_seed, count, 1.0F / 64, 1.0F);
  const float_vector w = floats(weight_seed, g.edges());
  const double bytes = 4.0 * double(g.edges()) + 8.0 * double(g.rows()) + 8.0 * double(count);
  for (const int threads : o.threads) {
    const ours::algebra_halves h = ours::algebras(g, x, near_one, w, threads);
    report(o, graph + "_F64", h.wide, wide_pairs, bytes);
    report(o, graph + "_F1", h.narrow, narrow_pairs, 8.0 * double(g.edges()));
    report(o, graph + "_F64", h.gradients, gradient_pairs, 2 * bytes);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv, "reducers beside those that they keep up with");
  graph_cases(o, 18);
  return 0;
}

#include <memory>

#include "fields.hpp"
#include "halves.hpp"

namespace bench::ours {
namespace {

using namespace tiga;

inline constexpr axis F{"F", 64};
inline constexpr parameter<"dt"> dt;
using features = tensor<float, m<N, F>>;

struct neighbours : message_passing<neighbours> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};
struct weighted_mean : message_passing<weighted_mean> {
  static constexpr auto reducer = mean();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
  static constexpr auto node(auto dst, auto aggregate) { return dst[x] + dt * aggregate; }
};
struct largest : message_passing<largest> {
  static constexpr auto reducer = max();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};
struct product : message_passing<product> {
  static constexpr auto reducer = prod();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};

// Empty rows of max are -inf: the checksum leaves what is not finite out.
double finite_sum(const features& t) {
  double total = 0;
  for (const float value : t.span()) {
    if (value - value == 0) total += double(value);
  }
  return total;
}

template <class Run>
contender make(const char* name, int threads, Run run) {
  auto out = std::make_shared<features>();
  return in_process(
      name, threads,
      [=] {
        use_threads(threads);
        *out = features();
        *out = run();
      },
      [=] { return finite_sum(*out); });
}

}  // namespace

std::vector<contender> reducers(const csr_input& input, const float_vector& values, const float_vector& weights,
                                const float_vector& near_one, int threads) {
  const auto g = graph<N, E>::from_csr(input.ptr, input.idx);
  const features f = from(values);
  const features ones = from(near_one);
  const tensor<float, m<E>> v = from(weights);
  std::vector<contender> all;
  all.push_back(make("tiga_sum", threads, [=] { return neighbours{}(g, src(x = f)); }));
  all.push_back(
      make("tiga_weighted_mean", threads, [=] { return weighted_mean{}(g, ndata(x = f), edge(w = v), dt = 0.1F); }));
  all.push_back(make("tiga_max", threads, [=] { return largest{}(g, src(x = f)); }));
  all.push_back(make("tiga_prod", threads, [=] { return product{}(g, src(x = ones)); }));
  return all;
}

}  // namespace bench::ours

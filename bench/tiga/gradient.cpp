#include <memory>
#include <stdexcept>
#include <tuple>

#include "fields.hpp"
#include "halves.hpp"

namespace bench::ours {
namespace {

using namespace tiga;

struct weighted_sum : message_passing<weighted_sum> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
};

template <factor F>
gradient_halves make(const csr_input& input, const float_vector& values, const float_vector& weights, int threads) {
  using features = tensor<float, m<N, F>>;
  const auto g = graph<N, E>::from_csr(input.ptr, input.idx);
  const features plain_f = from(values);
  const tensor<float, m<E>> plain_v = from(weights);
  const auto f = track(plain_f);
  const auto v = track(plain_v);
  const auto loss = sum(weighted_sum{}(g, src(x = f), edge(w = v)));  // recorded once, differentiated in every call

  auto dx = std::make_shared<features>();
  auto dw = std::make_shared<tensor<float, m<E>>>();
  const auto differentiate = [=] {
    use_threads(threads);
    *dx = features();
    *dw = tensor<float, m<E>>();
    std::tie(*dx, *dw) = grad(loss, f, v);
  };
  auto out = std::make_shared<features>();
  return {in_process("tiga", threads, differentiate,
                     [=] { return checksum(dx->data(), dx->size()) + checksum(dw->data(), dw->size()); }),
          in_process(
              "tiga_forward", threads,
              [=] {
                use_threads(threads);
                *out = features();
                *out = weighted_sum{}(g, src(x = plain_f), edge(w = plain_v));
              },
              [=] { return checksum(out->data(), out->size()); }),
          [=] {
            differentiate();
            *dx = features();
            *dw = tensor<float, m<E>>();
            runtime::reset_peak();
            const std::size_t before = runtime::memory().live;
            differentiate();
            return std::int64_t(runtime::memory().peak - before);
          }};
}

}  // namespace

gradient_halves gradient(const csr_input& g, int width, const float_vector& values, const float_vector& weights,
                         int threads) {
  static constexpr axis F16{"F", 16}, F64{"F", 64}, F128{"F", 128};
  switch (width) {
    case 16: return make<F16>(g, values, weights, threads);
    case 64: return make<F64>(g, values, weights, threads);
    case 128: return make<F128>(g, values, weights, threads);
    default: throw std::invalid_argument("gradient: width 16, 64 or 128");
  }
}

}  // namespace bench::ours

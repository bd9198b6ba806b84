#include <memory>
#include <stdexcept>

#include "fields.hpp"
#include "halves.hpp"

namespace bench::ours {
namespace {

using namespace tiga;

struct neighbours : message_passing<neighbours> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};

template <class Mapping>
contender make(const csr_input& input, const float_vector& values, int threads) {
  using features = tensor<float, Mapping>;
  const auto g = graph<N, E>::from_csr(input.ptr, input.idx);
  const features f = from(values);
  auto out = std::make_shared<features>();
  return in_process(
      "tiga", threads,
      [=] {
        use_threads(threads);
        *out = features();  // as if it had gone out of scope
        *out = neighbours{}(g, src(x = f));
      },
      [=] { return checksum(out->data(), out->size()); });
}

}  // namespace

contender neighbour_sum(const csr_input& g, int width, const float_vector& values, int threads) {
  static constexpr axis F16{"F", 16}, F64{"F", 64}, F128{"F", 128};
  switch (width) {
    case 1: return make<m<N>>(g, values, threads);
    case 16: return make<m<N, F16>>(g, values, threads);
    case 64: return make<m<N, F64>>(g, values, threads);
    case 128: return make<m<N, F128>>(g, values, threads);
    default: throw std::invalid_argument("neighbour_sum: width 1, 16, 64 or 128");
  }
}

}  // namespace bench::ours

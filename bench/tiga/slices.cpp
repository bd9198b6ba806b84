// Sums over slices.
#include <cstring>
#include <memory>
#include <tiga/runtime/parallel.hpp>
#include <tiga/stream/stream.hpp>
#include <tiga/tensor/factories.hpp>

#include "halves.hpp"

namespace {

using namespace tiga;

constexpr axis U{"U", 8}, P{"P", 8};

/// One shape: what the stream is, and what a call does.
template <class Stream, class Call>
bench::contender sums(const bench::slice_shape& s, const float* in, int threads, const Call& call) {
  auto t = zeros<float, typename Stream::elements>();
  std::memcpy(t.mutable_span().data(), in, std::size_t(s.positions()) * sizeof(float));
  const typename Stream::type x(t);
  t = {};
  using result = decltype(call(x));
  const auto out = std::make_shared<std::unique_ptr<result>>();
  return bench::in_process(
      "tiga", threads,
      [=] {
        runtime::set_threads(threads);
        out->reset();
        *out = std::make_unique<result>(call(x));
      },
      [=] { return bench::slice_checksum(s, (*out)->data()); });
}

template <int Ratio, std::int64_t Steps>
struct shape {
  static constexpr axis W{"W", 256 / Ratio}, R{"R", Ratio}, S{"S", Steps}, V{"V", Ratio}, X{"X", Ratio};
  using elements = m<W, R, S, V, U, P>;
  using type = stream<float, m<>, m<>, m<W, R>, m<S, V, U>, m<P>>;
  static bench::contender make(const bench::slice_shape& s, const float* in, int threads) {
    if (s.kind == 0)
      return sums<shape>(s, in, threads,
                         [](const type& x) { return x.vector_init().template reduce<R>(ops::add).vector_final(); });
    if (s.kind == 1)
      return sums<shape>(s, in, threads, [](const type& x) {
        return x.vector_init().template reduce<R>(ops::add).template broadcast<X>().vector_final();
      });
    return sums<shape>(s, in, threads, [](const type& x) {
      return x.vector_init().template reduce<R>(ops::add).template promote<V>().vector_final();
    });
  }
};
template <int Ratio>
struct small_shape {
  static constexpr axis W{"W", 256 / Ratio}, R{"R", Ratio};
  using elements = m<W, R, U, P>;
  using type = stream<float, m<>, m<>, m<W, R>, m<U>, m<P>>;
};

}  // namespace

bench::contender bench::ours::slice_sum(const slice_shape& s, const float* in, int threads) {
  if (s.steps == 0) {
    if (s.ratio == 4)
      return sums<small_shape<4>>(s, in, threads, [](const small_shape<4>::type& x) {
        return x.vector_init().reduce<small_shape<4>::R>(ops::add).vector_final();
      });
    return sums<small_shape<256>>(s, in, threads, [](const small_shape<256>::type& x) {
      return x.vector_init().reduce<small_shape<256>::R>(ops::add).vector_final();
    });
  }
  switch (s.ratio) {
    case 4: return shape<4, (1 << 14) / 4>::make(s, in, threads);
    case 32: return shape<32, (1 << 14) / 32>::make(s, in, threads);
    default: return shape<256, (1 << 14) / 256>::make(s, in, threads);
  }
}

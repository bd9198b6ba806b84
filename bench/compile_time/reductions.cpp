// Fifty reductions over slices, each of other layouts: what they cost to compile is measured by compile_time.py.
#include <tiga/stream/stream.hpp>
#ifndef REDUCTIONS
  #define REDUCTIONS 50
#endif

using namespace tiga;

template <int I>
struct shapes {
  static constexpr axis W{"W", 2 + I % 7}, R{"R", 2 + I / 7}, V{"V", 2 + I / 7}, S{"S", 3 + I % 5}, P{"P", 8};
  using in = stream<float, m<>, m<>, m<W, R>, m<S, V>, m<P>>;
};

template <int I, class In = typename shapes<I>::in>
const float* reduced(const float* const* from) {
  using s = shapes<I>;
  const In x(*reinterpret_cast<const tensor<float, m<s::W, s::R, s::S, s::V, s::P>>*>(from[I]));
  if constexpr (I % 3 == 0) {
    static const auto y = x.vector_init().template inter_slice_reduce<m<s::W, s::V>, m<s::S>>(ops::add).vector_final();
    return y.data();
  } else if constexpr (I % 3 == 1) {
    static const auto y = x.vector_init().template reduce<s::R>(ops::max).vector_final();
    return y.data();
  } else {
    static const auto y = x.vector_init().template all_reduce<s::R>(ops::mul).vector_final();
    return y.data();
  }
}

template <std::size_t... I>
const float* all(const float* const* from, std::index_sequence<I...>) {
  const float* last = nullptr;
  ((last = reduced<int(I)>(from)), ...);
  return last;
}
const float* everything(const float* const* from) { return all(from, std::make_index_sequence<REDUCTIONS>{}); }

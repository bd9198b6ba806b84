// Networks declared by their axes: a chain of layers as a type, and its parameters as a bundle.
#pragma once
#include <tiga/autograd/moments.hpp>
#include <tiga/autograd/views.hpp>
#include <tiga/nn/bundle.hpp>
#include <tiga/nn/dropout.hpp>
#include <tiga/nn/initialize.hpp>
#include <tiga/nn/linear.hpp>
#include <tiga/tensor/activation.hpp>
#include <tiga/tensor/factories.hpp>
#include <tuple>

namespace tiga::nn {

/// Whether layers that are random are, and from which seed. Layer i draws from `fold_in(seed, i)`.
struct mode {
  bool training = false;
  std::uint64_t seed = 0;
};
inline constexpr mode inference{};

inline constexpr field<"weight"> weight;
inline constexpr field<"bias"> bias;
inline constexpr field<"scale"> scale;
inline constexpr field<"shift"> shift;

/// x over [..., In] to [..., Out]: weights over [In, Out] (glorot_uniform), a bias over [Out] (zeros).
template <factor Out>
struct linear {
  static constexpr bool has_parameters = true;
  template <factor>
  static constexpr factor out = Out;
  template <class T, factor In>
  static auto parameters(std::uint64_t seed, std::int64_t in) {
    auto t = detail::uniform_within<T, m<In, Out>>(seed, {{in, size_of(Out)}},
                                                   __builtin_sqrt(6 / double(in + size_of(Out))));
    return nn::parameters(weight = t, bias = zeros<T, m<Out>>());
  }
  template <factor In>
  static auto apply(const auto& p, const auto& x, const mode&, std::uint64_t) {
    return tiga::linear(x, p[weight], p[bias]);
  }
};

/// Normalised over the last axis, then scaled and shifted by parameters over it (ones and zeros).
struct layer_norm {
  static constexpr bool has_parameters = true;
  template <factor In>
  static constexpr factor out = In;
  template <class T, factor In>
  static auto parameters(std::uint64_t, std::int64_t in) {
    auto ones_of = tensor<T, m<In>>::uninitialized({{in}});
    for (T& v : ones_of.mutable_span()) v = T(1);
    auto zeros_of = tensor<T, m<In>>::uninitialized({{in}});
    for (T& v : zeros_of.mutable_span()) v = T(0);
    return nn::parameters(scale = ones_of, shift = zeros_of);
  }
  template <factor In>
  static auto apply(const auto& p, const auto& x, const mode&, std::uint64_t) {
    return eval(tiga::layer_norm<In>(x) * spread(p[scale], x) + spread(p[shift], x));
  }

 private:
  // A vector over the last axis of x, repeated over the others.
  template <int Left, class V, class X>
  static auto repeat(const V& v, const X& x) {
    if constexpr (Left == 0) {
      return v;
    } else {
      using M = typename X::mapping;
      return repeat<Left - 1>(broadcast<M::factors[Left - 1]>(v, x.extent(Left - 1)), x);
    }
  }
  template <class V, class X>
  static auto spread(const V& v, const X& x) {
    return repeat<X::mapping::rank - 1>(v, x);
  }
};

/// Percent of the elements are left out while training.
template <int Percent>
struct dropout {
  static_assert(Percent >= 0 && Percent < 100, "tiga: nn::dropout<Percent>: at least 0 and below 100");
  static constexpr bool has_parameters = false;
  template <factor In>
  static constexpr factor out = In;
  template <factor>
  static auto apply(const auto& x, const mode& how, std::uint64_t seed) {
    return how.training ? tiga::dropout(x, Percent / 100.0, seed) : x;
  }
};

#define TIGA_LAYER(name)                                           \
  struct name {                                                    \
    static constexpr bool has_parameters = false;                  \
    template <factor In>                                           \
    static constexpr factor out = In;                              \
    template <factor>                                              \
    static auto apply(const auto& x, const mode&, std::uint64_t) { \
      return eval(tiga::name(x));                                  \
    }                                                              \
  };
TIGA_LAYER(relu)
TIGA_LAYER(leaky_relu)
TIGA_LAYER(elu)
TIGA_LAYER(gelu)
TIGA_LAYER(sigmoid)
TIGA_LAYER(silu)
TIGA_LAYER(softplus)
TIGA_LAYER(tanh)
#undef TIGA_LAYER

namespace detail {

// "0", "1", ..., "10": layers are members by their number.
constexpr name number_name(int i) {
  char digits[4]{};
  int n = 0;
  if (i >= 10) digits[n++] = char('0' + i / 10);
  digits[n] = char('0' + i % 10);
  return pack(digits);
}
template <factor In, bool Given>
struct module_rule {
  static constexpr text why = [] {
    text t;
    if (size_of(In) == dynamic && !Given)
      t << "module: the size of axis " << In << " is known at run time only, give it: initialize<T, In>(seed, size)";
    return t;
  }();
};

}  // namespace detail

/// A chain of layers, declared once:
///     inline constexpr nn::module<"classifier", nn::linear<Hidden>, nn::relu, nn::dropout<50>, nn::linear<Class>> net;
///     auto p = net.initialize<float, Word>(seed, words);       // a bundle: p["0"] holds weight and bias, p["3"] the
///     last auto y = net(p, x);                                      // x over [..., Word] gives [..., Class] auto z =
///     net(p, x, nn::mode{.training = true, .seed = step});
/// Layers work on the last axis; a wrong one is a sentence of the layer that meets it. Outputs have a declared size.
/// The parameters may be tracked, and then the result is.
template <literal Name, class... Layers>
struct module {
  static_assert(sizeof...(Layers) > 0 && sizeof...(Layers) < 100, "tiga: nn::module: 1 to 99 layers");
  static constexpr const char* title() { return name_.chars; }

  /// Fresh parameters of element type T for inputs whose last axis is In. The same seed gives the same numbers.
  template <class T, factor In>
  auto initialize(std::uint64_t seed) const {
    static_assert(sizeof(require<detail::module_rule<In, false>>) != 0, "tiga: refused");
    return initialize<T, In>(seed, size_of(In));
  }
  template <class T, factor In>
  auto initialize(std::uint64_t seed, std::int64_t size) const {
    return std::apply([](const auto&... member) { return nn::parameters(member...); },
                      members<T, In, 0, Layers...>(seed, size));
  }

  template <class P, class X>
  auto operator()(const P& parameters, const X& x, const mode& how = inference) const {
    return run<0, Layers...>(parameters, eval(x), how);
  }

 private:
  template <class X>
  static constexpr factor last_axis = X::mapping::factors[X::mapping::rank - 1];

  template <class T, factor In, int I, class Layer, class... Rest>
  static auto members(std::uint64_t seed, std::int64_t size) {
    constexpr factor out = Layer::template out<In>;
    const auto rest = [&] {
      if constexpr (sizeof...(Rest) == 0)
        return std::tuple<>();
      else
        return members<T, out, I + 1, Rest...>(seed, out == In ? size : size_of(out));
    };
    if constexpr (Layer::has_parameters) {
      auto own = Layer::template parameters<T, In>(fold_in(seed, I), size);
      return std::tuple_cat(std::tuple{bound<detail::number_name(I), decltype(own)>{own}}, rest());
    } else {
      return rest();
    }
  }
  template <int I, class Layer, class... Rest, class P, class X>
  static auto run(const P& p, const X& x, const mode& how) {
    constexpr factor in = last_axis<X>;
    const auto y = [&] {
      if constexpr (Layer::has_parameters)
        return Layer::template apply<in>(p[field_of<detail::number_name(I)>{}], x, how, fold_in(how.seed, I));
      else
        return Layer::template apply<in>(x, how, fold_in(how.seed, I));
    }();
    if constexpr (sizeof...(Rest) == 0)
      return y;
    else
      return run<I + 1, Rest...>(p, y, how);
  }
  static constexpr literal name_ = Name;
};

}  // namespace tiga::nn

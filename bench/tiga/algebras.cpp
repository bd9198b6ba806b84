#include <memory>

#include "fields.hpp"
#include "halves.hpp"

namespace bench::ours {
namespace {

using namespace tiga;

inline constexpr axis F{"F", 64};
using features = tensor<float, m<N, F>>;
using numbers = tensor<float, m<E>>;

struct sum_by_hand : reducer<"sum_by_hand"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto left, auto right) { return left + right; }
};
struct mean_by_hand : reducer<"mean_by_hand"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(0.f, 0.f); }
  static constexpr auto lift(auto value) { return state(value, 1.f); }
  static constexpr auto combine(auto left, auto right) { return state(left[_0] + right[_0], left[_1] + right[_1]); }
  static constexpr auto finalize(auto total) { return total[_0] / total[_1]; }
};
struct product_by_hand : reducer<"product_by_hand"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 1.f; }
  static constexpr auto combine(auto left, auto right) { return left * right; }
};
struct variance_by_hand : reducer<"variance"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(0.f, 0.f, 0.f); }
  static constexpr auto lift(auto value) { return state(1.f, value, value * value); }
  static constexpr auto combine(auto left, auto right) {
    return state(left[_0] + right[_0], left[_1] + right[_1], left[_2] + right[_2]);
  }
  static constexpr auto finalize(auto total) {
    auto mean = total[_1] / total[_0];
    return total[_2] / total[_0] - mean * mean;
  }
};
struct softmax_by_hand : reducer<"softmax_by_hand"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return state(-std::numeric_limits<float>::infinity(), 0.f, 0.f); }
  static constexpr auto lift(auto score, auto value) { return state(score, 1.f, value); }
  static constexpr auto combine(auto left, auto right) {
    auto top = max(left[_0], right[_0]);
    return state(top, left[_1] * exp(left[_0] - top) + right[_1] * exp(right[_0] - top),
                 left[_2] * exp(left[_0] - top) + right[_2] * exp(right[_0] - top));
  }
  static constexpr auto finalize(auto total) { return total[_2] / total[_1]; }
};
// A sum that no proof knows.
struct odd_sum : reducer<"odd_sum"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return 0.f; }
  static constexpr auto combine(auto left, auto right) { return right - (0.f - left); }
};

template <class Reducer>
struct over_sources : message_passing<over_sources<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto /*dst*/, auto /*edge*/) { return src[x]; }
};
template <class Reducer>
struct over_edges : message_passing<over_edges<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto /*src*/, auto /*dst*/, auto edge) { return edge[w]; }
};
template <class Reducer>
struct over_scores : message_passing<over_scores<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return reducer(edge[w], src[x]); }
};
struct weighted : message_passing<weighted> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
};

template <class T, class M>
double checksum_of(const tensor<T, M>& t) {
  double total = 0;
  for (const T value : t.span())
    if (value - value == T(0)) total += double(value);
  return total;
}
template <class... T>
double checksum_of(const std::tuple<T...>& t) {
  return std::apply([](const auto&... one) { return (0.0 + ... + checksum_of(one)); }, t);
}
template <class Run>
contender make(const std::string& name, int threads, Run run) {
  auto out = std::make_shared<decltype(run())>();
  return in_process(
      "tiga_" + name, threads,
      [=] {
        use_threads(threads);
        *out = decltype(run())();
        *out = run();
      },
      [=] { return checksum_of(*out); });
}

// What the inputs get when the result gets `given`.
template <class T, class M, class... X>
auto cotangent(const tracked<T, M>& out, const tensor<T, M>& given, const X&... of) {
  const tape_ptr leaves[] = {of.node()...};
  buffer found[sizeof...(X)];
  tiga::detail::backward(out.node(), given.storage(), leaves, int(sizeof...(X)), found);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple{tiga::detail::gradient_tensor(of, found[I])...};
  }
  (std::index_sequence_for<X...>{});
}

}  // namespace

algebra_halves algebras(const csr_input& input, const float_vector& values, const float_vector& near_one,
                        const float_vector& weights, int threads) {
  const auto g = graph<N, E>::from_csr(input.ptr, input.idx);
  const features f = from(values), ones = from(near_one);
  const numbers v = from(weights);
  algebra_halves all;
  const auto wide = [&]<class Reducer>(const char* name, Reducer) {
    all.wide.push_back(make(name, threads, [=] { return over_sources<Reducer>{}(g, src(x = f)); }));
  };
  wide("sum", sum());
  wide("sum_by_hand", sum_by_hand{});
  wide("mean", mean());
  wide("mean_by_hand", mean_by_hand{});
  all.wide.push_back(make("product", threads, [=] { return over_sources<decltype(prod())>{}(g, src(x = ones)); }));
  all.wide.push_back(
      make("product_by_hand", threads, [=] { return over_sources<product_by_hand>{}(g, src(x = ones)); }));
  wide("variance_by_hand", variance_by_hand{});
  wide("var", var());
  wide("argmax", argmax());
  wide("logsumexp", logsumexp());
  wide("all_of", all_of(sum(), max(), count()));
  all.wide.push_back(make("weighted_sum", threads, [=] { return weighted{}(g, src(x = f), edge(w = v)); }));
  all.wide.push_back(make("online_softmax", threads,
                          [=] { return over_scores<decltype(online_softmax())>{}(g, src(x = f), edge(w = v)); }));
  all.wide.push_back(
      make("softmax_by_hand", threads, [=] { return over_scores<softmax_by_hand>{}(g, src(x = f), edge(w = v)); }));

  const auto narrow = [&]<class Reducer>(const char* name, Reducer) {
    all.narrow.push_back(make(name, threads, [=] { return over_edges<Reducer>{}(g, edge(w = v)); }));
  };
  narrow("sum", sum());
  narrow("tree", odd_sum{});
  narrow("var", var());
  narrow("argmax", argmax());
  narrow("logsumexp", logsumexp());

  // forward, and the cotangents of the features (and scores) from given cotangents of the result
  const auto with_gradient = [&]<class Program>(const std::string& name, Program, const features& of) {
    all.gradients.push_back(make(name, threads, [=] { return Program{}(g, src(x = of)); }));
    all.gradients.push_back(make(name + "_and_gradient", threads, [=] {
      const auto tracked_features = track(of);
      return cotangent(Program{}(g, src(x = tracked_features)), f, tracked_features);
    }));
  };
  with_gradient("sum", over_sources<decltype(sum())>{}, f);
  with_gradient("mean", over_sources<decltype(mean())>{}, f);
  with_gradient("product", over_sources<decltype(prod())>{}, ones);
  with_gradient("max", over_sources<decltype(max())>{}, f);
  with_gradient("variance_by_hand", over_sources<variance_by_hand>{}, f);
  with_gradient("var", over_sources<decltype(var())>{}, f);
  with_gradient("logsumexp", over_sources<decltype(logsumexp())>{}, f);
  using attention = over_scores<decltype(online_softmax())>;
  all.gradients.push_back(make("online_softmax", threads, [=] { return attention{}(g, src(x = f), edge(w = v)); }));
  all.gradients.push_back(make("online_softmax_and_gradient", threads, [=] {
    const auto tracked_features = track(f);
    const auto tracked_scores = track(v);
    const auto out = attention{}(g, src(x = tracked_features), edge(w = tracked_scores));
    return cotangent(out, f, tracked_features, tracked_scores);
  }));
  return all;
}

}  // namespace bench::ours

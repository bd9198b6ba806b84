// The six messages of message_passing.jsonl as programs over any reducer, run and compared with their gradients.
#pragma once
#include <cmath>
#include <tiga/graph/message_passing.hpp>

#include "message_case.hpp"

namespace golden {

inline constexpr tiga::axis S{"S"}, D{"D"}, E{"E"}, F{"F"}, K{"K"};
inline constexpr tiga::field<"x"> x;
inline constexpr tiga::field<"y"> y;
inline constexpr tiga::field<"w"> w;
inline constexpr tiga::field<"v"> factor;
inline constexpr tiga::field<"a"> at_source;
inline constexpr tiga::field<"b"> at_target;
inline constexpr tiga::field<"k"> key_of_source;
inline constexpr tiga::field<"q"> query;
using bipartite = tiga::graph<S, D, E>;

/// One pass over count, sum and sum of squares, as a user writes it.
struct variance : tiga::reducer<"variance"> {
  static constexpr bool associative = true, commutative = true;
  static constexpr auto identity() { return tiga::state(0.f, 0.f, 0.f); }
  static constexpr auto lift(auto v) { return tiga::state(1.f, v, v * v); }
  static constexpr auto combine(auto l, auto r) {
    using namespace tiga;
    return state(l[_0] + r[_0], l[_1] + r[_1], l[_2] + r[_2]);
  }
  static constexpr auto finalize(auto s) {
    using namespace tiga;
    auto mean = s[_1] / s[_0];
    return s[_2] / s[_0] - mean * mean;
  }
};
using softmax = decltype(tiga::online_softmax());
struct stored_scores : tiga::message_passing<stored_scores> {
  static constexpr auto reducer = softmax{};
  static constexpr auto edge(auto src, auto, auto edge) { return reducer(edge[w], src[x]); }
};
struct stored_scores_weighted : tiga::message_passing<stored_scores_weighted> {
  static constexpr auto reducer = softmax{};
  static constexpr auto edge(auto src, auto, auto edge) { return reducer(edge[w], src[x] * edge[factor]); }
};
struct scores_of_sums : tiga::message_passing<scores_of_sums> {
  static constexpr auto reducer = softmax{};
  static constexpr auto edge(auto src, auto dst, auto) {
    const auto s = src[at_source] + dst[at_target];
    return reducer(where(s > 0, s, 0.2 * s), src[x]);
  }
};
struct scores_of_products : tiga::message_passing<scores_of_products> {
  static constexpr auto reducer = softmax{};
  static constexpr auto edge(auto src, auto dst, auto) {
    return reducer(tiga::sum<K>(src[key_of_source] * dst[query]) / sqrt(1.0 * tiga::extent<K>), src[x]);
  }
};

template <class Reducer>
struct copies_source : tiga::message_passing<copies_source<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
template <class Reducer>
struct copies_edge : tiga::message_passing<copies_edge<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto, auto, auto edge) { return edge[w]; }
};
template <class Reducer>
struct weighs : tiga::message_passing<weighs<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto, auto edge) { return src[x] * edge[w]; }
};
template <class Reducer>
struct adds : tiga::message_passing<adds<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto dst, auto) { return src[x] + dst[y]; }
};
template <class Reducer>
struct multiplies : tiga::message_passing<multiplies<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto dst, auto) { return src[x] * dst[y]; }
};
template <class Reducer>
struct weighs_difference : tiga::message_passing<weighs_difference<Reducer>> {
  static constexpr Reducer reducer{};
  static constexpr auto edge(auto src, auto dst, auto edge) { return (src[x] - dst[y]) * edge[w]; }
};

inline bool near(double got, double want, double tolerance) {
  if (std::isnan(want)) return std::isnan(got);
  if (std::isinf(want)) return got == want;
  return std::abs(got - want) <= tolerance + tolerance * std::abs(want);
}
inline std::string compare(const std::string& what, const double* got, std::int64_t count,
                           const std::vector<double>& want, double tolerance) {
  if (count != std::int64_t(want.size()))
    return what + " has " + std::to_string(count) + " numbers, not " + std::to_string(want.size());
  for (std::size_t i = 0; i < want.size(); ++i)
    if (!near(got[i], want[i], tolerance))
      return what + "[" + std::to_string(i) + "] is " + std::to_string(got[i]) + ", not " + std::to_string(want[i]);
  return {};
}

/// Runs a case in double.
template <class Reducer>
class checker {
 public:
  explicit checker(const message_case& c)
      : case_(c), graph_(bipartite::from_coo(c.from, c.to, c.sources, c.destinations)) {}

  std::string check() {
    if constexpr (std::is_same_v<Reducer, softmax>)
      return check_attention();
    else
      return check_messages();
  }

 private:
  std::string check_attention() {
    const std::string& m = case_.message;
    if (m == "score = edge.s, value = src.x")
      return run(stored_scores{}, src(x = field<S>("src.x")), edge(w = weight("edge.s")));
    if (m == "score = edge.s, value = src.x * edge.w" && case_.fields.at("edge.w").dim == 1)
      return run(stored_scores_weighted{}, src(x = field<S>("src.x")),
                 edge(w = weight("edge.s"), factor = weight("edge.w")));
    if (m == "score = edge.s, value = src.x * edge.w")
      return run(stored_scores_weighted{}, src(x = field<S>("src.x")),
                 edge(w = weight("edge.s"), factor = field<E>("edge.w")));
    if (m == "score = leaky_relu(src.a + dst.b, 0.2), value = src.x")
      return run(scores_of_sums{}, src(x = field<S>("src.x"), at_source = number<S>("src.a")),
                 dst(at_target = number<D>("dst.b")));
    if (m == "score = dot(src.k, dst.q) / sqrt(dim), value = src.x")
      return run(scores_of_products{}, src(x = field<S>("src.x"), key_of_source = key<S>("src.k")),
                 dst(query = key<D>("dst.q")));
    return "no program for the message " + m;
  }
  std::string check_messages() {
    const std::string& m = case_.message;
    const bool one_weight = case_.fields.count("edge.w") && case_.dim > 1 && case_.fields.at("edge.w").dim == 1;
    if (m == "src.x") return run(copies_source<Reducer>{}, src(x = field<S>("src.x")));
    if (m == "edge.w") return run(copies_edge<Reducer>{}, edge(w = field<E>("edge.w")));
    if (m == "src.x + dst.y") return run(adds<Reducer>{}, src(x = field<S>("src.x")), dst(y = field<D>("dst.y")));
    if (m == "src.x * dst.y") return run(multiplies<Reducer>{}, src(x = field<S>("src.x")), dst(y = field<D>("dst.y")));
    if (m == "src.x * edge.w" && one_weight)
      return run(weighs<Reducer>{}, src(x = field<S>("src.x")), edge(w = weight("edge.w")));
    if (m == "src.x * edge.w") return run(weighs<Reducer>{}, src(x = field<S>("src.x")), edge(w = field<E>("edge.w")));
    if (m == "(src.x - dst.y) * edge.w" && one_weight)
      return run(weighs_difference<Reducer>{}, src(x = field<S>("src.x")), dst(y = field<D>("dst.y")),
                 edge(w = weight("edge.w")));
    if (m == "(src.x - dst.y) * edge.w")
      return run(weighs_difference<Reducer>{}, src(x = field<S>("src.x")), dst(y = field<D>("dst.y")),
                 edge(w = field<E>("edge.w")));
    return "no program for the message " + m;
  }

  template <class M, class... N>
  tiga::tracked<double, M> tracked_array(const std::string& name, const N&... n) {
    const array& a = case_.fields.at(name);
    auto t = tiga::tensor<double, M>::uninitialized({{n...}});
    const auto into = t.mutable_span();
    if (into.size() != a.data.size()) throw tiga::error(name + " is not an array of that shape");
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = a.data[i];
    auto leaf = track(t);
    leaves_.push_back(leaf.node());
    names_.push_back(name);
    return leaf;
  }
  template <tiga::factor Lead>
  auto field(const std::string& name) {
    return tracked_array<tiga::m<Lead, F>>(name, case_.fields.at(name).rows, case_.dim);
  }
  template <tiga::factor Lead>
  auto key(const std::string& name) {
    return tracked_array<tiga::m<Lead, K>>(name, case_.fields.at(name).rows, case_.fields.at(name).dim);
  }
  template <tiga::factor Lead>
  auto number(const std::string& name) {
    return tracked_array<tiga::m<Lead>>(name, case_.fields.at(name).rows);
  }
  auto weight(const std::string& name) { return tracked_array<tiga::m<E>>(name, case_.fields.at(name).rows); }

  template <class P, class... B>
  std::string run(const P& program, const B&... bindings) {
    const auto out = program(graph_, bindings...);
    const auto& value = out.value();
    if (value.extent(0) != case_.destinations || value.extent(1) != case_.dim) return "the result has another shape";
    if (auto problem = compare("result", value.data(), value.size(), case_.expect, case_.tolerance); !problem.empty())
      return problem;
    if (case_.cotangent.empty()) return {};
    const auto seed = tiga::buffer::allocate(case_.cotangent.size() * sizeof(double));
    for (std::size_t i = 0; i < case_.cotangent.size(); ++i) static_cast<double*>(seed.data())[i] = case_.cotangent[i];
    std::vector<tiga::buffer> gradients(leaves_.size());
    tiga::detail::backward(out.node(), seed, leaves_.data(), int(leaves_.size()), gradients.data());
    for (std::size_t k = 0; k < leaves_.size(); ++k) {
      if (!gradients[k]) return "no gradient of " + names_[k];
      const std::string problem = compare("gradient of " + names_[k], static_cast<const double*>(gradients[k].data()),
                                          leaves_[k]->count(), case_.gradients.at(names_[k]).data, case_.tolerance);
      if (!problem.empty()) return problem;
    }
    return {};
  }

  const message_case& case_;
  bipartite graph_;
  std::vector<tiga::tape_ptr> leaves_;
  std::vector<std::string> names_;
};

}  // namespace golden

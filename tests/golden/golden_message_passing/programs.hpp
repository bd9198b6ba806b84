// The six messages of message_passing.jsonl as programs over any reducer, run and compared with their gradients.
#pragma once
#include <cmath>
#include <tiga/graph/message_passing.hpp>

#include "message_case.hpp"

namespace golden {

inline constexpr tiga::axis S{"S"}, D{"D"}, E{"E"}, F{"F"};
inline constexpr tiga::field<"x"> x;
inline constexpr tiga::field<"y"> y;
inline constexpr tiga::field<"w"> w;
using bipartite = tiga::graph<S, D, E>;
using tiga::reducer_kind;

template <reducer_kind R>
struct copies_source : tiga::message_passing<copies_source<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto, auto) { return src[x]; }
};
template <reducer_kind R>
struct copies_edge : tiga::message_passing<copies_edge<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto, auto, auto edge) { return edge[w]; }
};
template <reducer_kind R>
struct weighs : tiga::message_passing<weighs<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto, auto edge) { return src[x] * edge[w]; }
};
template <reducer_kind R>
struct adds : tiga::message_passing<adds<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto dst, auto) { return src[x] + dst[y]; }
};
template <reducer_kind R>
struct multiplies : tiga::message_passing<multiplies<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
  static constexpr auto edge(auto src, auto dst, auto) { return src[x] * dst[y]; }
};
template <reducer_kind R>
struct weighs_difference : tiga::message_passing<weighs_difference<R>> {
  static constexpr tiga::builtin_reducer<R> reducer{};
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
template <reducer_kind R>
class checker {
 public:
  explicit checker(const message_case& c)
      : case_(c), graph_(bipartite::from_coo(c.from, c.to, c.sources, c.destinations)) {}

  std::string check() {
    const std::string& m = case_.message;
    const bool one_weight = case_.fields.count("edge.w") && case_.dim > 1 && case_.fields.at("edge.w").dim == 1;
    if (m == "src.x") return run(copies_source<R>{}, src(x = field<S>("src.x")));
    if (m == "edge.w") return run(copies_edge<R>{}, edge(w = field<E>("edge.w")));
    if (m == "src.x + dst.y") return run(adds<R>{}, src(x = field<S>("src.x")), dst(y = field<D>("dst.y")));
    if (m == "src.x * dst.y") return run(multiplies<R>{}, src(x = field<S>("src.x")), dst(y = field<D>("dst.y")));
    if (m == "src.x * edge.w" && one_weight)
      return run(weighs<R>{}, src(x = field<S>("src.x")), edge(w = weight("edge.w")));
    if (m == "src.x * edge.w") return run(weighs<R>{}, src(x = field<S>("src.x")), edge(w = field<E>("edge.w")));
    if (m == "(src.x - dst.y) * edge.w" && one_weight)
      return run(weighs_difference<R>{}, src(x = field<S>("src.x")), dst(y = field<D>("dst.y")),
                 edge(w = weight("edge.w")));
    if (m == "(src.x - dst.y) * edge.w")
      return run(weighs_difference<R>{}, src(x = field<S>("src.x")), dst(y = field<D>("dst.y")),
                 edge(w = field<E>("edge.w")));
    return "no program for the message " + m;
  }

 private:
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

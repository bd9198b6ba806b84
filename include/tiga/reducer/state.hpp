// What reducers are written with: states of one or several components, and messages.
#pragma once
#include <tiga/program/code.hpp>
#include <tiga/program/field.hpp>
#include <tuple>

namespace tiga {

/// Numbers components: `state[_0]`, `aggregate[_1]`.
template <int I>
struct position_of {};
inline constexpr position_of<0> _0;
inline constexpr position_of<1> _1;
inline constexpr position_of<2> _2;
inline constexpr position_of<3> _3;
inline constexpr position_of<4> _4;
inline constexpr position_of<5> _5;
inline constexpr position_of<6> _6;
inline constexpr position_of<7> _7;

/// A state as `identity`, `lift` and `combine` give it: `state(0.f, 0.f)`, or by name, `state(total = v, n = 1.f)` with
/// `inline constexpr field<"total"> total;`.
template <class... X>
struct state_list {
  std::tuple<X...> parts;
};
template <class... X>
constexpr state_list<X...> state(X... x) {
  return {{x...}};
}

/// A state under capture: what `combine` and `finalize` receive when there are several components, read as `s[_0]` or
/// `s[total]`.
struct symbolic_state {
  ir* g = nullptr;
  int count = 0;
  value of[std::size_t(detail::max_components)]{};
  name names[std::size_t(detail::max_components)]{};
  template <int I>
  constexpr value operator[](position_of<I>) const {
    if (I < count) return of[I];
    g->refuse(text{} << "state[_" << I << "]: the state has " << count << (count == 1 ? " component" : " components"));
    return poison(g);
  }
  template <name N>
  constexpr value operator[](field_of<N>) const {
    for (int k = 0; k < count; ++k)
      if (names[k] == N) return of[k];
    g->refuse(text{} << "state[" << N << "]: no component of the state has this name");
    return poison(g);
  }
};

/// The messages of one edge for a reducer that takes several: `return reducer(score, value);`.
template <int N>
struct message_list {
  value of[std::size_t(N)];
};

namespace detail {

template <class X>
constexpr ir* ir_of(X x) {
  if constexpr (std::is_base_of_v<value, X>)
    return x.g;
  else
    return nullptr;
}
template <class... X>
struct message_rule {
  static constexpr text why = [] {
    text t;
    if (sizeof...(X) == 0)
      t << "reducer(): an edge gives at least one message, return reducer(src[x]);";
    else if (sizeof...(X) > std::size_t(max_components))
      t << "reducer(...): at most " << max_components << " messages, not " << int(sizeof...(X));
    else if (!(false || ... || std::is_base_of_v<value, X>))
      t << "reducer(...): messages are made of fields, return reducer(src[x]);";
    return t;
  }();
};

// What stands for messages that break a rule; the program says so.
template <class Rule>
struct refused_message {};
/// What reducers have in common: `reducer(a, b)` in `edge` only hands its messages over.
struct callable_reducer {
  template <class... X>
  constexpr auto operator()(X... x) const {
    if constexpr (message_rule<X...>::why.length != 0) {
      return refused_message<message_rule<X...>>{};
    } else {
      ir* g = nullptr;
      for (ir* const of : {ir_of(x)...})
        if (of) g = of;
      return message_list<int(sizeof...(X))>{{to_value(g, x)...}};
    }
  }
  template <class M>
  static constexpr M lift(M message) {
    return message;
  }
  template <class M, class... More>
  requires(sizeof...(More) > 0) static constexpr auto lift(M message, More... more) { return state(message, more...); }
  template <class S>
  static constexpr S finalize(S s) {
    return s;
  }
};

}  // namespace detail

/// A reducer of one's own: derive, give `identity` and `combine`, and perhaps `lift` and `finalize`. For the edges of a
/// row, in their order,
///
///     s = identity();  for each message: s = combine(s, lift(message));  result = finalize(s)
///
///     struct variance : reducer<"variance"> {
///       static constexpr bool associative = true, commutative = true;
///       static constexpr auto identity()              { return state(0.f, 0.f, 0.f); }
///       static constexpr auto lift(auto v)            { return state(1.f, v, v * v); }
///       static constexpr auto combine(auto l, auto r) { return state(l[_0] + r[_0], l[_1] + r[_1], l[_2] + r[_2]); }
///       static constexpr auto finalize(auto s) { auto mean = s[_1] / s[_0]; return s[_2] / s[_0] - mean * mean; }
///     };
///
/// A state is one value or `state(...)` of up to 8. The flags are the user's word: a reducer that is not `associative`,
/// or is `deterministic`, is folded in edge order; a false flag gives false results (`check_laws` finds it). `lift`
/// passes one message through, several become a state; `finalize` passes the state through, and a state of several
/// components gives several results. See algebra.hpp for what is proved of it, and examples/31_custom_reducer.cpp.
template <literal Name>
struct reducer : detail::callable_reducer {
  static constexpr literal title = Name;
  static constexpr bool associative = false, commutative = false, deterministic = false;
};

}  // namespace tiga

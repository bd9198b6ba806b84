// A reducer's four functions, captured one by one for messages without items: what is printed and what laws are tried
// on.
#pragma once
#include <memory>
#include <string>
#include <tiga/reducer/reducer.hpp>

namespace tiga::detail {

/// `roots` are the results of each function. Leaves: loads of port k are message k, aggregates left_part + k and
/// right_part + k the states that combine gets, aggregates k the state that finalize gets; accumulate gets both kinds.
struct region {
  ir g;
  int count = 0;
  int root[max_components]{};
};
struct reducer_regions {
  region identity, lift, combine, finalize, accumulate;
  dtype message[max_components]{};
  int messages = 0, components = 0;
  bool associative = false, commutative = false, deterministic = false;
  bool accumulates = false;
  bool starts = false;  // the identity is a start, and is not meant to be neutral
  text why;
};
using regions_ptr = std::unique_ptr<reducer_regions>;

constexpr port_table message_ports(const dtype* types, int count) {
  port_table t;
  for (int k = 0; k < count; ++k) {
    port p;
    p.side = side::edge;
    p.id = name{std::uint64_t('0' + k), 0};
    p.type = types[k];
    p.argument = t.inputs++;
    t.add_derived(p);
  }
  return t;
}
constexpr value message_in(ir& g, int k) {
  return {&g, g.push({op::load, side::edge, g.bound.ports[k].type, -1, -1, -1, short(k), 0, 0})};
}
constexpr void keep_roots(region& of, const symbolic_state& s) {
  of.count = s.count;
  for (int k = 0; k < s.count; ++k) of.root[k] = s.of[k].id;
}
// Values of one array in another: types are all that is needed of them.
constexpr symbolic_state like_in(ir& g, const symbolic_state& s) {
  symbolic_state to = s;
  to.g = &g;
  for (int k = 0; k < s.count; ++k)
    to.of[k] = {&g, g.push({op::aggregate, side::none, s.of[k].type(), -1, -1, -1, short(40 + k), 0, 0})};
  return to;
}

template <class Reducer, int... K>
regions_ptr regions_of(const Reducer& r, const dtype* types, std::integer_sequence<int, K...>) {
  using I = identity_of_reducer<Reducer>;
  regions_ptr all(new reducer_regions);
  reducer_regions& c = *all;
  c.messages = int(sizeof...(K));
  ((c.message[K] = types[K]), ...);
  c.associative = Reducer::associative;
  c.commutative = Reducer::commutative;
  c.deterministic = Reducer::deterministic;
  if constexpr (requires { Reducer::has_start; }) c.starts = Reducer::has_start;
  for (region* const part : {&c.identity, &c.lift, &c.combine, &c.finalize, &c.accumulate})
    part->g.bound = message_ports(types, c.messages);
  ir& g = c.lift.g;
  if constexpr (!requires { r.lift(message_in(g, K)...); }) {
    c.why << "lift of the reducer does not take " << c.messages << (c.messages == 1 ? " message" : " messages");
    return all;
  } else {
    symbolic_state lifted = to_state(&g, r.lift(message_in(g, K)...), "lift");
    symbolic_state start = to_state(&g, r.identity(), "identity");  // types settle in one array
    check_alike(g, lifted, "lift", start);
    if (g.why.empty()) settle_types(g, lifted, start);
    c.components = lifted.count;
    keep_roots(c.lift, lifted);
    symbolic_state identity = to_state(&c.identity.g, r.identity(), "identity");
    symbolic_state types_of = like_in(c.identity.g, lifted);
    if (g.why.empty()) settle_types(c.identity.g, types_of, identity);
    keep_roots(c.identity, identity);
    const auto state_in = [&](region& to, int first) {
      symbolic_state like = like_in(to.g, lifted);
      for (int k = 0; k < like.count; ++k) like.names[k] = identity.names[k];
      return parts_of(to.g, like, first);
    };
    if (g.why.empty()) {
      const symbolic_state left = state_in(c.combine, left_part), right = state_in(c.combine, right_part);
      keep_roots(c.combine, combine_in(c.combine.g, r, left, left, right));
      keep_roots(c.finalize, to_state(&c.finalize.g, r.finalize(argument_of<I>(state_in(c.finalize, 0))), "finalize"));
      if constexpr (requires { r.accumulate(argument_of<I>(left), message_in(c.accumulate.g, K)...); }) {
        c.accumulates = true;
        ir& to = c.accumulate.g;
        const symbolic_state before = state_in(c.accumulate, left_part);
        keep_roots(
            c.accumulate,
            settle_state(to, to_state(&to, r.accumulate(argument_of<I>(before), message_in(to, K)...), "accumulate"),
                         before, "accumulate"));
      }
    }
  }
  for (const region* const part : {&c.identity, &c.lift, &c.combine, &c.finalize, &c.accumulate})
    if (c.why.empty()) c.why = part->g.why;
  return all;
}

}  // namespace tiga::detail

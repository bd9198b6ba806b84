// Reducers as text: their algebra in MLIR's generic syntax, and the key that says what kernels see of it.
#pragma once
#include <string>
#include <tiga/reducer/outline.hpp>
#include <tiga/reducer/regions.hpp>

namespace tiga {
namespace detail {

std::string print_reducer(const reducer_regions&, const std::string& symbol);
std::string print_module(const std::string& operations);
/// Nodes one a line, what is reduced and how, what comes out.
std::string print_program(const node* nodes, int count, const port_table& table, const outline& at);
std::string print_key(const capture_result&, bool associative, bool commutative, bool deterministic);

template <class Reducer, class K>
std::string reducer_operations(const Reducer& r, const dtype* types, K each, const std::string& symbol) {
  if constexpr (parted<Reducer>) {
    std::string all;
    int n = 0;
    std::apply(
        [&](const auto&... part) {
          ((all += reducer_operations(part, types, each, symbol + "_" + std::to_string(n++))), ...);
        },
        r.parts);
    return all;
  } else {
    return print_reducer(*regions_of(r, types, each), symbol);
  }
}
template <class Reducer>
constexpr const char* title_of() {
  if constexpr (named_reducer<Reducer>)
    return reduction_name(Reducer::kind);
  else
    return Reducer::title.chars;
}
template <class Reducer, int... K>
capture_result capture_alone(const Reducer& r, const dtype* types, std::integer_sequence<int, K...>) {
  capture_result c{};
  c.g.bound = message_ports(types, int(sizeof...(K)));
  symbolic_state results{&c.g};
  algebra& a = c.at.reducer = capture_reducer(c.g, results, r, message_in(c.g, K)...);
  c.at.messages = a.count;
  c.at.kind = mixed_kinds(a.component, a.count);
  for (int k = 0; k < a.count; ++k) c.at.message[k] = a.lifted[k], c.at.aggregate[k] = a.aggregate[k];
  c.at.outputs = results.count < output_list::capacity ? results.count : output_list::capacity;
  for (int k = 0; k < c.at.outputs; ++k) c.at.output[k] = results.of[k].id;
  if (c.g.why.empty()) compact(c);
  return c;
}
[[noreturn]] void refuse_reducer(const text& why);

}  // namespace detail

/// The algebra of a reducer for messages of these types: a `gf.reducer` operation with four regions (identity, lift,
/// combine, finalize) in MLIR's generic syntax, in a module; `mlir-opt --allow-unregistered-dialect` reads it. Several
/// parts (`all_of`) give an operation each. `symbol` is its name there. Throws tiga::error for what does not fit.
template <class Reducer, std::size_t N>
std::string ir_text(const Reducer& r, const dtype (&messages)[N], const std::string& symbol) {
  return detail::print_module(
      detail::reducer_operations(r, messages, std::make_integer_sequence<int, int(N)>{}, symbol));
}
template <class Reducer, std::size_t N>
std::string ir_text(const Reducer& r, const dtype (&messages)[N]) {
  return ir_text(r, messages, detail::title_of<Reducer>());
}

/// What a reducer comes to behind its proof, and its flags: equal for equal algebras, whoever wrote them and under
/// whatever name; different for any that differ.
template <class Reducer, std::size_t N>
std::string reducer_key(const Reducer& r, const dtype (&messages)[N]) {
  const auto c = std::make_unique<detail::capture_result>(
      detail::capture_alone(r, messages, std::make_integer_sequence<int, int(N)>{}));
  if (!c->g.why.empty()) detail::refuse_reducer(c->g.why);
  if constexpr (requires { Reducer::associative; })
    return detail::print_key(*c, Reducer::associative, Reducer::commutative, Reducer::deterministic);
  else
    return detail::print_key(*c, true, true, false);
}

}  // namespace tiga

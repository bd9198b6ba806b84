// Reducers and captured programs as text.
#include <fmt/format.h>

#include <cmath>
#include <tiga/reducer/text.hpp>
#include <tiga/runtime/error.hpp>
#include <vector>

#include "../program/words.hpp"

namespace tiga::detail {
namespace {

// ---- MLIR's generic syntax -----------------------------------------------------------------------------------------

std::string mlir_type(dtype t) {
  if (is_weak(t)) return t == weak_int ? "i64" : "f64";
  switch (t) {
    case dtype::boolean: return "i1";
    case dtype::u8: return "ui8";
    case dtype::u16: return "ui16";
    case dtype::u32: return "ui32";
    case dtype::u64: return "ui64";
    default: return dtype_name(t);
  }
}
// A point is needed, and infinities and NaNs are written by their bits.
std::string mlir_number(const node& n) {
  if (n.type == dtype::boolean) return n.bits ? "true" : "false";
  const std::string type = " : " + mlir_type(n.type);
  if (!is_float(n.type)) {
    const bool is_unsigned = mlir_type(n.type)[0] == 'u';
    return (is_unsigned ? fmt::format("{}", n.bits) : fmt::format("{}", std::int64_t(n.bits))) + type;
  }
  const double x = constant_of(n);
  if (std::isfinite(x)) {
    std::string s = n.type == dtype::f32 ? fmt::format("{}", float(x)) : fmt::format("{}", x);
    if (s.find('.') == std::string::npos) s.insert(std::min(s.find('e'), s.size()), ".0");
    return s + type;
  }
  const bool negative = std::signbit(x);
  const std::uint64_t bits = n.type == dtype::f16    ? 0x7C00
                             : n.type == dtype::bf16 ? 0x7F80
                             : n.type == dtype::f32  ? 0x7F800000
                                                     : 0x7FF0000000000000;
  const int width = n.type == dtype::f16 || n.type == dtype::bf16 ? 16 : n.type == dtype::f32 ? 32 : 64;
  std::uint64_t all = bits | (negative ? std::uint64_t(1) << (width - 1) : 0);
  if (std::isnan(x)) all |= bits >> 1 & ~bits ? (bits >> 1) & ~bits : 1;
  return fmt::format("0x{:0{}X}", all, width / 4) + type;
}

class region_text {
 public:
  region_text(const region& r, char letter) : r_(r), letter_(letter) {}

  // arguments: nodes that stand for what the function receives, by port
  std::string print(const std::vector<std::pair<op, int>>& arguments, const dtype* types, const std::string& indent) {
    std::string out = "({\n";
    if (!arguments.empty()) {
      out += indent + "^bb0(";
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        const std::string name = fmt::format("%{}arg{}", letter_, k);
        out += fmt::format("{}{}: {}", k ? ", " : "", name, mlir_type(types[k]));
        for (int i = 0; i < r_.g.count; ++i)
          if (r_.g.nodes[i].code == arguments[k].first && r_.g.nodes[i].port == arguments[k].second)
            names_[std::size_t(i)] = name;
      }
      out += "):\n";
    }
    std::string operands, result_types;
    for (int k = 0; k < r_.count; ++k) {
      operands += (k ? ", " : "") + use(r_.root[k], out, indent);
      result_types += (k ? ", " : "") + mlir_type(r_.g.nodes[r_.root[k]].type);
    }
    return out + fmt::format("{}  \"gf.yield\"({}) : ({}) -> ()\n{}}}", indent, operands, result_types, indent);
  }

 private:
  // The name of a node; what it needs is printed before.
  std::string use(int id, std::string& out, const std::string& indent) {
    std::string& known = names_[std::size_t(id)];
    if (!known.empty()) return known;
    const node n = r_.g.nodes[id];
    std::string operands, operand_types;
    for (const int k : {int(n.a), int(n.b), int(n.c)}) {
      if (k < 0) continue;
      operands += (operands.empty() ? "" : ", ") + use(k, out, indent);
      operand_types += (operand_types.empty() ? "" : ", ") + mlir_type(r_.g.nodes[k].type);
    }
    std::string attributes, name = word(n.code);
    if (n.code == op::constant) {
      name = "constant";
      attributes = fmt::format(" {{value = {}}}", mlir_number(n));
    } else if (n.code == op::parameter) {
      name = "parameter";
      attributes = fmt::format(" {{name = \"{}\"}}", str(r_.g.bound.ports[n.port].id));
    } else if (n.code == op::edge_number) {
      name = "edge_number";
    }
    names_[std::size_t(id)] = fmt::format("%{}{}", letter_, next_++);
    out += fmt::format("{}  {} = \"gf.{}\"({}){} : ({}) -> {}\n", indent, names_[std::size_t(id)], name, operands,
                       attributes, operand_types, mlir_type(n.type));
    return names_[std::size_t(id)];
  }

  const region& r_;
  char letter_;
  int next_ = 0;
  std::vector<std::string> names_ = std::vector<std::string>(derived_capacity);
};

const char* truth(bool b) { return b ? "true" : "false"; }

}  // namespace

std::string print_reducer(const reducer_regions& c, const std::string& symbol) {
  if (!c.why.empty()) refuse_reducer(c.why);
  std::vector<std::pair<op, int>> messages, states, pair;
  dtype state_types[2 * max_components];
  for (int k = 0; k < c.messages; ++k) messages.emplace_back(op::load, k);
  for (int k = 0; k < c.components; ++k) {
    state_types[k] = state_types[c.components + k] = c.lift.g.nodes[c.lift.root[k]].type;
    states.emplace_back(op::aggregate, k);
    pair.emplace_back(op::aggregate, left_part + k);
  }
  for (int k = 0; k < c.components; ++k) pair.emplace_back(op::aggregate, right_part + k);
  const std::string in = "  ";
  std::string out = "  \"gf.reducer\"() ";
  out += region_text(c.identity, 'i').print({}, nullptr, in) + ", ";
  out += region_text(c.lift, 'l').print(messages, c.message, in).substr(1) + ", ";
  out += region_text(c.combine, 'c').print(pair, state_types, in).substr(1) + ", ";
  out += region_text(c.finalize, 'f').print(states, state_types, in).substr(1);
  return out +
         fmt::format(") {{associative = {}, commutative = {}, deterministic = {}, sym_name = \"{}\"}} : () -> ()\n",
                     truth(c.associative), truth(c.commutative), truth(c.deterministic), symbol);
}
std::string print_module(const std::string& operations) {
  return "\"builtin.module\"() ({\n" + operations + "}) : () -> ()\n";
}

std::string print_program(const node* nodes, int count, const port_table& table, const outline& at) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    const node& n = nodes[i];
    out += fmt::format("%{} = ", i);
    if (n.a < 0) {
      out += leaf_text(n, table);
    } else {
      out += fmt::format("{} %{}", word(n.code), n.a);
      if (n.b >= 0) out += fmt::format(" %{}", n.b);
      if (n.c >= 0) out += fmt::format(" %{}", n.c);
    }
    out += fmt::format(" : {}{}\n", type_text(n.type), axes_text(table, n.items));
  }
  if (at.kind != reducer_kind::none && at.reducer.tree.count == 0)
    for (int k = 0; k < at.messages; ++k)
      out += fmt::format("%{} = {} over edges of %{}\n", at.aggregate[k], reduction_name(component_kind(at.kind, k)),
                         at.message[k]);
  const tree_code& tree = at.reducer.tree;
  if (tree.count > 0)
    for (int k = 0; k < at.messages; ++k)
      out += fmt::format("%{} starts from %{}, grows to %{}, meets as %{}{}\n", at.aggregate[k], tree.identity[k],
                         tree.grown[k], tree.combined[k], tree.in_order ? ", in edge order" : "");
  if (at.reducer.score >= 0)
    out += fmt::format("{} = max over edges of %{}, before\n",
                       leaf_text({op::load, side::destination, weak_float, -1, -1, -1, at.reducer.peak, 0, 0}, table),
                       at.reducer.score);
  out += "return";
  for (int k = 0; k < at.outputs; ++k) out += fmt::format("{} %{}", k ? "," : "", at.output[k]);
  return out + "\n";
}

std::string print_key(const capture_result& c, bool associative, bool commutative, bool deterministic) {
  std::string out = fmt::format("{}\nassociative {}, commutative {}, deterministic {}\n", form_name(c.at.reducer.form),
                                truth(associative), truth(commutative), truth(deterministic));
  return out + print_program(c.g.nodes, c.g.count, c.g.bound, c.at);
}
void refuse_reducer(const text& why) { throw error("reducer: " + str(why)); }

}  // namespace tiga::detail

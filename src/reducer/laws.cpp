// Laws, tried on numbers.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <tiga/reducer/laws.hpp>

#include "../program/interpret.hpp"
#include "../program/words.hpp"

namespace tiga::detail {
namespace {

using numbers = std::vector<scalar_number>;

// Counter-based, so that a seed gives the same tries everywhere.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  int below(int n) { return int(next() % std::uint64_t(n)); }

 private:
  std::uint64_t state_;
};

class algebra_on_numbers {
 public:
  explicit algebra_on_numbers(const reducer_regions& c) : c_(c) {}

  numbers identity() { return run(c_.identity, {}, {}, {}); }
  numbers lift(const numbers& message, std::size_t edge) {
    edge_ = std::int64_t(edge);
    return run(c_.lift, message, {}, {});
  }
  numbers combine(const numbers& l, const numbers& r) { return run(c_.combine, {}, l, r); }
  numbers finalize(const numbers& s) { return run(c_.finalize, {}, s, {}); }
  numbers grow(const numbers& s, const numbers& message, std::size_t edge) {
    edge_ = std::int64_t(edge);
    return c_.accumulates ? run(c_.accumulate, message, s, {}) : combine(s, lift(message, edge));
  }
  // Where edges may be cut the first one begins a state, as in kernels; the identity is not met.
  numbers fold(const std::vector<numbers>& messages, std::size_t begin, std::size_t end) {
    if (begin == end) return identity();
    const bool cut = c_.associative && !c_.deterministic;
    numbers s = lift(messages[begin], begin);
    if (!cut) s = combine(identity(), s);
    for (std::size_t k = begin + 1; k < end; ++k) s = grow(s, messages[k], k);
    return s;
  }
  void forget_scale() { scale_ = 0; }
  bool alike(const numbers& a, const numbers& b) const {
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (!is_float(c_.finalize.g.nodes[c_.finalize.root[k]].type)) {
        if (a[k].i != b[k].i) return false;
        continue;
      }
      const double x = a[k].f, y = b[k].f;
      if (x == y || (std::isnan(x) && std::isnan(y))) continue;
      if (!(std::abs(x - y) <= 1e-9 * std::max(scale_, 1e-300))) return false;
    }
    return true;
  }
  std::string show(const numbers& of, const region& region, const int* roots) const {
    std::string s;
    for (std::size_t k = 0; k < of.size(); ++k) {
      const bool floating = is_float(region.g.nodes[roots[k]].type);
      s += (k ? ", " : "") + (!floating             ? fmt::format("{}", of[k].i)
                              : std::isnan(of[k].f) ? "nan"
                                                    : fmt::format("{}", of[k].f));
    }
    return of.size() == 1 ? s : "(" + s + ")";
  }
  std::string show_state(const numbers& s) const { return show(s, c_.lift, c_.lift.root); }
  std::string show_result(const numbers& s) const { return show(s, c_.finalize, c_.finalize.root); }

 private:
  numbers run(const region& f, const numbers& message, const numbers& left, const numbers& right) {
    const numbers all = interpret(f.g, [&](const node& n) -> scalar_number {
      if (n.code == op::load) return message.empty() ? scalar_number{} : message[std::size_t(n.port)];
      if (n.code == op::edge_number) return {0, edge_};
      if (n.code != op::aggregate || n.port >= 40) return {};
      const bool is_right = n.port >= right_part, is_left = n.port >= left_part && !is_right;
      return (is_right ? right : left)[std::size_t(n.port - (is_right ? right_part : is_left ? left_part : 0))];
    });
    for (int k = 0; k < f.g.count; ++k)
      if (is_float(f.g.nodes[k].type) && std::isfinite(all[std::size_t(k)].f))
        scale_ = std::max(scale_, std::abs(all[std::size_t(k)].f));
    numbers roots;
    for (int k = 0; k < f.count; ++k) roots.push_back(all[std::size_t(f.root[k])]);
    return roots;
  }

  const reducer_regions& c_;
  double scale_ = 0;
  std::int64_t edge_ = 0;
};

class trial {
 public:
  trial(const reducer_regions& c, const law_options& o) : c_(c), of_(c), random_(o.seed) {}

  struct outcome {
    std::string identity, associative, commutative, merging;  // counter-examples
  };
  outcome run(int tries) {
    outcome found;
    for (int n = 0; n < tries; ++n) {
      simple_ = n < tries / 2;  // examples that a person can follow come first
      std::vector<numbers> messages;
      for (int k = random_.below(5) + random_.below(4); k > 0; --k) messages.push_back(message());
      of_.forget_scale();
      const std::size_t all = messages.size();
      const std::size_t first = std::size_t(random_.below(int(all) + 1));
      const std::size_t second = first + std::size_t(random_.below(int(all - first) + 1));
      const numbers a = of_.fold(messages, 0, first), b = of_.fold(messages, first, second),
                    c = of_.fold(messages, second, all);
      if (found.identity.empty()) {
        const numbers none = of_.identity();
        compare(found.identity, "combine(identity, s)", of_.combine(none, a), "s", a, {{"s", a}});
        if (found.identity.empty())
          compare(found.identity, "combine(s, identity)", of_.combine(a, none), "s", a, {{"s", a}});
      }
      if (found.associative.empty())
        compare(found.associative, "combine(combine(a, b), c)", of_.combine(of_.combine(a, b), c),
                "combine(a, combine(b, c))", of_.combine(a, of_.combine(b, c)), {{"a", a}, {"b", b}, {"c", c}});
      if (found.commutative.empty())
        compare(found.commutative, "combine(a, b)", of_.combine(a, b), "combine(b, a)", of_.combine(b, a),
                {{"a", a}, {"b", b}});
      if (found.merging.empty() && first > 0 && first < all) {
        const numbers halves = of_.combine(a, of_.fold(messages, first, all)), whole = of_.fold(messages, 0, all);
        if (!same(halves, whole)) {
          found.merging = "messages";
          for (const numbers& m : messages) found.merging += " " + of_.show(m, c_.lift, message_nodes().data());
          found.merging += fmt::format(", cut behind {}: {}, but one fold gives {}", first,
                                       of_.show_result(of_.finalize(halves)), of_.show_result(of_.finalize(whole)));
        }
      }
    }
    return found;
  }

 private:
  struct named_state {
    const char* name;
    const numbers& state;
  };
  bool same(const numbers& x, const numbers& y) { return of_.alike(of_.finalize(x), of_.finalize(y)); }
  void compare(std::string& found, const char* left, const numbers& x, const char* right, const numbers& y,
               std::initializer_list<named_state> states) {
    if (same(x, y)) return;
    for (const named_state& s : states) found += fmt::format("{} = {}, ", s.name, of_.show_state(s.state));
    found += fmt::format("{} gives {}, {} gives {}", left, of_.show_result(of_.finalize(x)), right,
                         of_.show_result(of_.finalize(y)));
  }
  std::vector<int> message_nodes() const {
    std::vector<int> at(std::size_t(c_.messages), 0);
    for (int k = 0; k < c_.lift.g.count; ++k)
      if (const node& n = c_.lift.g.nodes[k]; n.code == op::load) at[std::size_t(n.port)] = k;
    return at;
  }
  numbers message() {
    numbers m;
    for (int k = 0; k < c_.messages; ++k) m.push_back(number(c_.message[k]));
    return m;
  }
  scalar_number number(dtype t) {
    const int kind = random_.below(8);
    if (t == dtype::boolean) return {0, kind & 1};
    if (is_floating(t)) {
      constexpr double special[] = {0.0, -0.0, 1.0, -1.0};
      if (kind == 0) return {special[random_.below(4)], 0};
      // eighths: their sums and products are exact
      if (simple_ || kind < 5) return {double(random_.below(65) - 32) / 8, 0};
      return {std::ldexp(double(random_.next() >> 11), -52) * (kind == 5 ? 100 : 4) - (kind == 5 ? 50 : 2), 0};
    }
    const bool is_unsigned = t == dtype::u8 || t == dtype::u16 || t == dtype::u32 || t == dtype::u64;
    const std::int64_t x = kind == 0 ? 0 : kind == 1 ? 1 : random_.below(200) - 100;
    return {0, is_unsigned ? std::abs(x) : x};
  }

  const reducer_regions& c_;
  algebra_on_numbers of_;
  random_numbers random_;
  bool simple_ = true;
};

}  // namespace

law_report try_laws(const reducer_regions& c, const law_options& options, const char* who) {
  if (!c.why.empty()) refuse_reducer(c.why);
  const trial::outcome found = trial(c, options).run(options.tries);
  law_report r;
  r.identity = found.identity.empty();
  r.associative = found.associative.empty();
  r.commutative = found.commutative.empty();
  r.merging = found.merging.empty();
  const bool cut = c.associative && !c.deterministic;
  const auto line = [&](const char* law, bool promised, const std::string& example) {
    if (example.empty())
      r.text += fmt::format("{} holds in {} tries{}\n", law, options.tries, promised ? "" : ", but is not promised");
    else
      r.text += fmt::format("{} {}: {}\n", law, promised ? "FAILS" : "does not hold, and is not promised", example);
    r.holds &= !promised || example.empty();
  };
  r.text = fmt::format("{}:\n", who);
  line("  identity     ", cut && !c.starts, found.identity);
  line("  associativity", c.associative, found.associative);
  line("  commutativity", c.commutative, found.commutative);
  line("  merging      ", cut, found.merging);
  return r;
}

}  // namespace tiga::detail

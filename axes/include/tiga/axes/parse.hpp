// Layouts from text in the notation of mapping expressions: `A / 8, R # 16 % 4, [W, X], 1 # 4`.
// Source: the `m![...]` notation of Furiosa's compiler; all operators bind alike and to the left, the comma least.
#pragma once
#include "division.hpp"

namespace tiga {

/// An axis of a text: what `axes` names.
inline constexpr int mapping_factors = 24, mapping_nodes = 96;

/// A mapping expression as a tree. `why` is empty unless the text is none, or one that means nothing.
struct mapping_expression {
  struct node {
    char operation;       // 'a' axis, 'c' copies, ',' pair, '/', '%', '=', '#'
    int left, right;      // operands
    std::int64_t number;  // of 'a': the declared size
    std::int64_t kind;    // of '#': a `padding`
    std::int64_t size;    // positions
    name of;              // the axis of 'a'
  };
  node nodes[mapping_nodes]{};
  int count = 0;
  int root = -1;
  text why;
};

/// A layout as a value: factors from the outermost to the innermost.
struct mapping_value {
  factor factors[mapping_factors]{};
  int count = 0;
  text why;  ///< what is wrong with it; empty for a sound one
  constexpr layout_view view(const char* called = "the layout") const { return {factors, count, called}; }
};

namespace detail {

class mapping_parser {
 public:
  constexpr mapping_parser(const char* chars, int length, const axis* axes, int axis_count)
      : chars_(chars), end_(length), axes_(axes), axis_count_(axis_count) {}
  constexpr mapping_expression run() {
    skip();
    if (at_ + 1 < end_ && chars_[at_] == 'm' && chars_[at_ + 1] == '!') {
      at_ += 2;
      skip();
      if (!is_next('[') && !is_next('(')) fail("after m! a bracket is wanted");
    }
    if (at_ == end_) fail("a layout is wanted; `1` is the layout of one position");
    if (ok()) e_.root = list();
    skip();
    if (ok() && at_ < end_) fail("the end is wanted");
    return e_;
  }

 private:
  constexpr bool ok() const { return e_.why.empty(); }
  constexpr int fail(const char* what) {
    if (!ok()) return -1;
    e_.why << "\"" << whole() << "\", place " << at_ + 1 << ": " << what;
    return -1;
  }
  constexpr text whole() const {
    text t;
    for (int i = 0; i < end_ && i < 120; ++i) t.put(chars_[i] >= ' ' && chars_[i] <= '~' ? chars_[i] : '?');
    return t;
  }
  constexpr void skip() {
    while (at_ < end_ && (chars_[at_] == ' ' || chars_[at_] == '\t' || chars_[at_] == '\n')) ++at_;
  }
  constexpr bool is_next(char c) const { return at_ < end_ && chars_[at_] == c; }
  constexpr bool take(char c) {
    skip();
    if (!is_next(c)) return false;
    ++at_;
    return true;
  }
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static constexpr bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || (static_cast<unsigned char>(c) & 128) != 0;
  }
  constexpr int add(char operation, int left, int right, std::int64_t number, std::int64_t kind, std::int64_t size,
                    name of = {0, 0}) {
    if (e_.count == mapping_nodes) return fail("the expression is too long");
    e_.nodes[e_.count] = {operation, left, right, number, kind, size, of};
    return e_.count++;
  }
  constexpr std::int64_t number() {
    skip();
    const bool negative = is_next('-');
    if (negative) ++at_;
    if (at_ == end_ || !is_digit(chars_[at_])) return fail("a number is wanted");
    std::int64_t n = 0;
    while (at_ < end_ && (is_digit(chars_[at_]) || chars_[at_] == '_')) {
      if (n > largest_axis / 10) return fail("the number is too large");
      if (chars_[at_] != '_') n = 10 * n + (chars_[at_] - '0');
      ++at_;
    }
    return negative ? -n : n;
  }
  // pairs are flattened to the right
  constexpr int list() {
    if (++depth_ > 24) return fail("too many brackets");
    int tree = chain();
    skip();
    if (ok() && take(',')) {
      skip();
      const bool trailing = at_ == end_ || is_next(']') || is_next(')');
      if (!trailing) {
        const int rest = list();
        if (!ok()) return -1;
        const std::int64_t a = e_.nodes[tree].size, b = e_.nodes[rest].size;
        const std::int64_t size = a == dynamic || b == dynamic ? dynamic : size_product(a, b);
        if (size == overflow) return fail("the size does not fit in 63 bits");
        tree = add(',', tree, rest, 0, 0, size);
      }
    }
    --depth_;
    return tree;
  }
  constexpr int chain() {
    int left = atom();
    for (;;) {
      skip();
      if (!ok() || at_ == end_) return left;
      const char op = chars_[at_];
      if (op != '/' && op != '%' && op != '=' && op != '#') return left;
      ++at_;
      std::int64_t kind = std::int64_t(padding::top);
      if (op == '#' && is_next('{')) {
        ++at_;
        if (take('0'))
          kind = std::int64_t(padding::zero);
        else if (take('!'))
          kind = std::int64_t(padding::bottom);
        else if (!take('*'))
          return fail("a padding is #, #{*}, #{0} or #{!}");
        if (!take('}')) return fail("} is wanted");
      }
      const std::int64_t n = number();
      if (!ok()) return -1;
      const std::int64_t size = e_.nodes[left].size;
      if (size != dynamic && n > 0 && (op == '/' || op == '%') && size % n == 0)
        left = add(op, left, -1, n, kind, op == '/' ? size / n : n);
      else
        left = add(op, left, -1, n, kind, n > 0 ? n : 1);  // refused by the factor, with its sentence
    }
  }
  constexpr int atom() {
    skip();
    if (at_ == end_) return fail("an axis, a number or a bracket is wanted");
    const char c = chars_[at_];
    if (c == '[' || c == '(') {
      ++at_;
      const int inside = list();
      if (ok() && !take(c == '[' ? ']' : ')')) return fail(c == '[' ? "] is wanted" : ") is wanted");
      return inside;
    }
    if (is_digit(c)) {
      const std::int64_t n = number();
      return ok() ? add('c', -1, -1, n, 0, n > 0 ? n : 1) : -1;
    }
    if (!is_letter(c)) return fail("an axis, a number or a bracket is wanted");
    const int begin = at_;
    char letters[17]{};
    while (at_ < end_ && (is_letter(chars_[at_]) || is_digit(chars_[at_]))) {
      if (at_ - begin == 16) return at_ = begin, fail("a name holds at most 16 characters");
      letters[at_ - begin] = chars_[at_];
      ++at_;
    }
    const name id = pack(letters);
    for (int i = 0; i < axis_count_; ++i)
      if (axes_[i].id == id) return add('a', -1, -1, axes_[i].size, 0, axes_[i].size, id);
    at_ = begin;
    return fail("no axis of this name");
  }

  const char* chars_;
  int at_ = 0, end_ = 0, depth_ = 0;
  const axis* axes_;
  int axis_count_;
  mapping_expression e_;
};

constexpr factor factor_of(const mapping_expression& e, int at) {
  const mapping_expression::node& n = e.nodes[at];
  switch (n.operation) {
    case 'a': return axis(n.of, n.number);
    case 'c': return unnamed(n.number, n.number, 'c');
    case ',': return joined(factor_of(e, n.left), factor_of(e, n.right));
    case '#': return padded(factor_of(e, n.left), n.number, padding(n.kind));
    case '=': return resized(factor_of(e, n.left), n.number);
    default: return part_of(factor_of(e, n.left), n.number, n.operation);
  }
}
constexpr void put_factors(const mapping_expression& e, int at, mapping_value& v) {
  if (e.nodes[at].operation == ',') {
    put_factors(e, e.nodes[at].left, v);
    put_factors(e, e.nodes[at].right, v);
    return;
  }
  if (v.count == mapping_factors) {
    if (v.why.empty()) v.why << "a layout holds at most " << mapping_factors << " factors";
    return;
  }
  const factor f = factor_of(e, at);
  if (f.count > 0 || f.problem) v.factors[v.count++] = f;
}

}  // namespace detail

/// Reads a layout: with or without `m![ ]`, brackets of both kinds, `#{0}`, `#{!}`, `#{*}`. Names are among `axes`.
constexpr mapping_expression parse_mapping(const char* chars, int length, const axis* axes, int axis_count) {
  return detail::mapping_parser(chars, length, axes, axis_count).run();
}

/// The layout of an expression. `why` says what the expression itself says, or what `mapping_fault` does.
constexpr mapping_value value_of(const mapping_expression& e) {
  mapping_value v;
  v.why = e.why;
  if (v.why.empty()) detail::put_factors(e, e.root, v);
  if (v.why.empty()) v.why = mapping_fault(v.factors, v.count);
  return v;
}

namespace detail {
template <std::size_t N>
struct mapping_letters {
  char chars[N]{};
  consteval mapping_letters(const char (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) chars[i] = s[i];
  }
};
template <mapping_letters Letters, axis... Axes>
struct text_rule {
  static constexpr mapping_value value = [] {
    const axis axes[] = {Axes..., axis(name{0, 0}, 1)};
    return value_of(parse_mapping(Letters.chars, int(sizeof(Letters.chars)) - 1, axes, int(sizeof...(Axes))));
  }();
  static constexpr text why = value.why;
};
template <class Rule, class Places, class = require<Rule>>
struct text_layout;
template <class Rule, std::size_t... I>
struct text_layout<Rule, std::index_sequence<I...>, int> {
  using type = m<Rule::value.factors[I]...>;
};
template <class Rule>
using places_of = std::make_index_sequence<std::size_t(Rule::value.count)>;
}  // namespace detail

/// The layout type that a text means: `mapping_of<"m![A / 8, 1 # 4]", A>` is `m<A / 8, dummy(4)>`. The axes follow it.
template <detail::mapping_letters Letters, axis... Axes>
using mapping_of = typename detail::text_layout<detail::text_rule<Letters, Axes...>,
                                                detail::places_of<detail::text_rule<Letters, Axes...>>>::type;

}  // namespace tiga

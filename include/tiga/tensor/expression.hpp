// Elementwise arithmetic on tensors: `a * 2 + exp(b)` is an expression that owns its operands and runs as one kernel,
// without temporaries, when it becomes a tensor. The same captured arithmetic as in message passing, one
// differentiator.
#pragma once
#include <tiga/program/differentiate.hpp>
#include <tiga/program/element.hpp>
#include <tiga/program/kernels.hpp>
#include <tiga/program/whole.hpp>
#include <tiga/tensor/tensor.hpp>

namespace tiga {

template <class T, class M>
class tracked;  // autograd/tracked.hpp

/// Operands held by value (tensors share storage), and what to do with them. `auto e = a * 2 + b;` is safe to keep and
/// to return; it is evaluated each time it is converted to a tensor.
template <class Op, class... A>
class expression;

namespace detail {

template <class Expression>
struct expression_recorder;  // autograd/expression.hpp: evaluates and puts the adjoint on the tape

template <class X>
struct operand_of {
  static constexpr bool ok = false;
};
template <class T, class M>
struct operand_of<tensor<T, M>> {
  static constexpr bool ok = !is_id<T>, is_leaf = true, tracks = false;
  using mapping = M;
};
template <class T, class M>
struct operand_of<tracked<T, M>> {
  static constexpr bool ok = true, is_leaf = true, tracks = true;
  using mapping = M;
};
template <class Op, class... A>
struct operand_of<expression<Op, A...>> {
  static constexpr bool ok = true, is_leaf = false;
  static constexpr bool tracks = expression<Op, A...>::tracks;
  using mapping = typename expression<Op, A...>::mapping;
};
template <class X>
concept operand = operand_of<X>::ok;
template <class X>
concept unevaluated = operand<X> && !operand_of<X>::is_leaf;
template <class X>
concept scalar_operand = std::is_arithmetic_v<X>;
template <class X>
concept term = operand<X> || scalar_operand<X>;

template <class X>
struct mapping_of_term {
  using type = m<>;
};
template <operand X>
struct mapping_of_term<X> {
  using type = typename operand_of<X>::mapping;
};

// The mapping that all operands with axes share; the sentence shows both that differ.
template <class... M>
struct common_mapping {
  using type = m<>;
};
template <class... M>
struct common_mapping<m<>, M...> : common_mapping<M...> {};
template <class F, class G>
struct same_mapping_rule {
  static constexpr text why = [] {
    text t;
    if (!std::is_same_v<F, G>)
      t << "elementwise: the mappings " << render(F{}) << " and " << render(G{})
        << " differ; permute or broadcast one of them";
    return t;
  }();
};
template <class F, class... M>
struct common_mapping<F, M...> {
  using rest = typename common_mapping<M...>::type;
  using checked = require<same_mapping_rule<F, std::conditional_t<rest::rank == 0, F, rest>>>;
  using type = std::conditional_t<sizeof(checked) != 0, F, F>;
};

template <class From, class To>
struct assigned_rule {
  static constexpr text why = [] {
    text t;
    if (std::is_same_v<From, To>)
      return t << "tensor: the expression over " << render(From{})
               << " is tracked: detach(eval(...)) is its value, auto keeps its history";
    return t << "tensor: an expression over " << render(From{}) << " given, a tensor over " << render(To{})
             << " wanted";
  }();
};
template <dtype From, dtype To, bool Sound>
struct element_rule {
  static constexpr text why = [] {
    text t;
    if (Sound && From != To)
      t << "tensor: an expression of " << dtype_name(From) << " given, a tensor of " << dtype_name(To)
        << " wanted: cast<T>(...) converts";
    return t;
  }();
};
template <class M, class>
struct condition_rule {
  static constexpr text why = text{} << "if needs a plain bool, but this is an expression over " << render(M{})
                                     << ": reduce it, any(...).item() or all(...).item(), or write where(c, a, b)";
};

// What an expression is made of, in the order of its operands.
struct leaf_list {
  const void* first[runtime::max_inputs];
  const std::int64_t* n[runtime::max_inputs];
  const std::int64_t* step[runtime::max_inputs];
  int rank[runtime::max_inputs];
  runtime::scalar number[runtime::max_parameters];
  int leaves = 0, numbers = 0;
  std::uint32_t beyond = 0;  // numbers beyond 2^63
};
struct expression_plan {
  runtime::row_args args;
  std::int64_t size;
};
// Compiled once (src/tensor): checks that the extents meet and lays out the positions.
expression_plan plan_expression(const leaf_list& leaves, const factor* axes, int rank);

inline constexpr axis elements_axis{"#elements"};

// Capture: leaves become fields in order, numbers parameters.
struct expression_ports {
  port_table table;
  item_axes space = 0;
  int arrays = 0;
};
constexpr void add_leaf(expression_ports& p, dtype type, bool scalar) {
  port f;
  f.side = side::source;
  f.id = pack("operand");
  f.argument = p.table.inputs++;
  f.type = type;
  f.items = scalar ? 0 : p.space;
  p.table.add(f);
  ++p.arrays;
}
template <class X>
struct leaf_type;
template <class T, class M>
struct leaf_type<tensor<T, M>> {
  static constexpr dtype type = dtype_of<T>;
};
template <class T, class M>
struct leaf_type<tracked<T, M>> {
  static constexpr dtype type = dtype_of<T>;
};
template <class X>
struct term_walk {
  static constexpr void ports(expression_ports& p) {
    if constexpr (scalar_operand<X>) {
      port f;
      f.id = pack("number");
      f.argument = p.table.parameters++;
      f.type = std::is_same_v<X, bool> ? dtype::boolean : std::is_floating_point_v<X> ? weak_float : weak_int;
      p.table.add(f);
    } else {
      add_leaf(p, leaf_type<X>::type, operand_of<X>::mapping::rank == 0);
    }
  }
  static constexpr value capture(ir* g, int& next) {
    const int p = next++;
    const port& f = g->bound.ports[p];
    const op code = scalar_operand<X> ? op::parameter : op::load;
    return {g, g->push({code, f.side, f.type, -1, -1, -1, short(p), f.items, 0})};
  }
};
template <class Op, class... A>
struct term_walk<expression<Op, A...>> {
  static constexpr void ports(expression_ports& p) { (term_walk<A>::ports(p), ...); }
  static constexpr value capture(ir* g, int& next) {
    const value v[] = {term_walk<A>::capture(g, next)...};
    if constexpr (sizeof...(A) == 1)
      return Op::of(v[0]);
    else if constexpr (sizeof...(A) == 2)
      return Op::of(v[0], v[1]);
    else
      return Op::of(v[0], v[1], v[2]);
  }
};

template <class X>
struct expression_program {
  struct taken {
    ir g;
    int root;
  };
  static constexpr taken result = [] {
    expression_ports p;
    p.space = append(0, p.table.axes.intern(elements_axis));
    term_walk<X>::ports(p);
    taken t{};
    t.g.bound = p.table;
    int next = 0;
    value v = term_walk<X>::capture(&t.g, next);
    if (is_weak(v.type())) v = to_type(v, v.type() == weak_int ? dtype::i32 : dtype::f32);
    t.root = v.id;
    // a result without axes of operands with axes does not occur; the other way round is a repeated scalar
    if (t.g.why.empty()) {
      if (t.g.bound.inputs > runtime::max_inputs - 1)
        t.g.refuse(text{} << "an expression may have at most " << (runtime::max_inputs - 1)
                          << " tensors; give a part of it a name of type tensor");
      if (t.g.bound.parameters > runtime::max_parameters)
        t.g.refuse(text{} << "an expression may have at most " << runtime::max_parameters
                          << " numbers; give a part of it a name of type tensor");
      if (!t.g.bound.why.empty())
        t.g.refuse(text{} << "an expression may have at most " << port_table::most
                          << " operands; give a part of it a name of type tensor");
    }
    return t;
  }();
  static constexpr text why = result.g.why;
  static constexpr auto nodes = shrink<result.g.count>(result.g);
  static constexpr port_table table = result.g.bound;
  static constexpr int root = result.root;
  static constexpr dtype type = result.g.nodes[result.root].type;
  struct sizes {
    static constexpr std::int64_t n[axis_table::capacity] = {dynamic, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  };
  static constexpr bool has_identity = false;
};

// Runs one node of a program over all positions; the result has the dtype of the node.
template <class C, int Root>
void run_elementwise(runtime::row_args a, std::int64_t size, void* out) {
  using J = kernel_job<C, traversal::elementwise, reducer_kind::none, side::source, ids<>, ids<Root>>;
  a.out[0] = out;
  if (size > 0) runtime::run_rows({kernel_of<J>(), size, 0, 0, 0, 1 + J::plan.cost / 16}, a);
}

template <class T, class M>
const tensor<T, M>& tensor_of(const tensor<T, M>& t) {
  return t;
}
template <class T, class M>
const tensor<T, M>& tensor_of(const tracked<T, M>& t) {
  return t.value();
}

template <class X>
void collect_leaves(leaf_list& l, const X& x) {
  if constexpr (std::is_same_v<X, bool>) {
    l.number[l.numbers++].f = x ? -1 : 0;  // as kernels write conditions
  } else if constexpr (std::is_floating_point_v<X>) {
    l.number[l.numbers++].f = double(x);
  } else if constexpr (std::is_integral_v<X>) {
    if (is_beyond_i64(x)) l.beyond |= 1u << l.numbers;
    l.number[l.numbers++].i = std::int64_t(x);
  } else if constexpr (operand_of<X>::is_leaf) {
    const auto& t = tensor_of(x);
    l.first[l.leaves] = t.data();
    l.n[l.leaves] = t.shape().n;
    l.step[l.leaves] = t.steps().n;
    l.rank[l.leaves++] = t.rank;
  } else {
    x.each([&](const auto& a) { collect_leaves(l, a); });
  }
}
template <class X>
expression_plan plan_of(const X& x) {
  using M = typename operand_of<X>::mapping;
  leaf_list l;
  collect_leaves(l, x);
  expression_plan plan = plan_expression(l, M::factors, M::rank);
  using P = expression_program<X>;
  if (narrows_parameters(P::nodes) || l.beyond != 0)
    check_parameters(P::nodes.nodes, P::nodes.count, P::table, P::sizes::n, plan.args, l.beyond, false);
  return plan;
}

template <class... A>
struct operands;
template <>
struct operands<> {
  void each(auto&&) const {}
};
template <class A, class... R>
struct operands<A, R...> {
  A first;
  [[no_unique_address]] operands<R...> rest;
  operands(const A& a, const R&... r) : first(a), rest(r...) {}
  void each(auto&& f) const {
    f(first);
    rest.each(f);
  }
};

}  // namespace detail

template <class Op, class... A>
class expression {
 public:
  static constexpr bool tracks = (false || ... || [] {
    if constexpr (detail::operand<A>)
      return detail::operand_of<A>::tracks;
    else
      return false;
  }());
  using mapping = typename detail::common_mapping<typename detail::mapping_of_term<A>::type...>::type;

  explicit expression(const A&... a) : operands_(a...) {}

  /// The values, in one pass over memory; a `tracked` when an operand is. Run-time extents must meet: tiga::error
  /// names the axis and both numbers. O(size).
  auto evaluate() const {
    using program = detail::expression_program<expression>;
    if constexpr (sizeof(require<program>) != 0) {
      if constexpr (tracks) {
        return detail::expression_recorder<expression>::evaluate(*this);
      } else {
        const detail::expression_plan plan = detail::plan_of(*this);
        return detail_result<program>(plan);
      }
    }
  }
  template <class T>
  operator tensor<T, mapping>() const requires(!tracks) {
    using program = detail::expression_program<expression>;
    static_assert(sizeof(require<detail::element_rule<program::type, dtype_of<T>, program::why.length == 0>>) != 0,
                  "tiga: refused");
    return evaluate();
  }
  template <class T>
  operator tracked<T, mapping>() const requires tracks {
    return evaluate();
  }
  /// Refused: another layout is another type, and a history is not dropped in silence.
  template <class T, class M>
  requires(tracks || !std::is_same_v<M, mapping>) operator tensor<T, M>() const {
    static_assert(sizeof(require<detail::assigned_rule<mapping, M>>) != 0, "tiga: refused");
    return {};
  }
  /// Refused: there are many conditions, not one.
  template <class B>
  requires std::is_same_v<B, bool>
  explicit operator B() const {
    static_assert(sizeof(require<detail::condition_rule<mapping, B>>) != 0, "tiga: refused");
    return false;
  }

  void each(auto&& f) const { operands_.each(f); }

  template <class Program>
  static auto detail_result(const detail::expression_plan& plan) {
    using T = typename detail::element_for<Program::type>::type;
    extents<mapping::rank> n{};
    for (int i = 0; i < mapping::rank; ++i) n.n[i] = plan.args.axis_size[i];
    auto out = tensor<T, mapping>::uninitialized(n);
    detail::run_elementwise<Program, Program::root>(plan.args, plan.size, const_cast<T*>(out.data()));
    return out;
  }

 private:
  detail::operands<A...> operands_;
};

/// The tensor (or tracked tensor) that an expression means; tensors are returned as they are.
template <class X>
auto eval(const X& x) {
  if constexpr (requires { x.evaluate(); })
    return x.evaluate();
  else
    return x;
}
template <class Op, class... A>
tensor(const expression<Op, A...>&)
    -> tensor<typename detail::element_for<detail::expression_program<expression<Op, A...>>::type>::type,
              typename expression<Op, A...>::mapping>;

namespace detail {

template <class Op, class... A>
auto make_expression(const A&... a) {
  return expression<Op, A...>(a...);
}

}  // namespace detail

#define TIGA_ELEMENTWISE(name, what)                                                     \
  namespace detail {                                                                     \
  struct what##_op {                                                                     \
    static constexpr value of(value a, value b) { return name(a, b); }                   \
  };                                                                                     \
  }                                                                                      \
  template <detail::term A, detail::term B>                                              \
  requires(detail::operand<A> || detail::operand<B>) auto name(const A& a, const B& b) { \
    return detail::make_expression<detail::what##_op>(a, b);                             \
  }
TIGA_ELEMENTWISE(operator+, add)
TIGA_ELEMENTWISE(operator-, sub)
TIGA_ELEMENTWISE(operator*, mul)
TIGA_ELEMENTWISE(operator/, div)
TIGA_ELEMENTWISE(operator<, less)
TIGA_ELEMENTWISE(operator<=, less_equal)
TIGA_ELEMENTWISE(operator>, greater)
TIGA_ELEMENTWISE(operator>=, greater_equal)
TIGA_ELEMENTWISE(operator==, equal)
TIGA_ELEMENTWISE(operator!=, not_equal)
TIGA_ELEMENTWISE(operator&&, both)
TIGA_ELEMENTWISE(operator||, either)
TIGA_ELEMENTWISE(pow, pow)
TIGA_ELEMENTWISE(max, max)
TIGA_ELEMENTWISE(min, min)
#undef TIGA_ELEMENTWISE
#define TIGA_ELEMENTWISE(name, what)                       \
  namespace detail {                                       \
  struct what##_op {                                       \
    static constexpr value of(value a) { return name(a); } \
  };                                                       \
  }                                                        \
  template <detail::operand A>                             \
  auto name(const A& a) {                                  \
    return detail::make_expression<detail::what##_op>(a);  \
  }
TIGA_ELEMENTWISE(operator-, neg)
TIGA_ELEMENTWISE(operator!, negation)
TIGA_ELEMENTWISE(abs, abs)
TIGA_ELEMENTWISE(exp, exp)
TIGA_ELEMENTWISE(log, log)
TIGA_ELEMENTWISE(sqrt, sqrt)
TIGA_ELEMENTWISE(tanh, tanh)
TIGA_ELEMENTWISE(sin, sin)
TIGA_ELEMENTWISE(cos, cos)
TIGA_ELEMENTWISE(floor, floor)
#undef TIGA_ELEMENTWISE

namespace detail {
struct where_op {
  static constexpr value of(value c, value a, value b) { return where(c, a, b); }
};
template <class T>
struct cast_op {
  static constexpr value of(value a) { return to_type(a, dtype_of<T>); }
};
}  // namespace detail

/// `c ? a : b` element by element; neither is skipped.
template <detail::operand C, detail::term A, detail::term B>
auto where(const C& c, const A& a, const B& b) {
  return detail::make_expression<detail::where_op>(c, a, b);
}
/// Converts element by element; floats to integers truncate and saturate.
template <element_type T, detail::operand A>
auto cast(const A& a) {
  return detail::make_expression<detail::cast_op<T>>(a);
}

/// `x += y` and its kin: x becomes the tensor x + y, whose layout and element type must be those of x.
#define TIGA_ASSIGN(operation)                                       \
  template <class T, class M, detail::term B>                        \
  tensor<T, M>& operator operation##=(tensor<T, M>& a, const B& b) { \
    return a = a operation b;                                        \
  }
TIGA_ASSIGN(+)
TIGA_ASSIGN(-)
TIGA_ASSIGN(*)
TIGA_ASSIGN(/)
#undef TIGA_ASSIGN

}  // namespace tiga

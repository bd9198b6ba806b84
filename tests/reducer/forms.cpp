// Proofs look at structure: algebras written by hand reach the kernels of the built-in ones, under whatever name.
#include "by_hand.hpp"

using namespace reducer_test;

namespace {

template <class P, class... B>
using captured_program = detail::captured<P, detail::kind_of<P, false>(), false, detail::ports_of<square, B...>>;
using source_x = decltype(src(x = std::declval<array<float, N, F>>()));
using edge_w = decltype(edge(w = std::declval<array<float, E>>()));
template <class A, class B, class... Fields>
constexpr bool same_kernel() {
  using C = captured_program<A, Fields...>;
  using D = captured_program<B, Fields...>;
  return std::is_same_v<detail::code_of<C>, detail::code_of<D>> && C::kind == D::kind &&
         C::at.messages == D::at.messages && C::at.message[0] == D::at.message[0] && C::at.output[0] == D::at.output[0];
}
static_assert(same_kernel<reduces<sum_by_hand>, reduces<decltype(sum())>, source_x>(), "a sum is a sum");
static_assert(same_kernel<reduces<mean_by_hand>, reduces<decltype(mean())>, source_x>(), "a mean is a mean");
static_assert(same_kernel<reduces<product_by_hand>, reduces<decltype(prod())>, source_x>(), "a product is a product");
static_assert(same_kernel<reduces<extremum_by_hand<true>>, reduces<decltype(max())>, source_x>(), "a max is a max");
static_assert(same_kernel<reduces<extremum_by_hand<false>>, reduces<decltype(min())>, source_x>(), "a min is a min");
static_assert(
    same_kernel<reduces_pairs<softmax_by_hand>, reduces_pairs<decltype(online_softmax())>, source_x, edge_w>(),
    "a softmax is a softmax");
static_assert(!same_kernel<reduces<sum_by_hand>, reduces<mean_by_hand>, source_x>(), "a sum is no mean");
static_assert(!same_kernel<reduces<variance_by_hand>, reduces<decltype(var())>, source_x>(), "two ways to a variance");

struct ordered : sum_by_hand {
  static constexpr bool deterministic = true;
};
struct not_commutative : sum_by_hand {
  static constexpr bool commutative = false;
};
template <class P, class... B>
constexpr reduction_form form_in = captured_program<P, B...>::at.reducer.form;

}  // namespace

TEST_CASE("the form of an algebra") {
  CHECK(form_in<reduces<sum_by_hand>, source_x> == reduction_form::sum);
  CHECK(form_in<reduces<mean_by_hand>, source_x> == reduction_form::mean);
  CHECK(form_in<reduces<product_by_hand>, source_x> == reduction_form::product);
  CHECK(form_in<reduces<extremum_by_hand<true>>, source_x> == reduction_form::extremum);
  CHECK(form_in<reduces<variance_by_hand>, source_x> == reduction_form::additive);
  CHECK(form_in<reduces_pairs<softmax_by_hand>, source_x, edge_w> == reduction_form::stable_weighted);
  CHECK(form_in<reduces_pairs<best_by_key>, source_x, edge_w> == reduction_form::extremum);
  CHECK(form_in<reduces<decltype(argmax())>, source_x> == reduction_form::extremum);
  CHECK(form_in<reduces<decltype(logsumexp())>, source_x> == reduction_form::stable_weighted);
  CHECK(form_in<reduces_pairs<affine>, source_x, edge_w> == reduction_form::tree);
  CHECK(form_in<reduces<fading>, source_x> == reduction_form::tree);
  CHECK(form_in<reduces<plain_logsum>, source_x> == reduction_form::tree);
  CHECK(form_in<reduces<decltype(all_of(sum(), max(), count()))>, source_x> == reduction_form::several);
}

TEST_CASE("keys: equal algebras share one, different ones do not") {
  const auto f32 = dtype::f32;
  CHECK(reducer_key(sum_by_hand{}, {f32}) == reducer_key(sum(), {f32}));
  CHECK(reducer_key(mean_by_hand{}, {f32}) == reducer_key(mean(), {f32}));
  CHECK(reducer_key(product_by_hand{}, {f32}) == reducer_key(prod(), {f32}));
  CHECK(reducer_key(softmax_by_hand{}, {f32, f32}) == reducer_key(online_softmax(), {f32, f32}));
  CHECK(reducer_key(renamed{}, {f32}) == reducer_key(sum_by_hand{}, {f32}));
  const std::string keys[] = {reducer_key(sum(), {f32}),
                              reducer_key(sum(), {dtype::f64}),
                              reducer_key(sum(3), {f32}),
                              reducer_key(sum(4), {f32}),
                              reducer_key(mean(), {f32}),
                              reducer_key(max(), {f32}),
                              reducer_key(min(), {f32}),
                              reducer_key(ordered{}, {f32}),
                              reducer_key(not_commutative{}, {f32}),
                              reducer_key(variance_by_hand{}, {f32}),
                              reducer_key(var(), {f32}),
                              reducer_key(stddev(), {f32}),
                              reducer_key(argmax(), {f32}),
                              reducer_key(argmin(), {f32}),
                              reducer_key(logsumexp(), {f32}),
                              reducer_key(online_softmax(), {f32, f32}),
                              reducer_key(online_softmax<double>(), {f32, f32}),
                              reducer_key(all_of(sum(), max()), {f32}),
                              reducer_key(all_of(max(), sum()), {f32}),
                              reducer_key(plain_logsum{}, {f32}),
                              reducer_key(fading{}, {f32})};
  for (const std::string& one : keys)
    for (const std::string& two : keys) CHECK((one == two) == (&one == &two));
}

TEST_CASE("the algebra as text") {
  const std::string t = ir_text(variance_by_hand{}, {dtype::f32}, "user_variance");
  for (const char* const part :
       {"\"gf.reducer\"() ({", "^bb0(%larg0: f32):", "%l1 = \"gf.mul\"(%larg0, %larg0) : (f32, f32) -> f32",
        "\"gf.yield\"(%l0, %larg0, %l1) : (f32, f32, f32) -> ()",
        "%c0 = \"gf.add\"(%carg0, %carg3) : (f32, f32) -> f32",
        "associative = true, commutative = true, deterministic = false, sym_name = \"user_variance\""})
    CHECK(t.find(part) != std::string::npos);
  CHECK(ir_text(max(), {dtype::f32}).find("0xFF800000 : f32") != std::string::npos);
  CHECK(ir_text(max(), {dtype::u8}).find("0 : ui8") != std::string::npos);
  CHECK(ir_text(max(), {dtype::i32}).find("-2147483648 : i32") != std::string::npos);
  CHECK(ir_text(sum(3), {dtype::f16}).find("3.0 : f16") != std::string::npos);
  CHECK_THROWS_AS(ir_text(online_softmax(), {dtype::f32}), tiga::error);
}

TEST_CASE("what runs, and why") {
  const auto g = star(3);
  const auto features = ones<float, m<N, F>>(2, 4);
  const auto weights = ones<float, m<E>>(3);
  const auto has = [](const std::string& all, const char* part) { return all.find(part) != std::string::npos; };
  CHECK(has(reduces<variance_by_hand>{}.explain(g, src(x = features)), "additive: every component is the sum"));
  CHECK(has(reduces<mean_by_hand>{}.explain(g, src(x = features)), "mean: "));
  CHECK(has(reduces_pairs<softmax_by_hand>{}.explain(g, src(x = features), edge(w = weights)), "stable weighted: "));
  CHECK(has(reduces_pairs<affine>{}.explain(g, src(x = features), edge(w = weights)), "balanced tree"));
  CHECK(has(reduces<fading>{}.explain(g, src(x = features)), "in edge order"));
  CHECK(has(reduces<decltype(argmax())>{}.explain(g, src(x = features)), "extremum: "));
}

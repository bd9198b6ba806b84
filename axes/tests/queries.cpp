// Questions about layouts; the algebra of strided ones by its laws over many small layouts.
#include <tiga/axes/position.hpp>
#include <tiga/axes/queries.hpp>

#include "texts.hpp"

namespace tiga::test {
namespace {

inline constexpr axis A{"A", 8}, B{"B", 3}, X{"X", 2}, R{"R", 5};

constexpr bool same_meaning(const char* axes, const char* a, const char* b) {
  const layouts read(axes);
  const mapping_value x = read(a), y = read(b);
  return is_equivalent(x.view(), y.view());
}
static_assert(same_meaning("A=8", "A / 4, A % 4", "A"));
static_assert(!same_meaning("A=8", "A % 4, A / 4", "A"));
static_assert(!same_meaning("A=2 B=3", "A, B", "B, A"));
static_assert(!same_meaning("A=3", "A #{0} 4", "A # 4"));
static_assert(same_meaning("A=2 B=3", "A # 4, B", "[A, B] # 12"));

// where an axis is
constexpr axis_places places = where_is(view_of(m<A / 4, B, A % 4>{}), A);
static_assert(places.count == 2 && places.places[0].coordinate == 4 && places.places[0].live == 2 &&
              places.places[0].positions == 12 && places.places[1].coordinate == 1 && places.places[1].positions == 1);
static_assert(where_is(view_of(m<A / 4, B, A % 4>{}), X).count == 0);

// positions of a coordinate are the positions that mean it
template <class M, axis... Axes>
constexpr bool finds_all() {
  constexpr axis axes[] = {Axes...};
  for (std::int64_t i = 0; i < M::size; ++i) {
    if (occupancy_at<M>(i) != occupancy::live) continue;
    coordinate at[sizeof...(Axes)] = {{Axes, coordinate_at<M>(i, Axes)}...};
    const position_set set = positions_of(view_of(M{}), at, int(sizeof...(Axes)));
    std::int64_t found = 0;
    for (std::int64_t k = 0; k < set.count; ++k) {
      for (const axis& a : axes)
        if (coordinate_at<M>(set(k), a) != coordinate_at<M>(i, a)) return false;
      if (k > 0 && set(k) <= set(k - 1)) return false;
      found += set(k) == i;
    }
    if (found != 1) return false;
  }
  return true;
}
static_assert(finds_all<m<A, B>, A, B>());
static_assert(finds_all<m<A % 2, B, A / 2>, A, B>());
static_assert(finds_all<m<copies(3), A / 4, copies(2), A % 4>, A>());
static_assert(finds_all<m<pad(B, 4), dummy(2), A>, A, B>());
static_assert(finds_all<m<pad(R, 8) % 4, pad(R, 8) / 4>, R>());
constexpr coordinate nowhere[] = {{A, 9}}, other[] = {{X, 1}}, odd[] = {{A, 3}};
static_assert(positions_of(view_of(m<A>{}), nowhere, 1).count == 0, "beyond the axis");
static_assert(positions_of(view_of(m<A>{}), other, 1).count == 0, "an axis that is not there");
static_assert(positions_of(view_of(m<A / 2>{}), odd, 1).count == 0, "between two that are");

// strided layouts, in CuTe's words
constexpr bool prints(const strided_layout& a, const char* words) {
  const text t = cute_text(a);
  int i = 0;
  while (words[i] && t.chars[i] == words[i]) ++i;
  return !words[i] && i == t.length;
}
constexpr strided_layout cute(std::int64_t n0, std::int64_t n1, std::int64_t d0, std::int64_t d1) {
  strided_layout a;
  a.push_outer(n0, d0);
  a.push_outer(n1, d1);
  return a;
}
static_assert(prints(cute(6, 2, 8, 2), "(6,2):(8,2)"));
static_assert(prints(composition(cute(6, 2, 8, 2), cute(4, 3, 3, 1)), "(2,2,3):(24,2,8)"));
static_assert(prints(composition(cute(20, 1, 2, 0), cute(5, 4, 4, 1)), "(5,4):(8,2)"));
static_assert(prints(coalesce(cute(2, 4, 1, 2)), "(8):(1)"));
static_assert(prints(complement(cute(4, 1, 1, 0), 24), "(6):(4)"));
static_assert(prints(complement(cute(6, 1, 4, 0), 24), "(4):(1)"));
static_assert(prints(complement(cute(2, 2, 1, 6), 24), "(3,2):(2,12)"));
static_assert(prints(complement(cute(2, 4, 4, 8), 24), "(4):(1)") || complement(cute(2, 4, 4, 8), 24).why.empty());

constexpr int small = 4;
/// For every pair of modes with extents and strides up to `small`.
template <class F>
constexpr bool for_all(const F& f) {
  for (std::int64_t n0 = 1; n0 <= small; ++n0)
    for (std::int64_t n1 = 1; n1 <= small; ++n1)
      for (std::int64_t d0 = 0; d0 <= small; ++d0)
        for (std::int64_t d1 = 0; d1 <= 2 * small; d1 += 2)
          if (!f(cute(n0, n1, d0, d1))) return false;
  return true;
}
constexpr bool inverts(const strided_layout& a) {
  const strided_layout r = right_inverse(a);
  for (std::int64_t i = 0; i < r.size(); ++i)
    if (a(r(i)) != i) return false;
  const strided_layout l = left_inverse(a);
  for (std::int64_t i = 0; l.why.empty() && i < a.size(); ++i)
    if (l(a(i)) != i) return false;
  return true;
}
constexpr bool keeps_addresses(const strided_layout& a) {
  const strided_layout c = coalesce(a);
  for (std::int64_t i = 0; i < a.size(); ++i)
    if (c(i) != a(i)) return false;
  return c.size() == a.size() && c.cosize() == a.cosize();
}
constexpr bool complements(const strided_layout& a) {
  const strided_layout c = complement(a, 30);
  if (!c.why.empty()) return true;
  bool reached[512]{};
  for (std::int64_t i = 0; i < a.size(); ++i)
    for (std::int64_t k = 0; k < c.size(); ++k) {
      bool& at = reached[a(i) + c(k)];
      if (at) return false;
      at = true;
    }
  for (int i = 0; i < 30; ++i)
    if (!reached[i]) return false;
  return true;
}
static_assert(for_all(inverts));
static_assert(for_all(keeps_addresses));
static_assert(for_all(complements));
// each outer layout in an evaluation of its own: compilers count steps
template <int N0, int N1, int D0, int D1>
constexpr bool composes = for_all([](const strided_layout& b) {
  const strided_layout a = cute(N0, N1, D0, D1), c = composition(a, b);
  if (!c.why.empty() || b.cosize() > a.size()) return true;
  for (std::int64_t i = 0; i < b.size(); ++i)
    if (c(i) != a(b(i))) return false;
  return c.size() == b.size();
});
static_assert(composes<6, 2, 8, 2> && composes<4, 4, 1, 4> && composes<4, 6, 6, 1> && composes<12, 2, 1, 100>);
static_assert(composes<2, 12, 3, 1> && composes<5, 5, 1, 7> && composes<24, 1, 3, 0> && composes<8, 3, 3, 1>);
static_assert(!composition(cute(6, 2, 8, 2), cute(4, 1, 4, 0)).why.empty(), "4 does not go evenly through 6");

// the bridge from layouts
constexpr bool agrees(const char* axes, const char* of, const char* tensor) {
  const layouts read(axes);
  const mapping_value a = read(of), b = read(tensor);
  const strided_layout s = strided(a.view(), b.view());
  const loop_nest n = sequence(b.view(), a.view(), access::read);
  for (std::int64_t i = 0; i < n.size(); ++i)
    if (s(i) != n(i)) return false;
  return s.why.empty() && s.size() == n.size();
}
static_assert(agrees("A=8 B=3", "B, A % 4, A / 4", "A, B"));
static_assert(agrees("A=8 B=3 X=2", "X, B, A", "A # 16, B"));
static_assert(says(strided(view_of(m<pad(B, 4)>{}), view_of(m<B>{})).why, "holes"));

}  // namespace
}  // namespace tiga::test

// Does a reducer keep the laws that its flags promise?
#pragma once
#include <tiga/reducer/text.hpp>

namespace tiga {

/// What `check_laws` found. A law that was not promised may fail; `holds` says whether all that were promised held.
struct law_report {
  bool identity = true, associative = true, commutative = true;
  bool merging = true;  // the states of two halves, combined, give what one fold gives
  bool holds = true;
  std::string text;  // a line a law, with the first counter-example where it fails
  explicit operator bool() const { return holds; }
};
struct law_options {
  int tries = 2000;
  std::uint64_t seed = 1;
};

namespace detail {
law_report try_laws(const reducer_regions&, const law_options&, const char* who);
}

/// Tries a reducer's algebra on random and special messages of these types, in exact enough arithmetic (doubles that
/// are compared with a tolerance of 1e-9 of the largest number that was met, so that rounding is no counter-example):
///
///     identity       combine(identity, s) and combine(s, identity) finalize as s does
///     associative    combine(combine(a, b), c) as combine(a, combine(b, c))
///     commutative    combine(a, b) as combine(b, a)
///     merging        fold(first half) combined with fold(second half) as one fold
///
/// States are folds of up to four messages, the empty one among them; they are compared by what finalize makes of them.
/// Identity and merging are asked of every reducer whose edges may be cut (`associative` and not `deterministic`); the
/// start of `sum(start)` need not be neutral.
///
///     if (const auto report = check_laws(variance{}, {dtype::f32}); !report) fmt::print("{}", report.text);
template <class Reducer, std::size_t N>
law_report check_laws(const Reducer& r, const dtype (&messages)[N], const law_options& options = {}) {
  static_assert(!detail::parted<Reducer>, "tiga: check_laws takes the parts of all_of one by one");
  return detail::try_laws(*detail::regions_of(r, messages, std::make_integer_sequence<int, int(N)>{}), options,
                          detail::title_of<Reducer>());
}

}  // namespace tiga

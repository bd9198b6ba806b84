// Layouts as address loops.
#include <tiga/axes/sequence.hpp>

#include "texts.hpp"

namespace tiga::test {
namespace {

constexpr loop_nest nest(const char* axes, const char* memory, const char* stream, access mode = access::read,
                         const loop_target& target = {}) {
  const layouts read(axes);
  const mapping_value m = read(memory), s = read(stream);
  return sequence(m.view(), s.view(), mode, target);
}
template <std::size_t N>
constexpr bool walks(const loop_nest& n, const int (&addresses)[N]) {
  if (!n.why.empty() || n.size() != std::int64_t(N)) return false;
  for (std::size_t i = 0; i < N; ++i)
    if (n(std::int64_t(i)) != addresses[i]) return false;
  return true;
}
constexpr bool loops(const loop_nest& n, int count) { return n.why.empty() && n.count == count; }

static_assert(walks(nest("A=2 B=3", "A, B # 4", "B, A"), {0, 4, 1, 5, 2, 6}));
static_assert(walks(nest("A=2 B=3", "A, B", "A, B"), {0, 1, 2, 3, 4, 5}));
static_assert(loops(nest("A=2 B=3", "A, B", "A, B"), 1), "adjacent loops are one");
static_assert(walks(nest("A=2 B=3", "A, B # 4", "A, B # 4"), {0, 1, 2, -1, 4, 5, 6, -1}));
static_assert(walks(nest("A=4", "A", "A % 2, A / 2"), {0, 2, 1, 3}));
static_assert(walks(nest("A=2 X=3", "A", "X, A"), {0, 1, 0, 1, 0, 1}), "an axis that the memory lacks");
static_assert(walks(nest("A=2", "A", "A, 2"), {0, 0, 1, 1}), "copies");
static_assert(walks(nest("A=2", "A", "1 # 2, A"), {0, 1, -1, -1}));
static_assert(walks(nest("R=5", "R # 16", "R # 16 % 4, R # 16 / 4"),
                    {0, 4, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1, 3, -1, -1, -1}),
              "an axis that ends raggedly");
static_assert(walks(nest("A=2 B=3", "A, B # 4", "B, A", access::write), {0, 4, 1, 5, 2, 6}));

static_assert(says(nest("A=2 X=3", "A", "X, A", access::write).why, "X is not in the memory; a write repeats nothing"));
static_assert(says(nest("A=2", "A", "A, 2", access::write).why, "2 copies; a write repeats nothing"));
static_assert(says(nest("A=2 B=3", "A, B", "A").why, "B of the memory is not in the stream"));
static_assert(says(nest("A=15", "A % 5, A / 5", "A % 3, A / 3").why, "of the stream is no digit of the memory"));
static_assert(says(nest("A=3", "A #{!} 4", "A # 4").why, "may not be read"));
static_assert(nest("A=3", "A #{!} 4", "A #{!} 4").why.empty());
static_assert(says(nest("A=4", "A", "A, A").why, "same digit twice"));
static_assert(says(nest("A=100000", "A", "A", access::read, strict_rngd_loops).why, "at most 65536"));
static_assert(says(nest("A=512 B=2", "A, B",
                        "A % 2, A / 2 % 2, A / 4 % 2, A / 8 % 2, B, A / 16 % 2, A / 32 % 2, A / 64 % 2, A / 128",
                        access::read, strict_rngd_loops)
                       .why,
                   "9 loops; this target has 8"));

}  // namespace
}  // namespace tiga::test

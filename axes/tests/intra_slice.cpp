// Reductions inside slices: the table of their definition, and the limits of one machine.
#include <tiga/axes/intra_slice.hpp>

#include "texts.hpp"

namespace tiga::test {
namespace {

constexpr intra_verdict inside(const char* axes, const char* time, const char* packet, const char* label,
                               const char* out_time, const char* out_packet, const slice_target& target = {}) {
  const layouts read(axes);
  const mapping_value t = read(time), p = read(packet), u = read(out_time), q = read(out_packet);
  char called[17]{};
  for (int i = 0; label[i]; ++i) called[i] = label[i];
  return verify_intra_slice({t.view("Time"), p.view("Packet"), u.view("OutTime"), q.view("OutPacket"), pack(called)},
                            target);
}
constexpr bool accepts(const intra_verdict& v) { return v.why.empty() && v.reduced.count > 0; }

static_assert(accepts(inside("R=16 A=8", "R", "A % 2 # 4", "R", "1", "A % 2 # 4", strict_rngd)));
static_assert(accepts(inside("R=4 A=8", "A % 2", "R", "R", "A % 2", "1 # 4", strict_rngd)));
static_assert(accepts(inside("R=16", "R / 4", "R % 4", "R", "1", "1 # 4", strict_rngd)), "both halves");
static_assert(accepts(inside("R=13", "R # 32 / 4 % 2", "R # 32 % 4", "R", "1", "1 # 4")), "Slice keeps the rest");
static_assert(accepts(inside("R=10 A=3 B=4", "R # 12 / 4, A, R # 12 % 4", "B", "R", "A", "B")),
              "not beside each other");
static_assert(says(inside("R=4 A=2 B=4", "R, A", "B", "R", "1", "B").why, "A would go, too; this reduces R alone"));
static_assert(says(inside("R=16 A=2", "R / 4, A", "R % 4", "R", "A", "R % 4").why, "R % 4 is kept"));
static_assert(says(inside("R=4 A=2", "R", "A # 4", "R", "1", "1 # 4").why, "A would go, too"));
static_assert(says(inside("R=4 A=3 B=4 P=4", "R, A, B", "P", "R", "A, B", "P", strict_rngd).why, "12 results"));
static_assert(accepts(inside("R=4 A=3 B=4 P=4", "R, A, B", "P", "R", "A, B", "P")), "without limits");
static_assert(says(inside("R=4 P=4 X=2", "R", "P", "R", "X", "P").why, "X is neither in Time nor in Packet"));
static_assert(says(inside("A=4 P=4 R=2", "A", "P", "R", "A", "P").why, "R is neither in Time nor in Packet"));
static_assert(says(inside("R=4 P=8", "R", "P", "R", "1", "P, 2").why, "keeps no copies"));
static_assert(says(inside("R=4 P=8", "R", "P", "R", "P", "1", strict_rngd).why, "this target keeps Packet as it is"));
static_assert(accepts(inside("R=4 P=8", "R", "P", "R", "P", "1")), "digits may move");

}  // namespace
}  // namespace tiga::test

// The accept and reject table of the inter-slice reducer, decided by the compiler; and the limits of one machine.
#include <tiga/axes/inter_slice.hpp>

#include "texts.hpp"

namespace tiga::test {
namespace {

constexpr slice_verdict decide(const char* axes, const char* slice, const char* time, const char* out_slice,
                               const char* out_time, const char* others = "1", const slice_target& target = {}) {
  const layouts read(axes);
  const mapping_value s = read(slice), t = read(time), o = read(out_slice), u = read(out_time), k = read(others);
  const layout_view known[] = {k.view("Packet")};
  return verify_inter_slice({s.view("Slice"), t.view("Time"), o.view("OutSlice"), u.view("OutTime"), known, 1}, target);
}
/// Which is accepted with this ratio, reducing, promoting and repeating over so many digits.
constexpr bool accepted(const slice_verdict& v, std::int64_t ratio, int reduced, int promoted, int fresh) {
  return v.broken == slice_rule::none && v.ratio == ratio && v.noop == (reduced + promoted + fresh == 0) &&
         v.reduced.count == reduced && v.promoted.count == promoted && v.fresh.count == fresh;
}
static_assert(accepted(decide("A=512 B=2 R=4", "A / 8, R", "1", "A / 8, 1 # 4", "1", "B, A % 8"), 4, 1, 0, 0));  // P1
static_assert(accepted(decide("W=64 R=4 X=4 P=8 B=2", "W, R", "1", "W, X", "1", "B, P"), 4, 1, 0, 1));           // P2
static_assert(accepted(decide("W=64 R=4 S=2 U=2 V=4 P=8 B=2", "W, R", "S, V, U", "W, V", "S, U", "B, P"), 4, 1, 1,
                       0));                                                                                       // P3
static_assert(accepted(decide("W=32 R=8 T0=2 T2=8 T1=2", "W, R", "T0, T2, T1", "W, T2", "T0, T1"), 8, 1, 1, 0));  // P4
static_assert(accepted(decide("R=8192", "R / 32", "1", "1 # 256", "1"), 256, 1, 0, 0));                           // P5
static_assert(accepted(decide("W=64 R=4 T=4", "W, R", "T", "W, T", "1"), 4, 1, 1, 0));                            // P6
static_assert(accepted(decide("N=8 T=512 G=2 D=128", "N, T / 16", "G, D / 8", "N, 1 # 32", "G, D / 8"), 32, 1, 0,
                       0));  // P7
static_assert(accepted(decide("A=16384 B=2048 C=64 X=32", "A / 2048, B / 64 % 32", "C % 64, A % 2048", "A / 2048, X",
                              "C % 64, A % 2048"),
                       32, 1, 0, 1));  // P8
static_assert(accepted(decide("A=2048 B=4096 X=128", "A / 1024 % 2, B / 32", "A / 2 % 512", "A / 1024 % 2, X",
                              "A / 2 % 512"),
                       128, 1, 0, 1));                                                   // P9
static_assert(accepted(decide("A=4096", "A / 16", "1", "1 # 256", "1"), 256, 1, 0, 0));  // P11
static_assert(accepted(decide("M=64 K=128 N=64", "1 # 4, M / 8, K % 128 / 16", "N / 32, M % 8, N % 32 / 8",
                              "1 # 4, M / 8, M % 8", "N / 32, N % 32 / 8"),
                       8, 1, 1, 0));                                                                             // P12
static_assert(accepted(decide("H=3840 D8=8", "1 # 32, H / 480", "1", "1 # 32, D8", "1"), 8, 1, 0, 1));           // P13
static_assert(accepted(decide("H=3840 L=15360", "H / 120, L / 1920", "1", "H / 120, 1 # 8", "1"), 8, 1, 0, 0));  // P14
static_assert(accepted(decide("Q=2048 H=3840", "Q / 512 % 4, Q / 16 % 4, H / 256 # 16", "Q / 4 % 4",
                              "Q / 512 % 4, Q / 16 % 4, 1 # 16", "Q / 4 % 4"),
                       16, 1, 0, 0));  // P16
static_assert(accepted(decide("Q=2048 H=3840 X=16", "Q / 512 % 4, Q / 16 % 4, H / 256 # 16", "Q / 4 % 4",
                              "Q / 512 % 4, Q / 16 % 4, X", "Q / 4 % 4"),
                       16, 1, 0, 1));  // P17
static_assert(decide("Q=4096 H=1920", "Q / 256, H / 120 % 16", "1", "1 # 16, H / 120 % 16", "1").broken ==
              slice_rule::not_innermost);                                                                      // P18
static_assert(decide("K=8 M=4", "K, M", "1", "K / 2, M", "1").broken == slice_rule::size);                     // P20
static_assert(accepted(decide("A=4 B=2", "A", "1", "A / 2, B", "1"), 2, 1, 0, 1));                             // P21
static_assert(accepted(decide("W=2 R=4", "W, R", "1", "W, 1 # 4", "1"), 4, 1, 0, 0));                          // D1
static_assert(accepted(decide("W=2 R=4 X=4", "W, R", "1", "W, X", "1"), 4, 1, 0, 1));                          // D2
static_assert(accepted(decide("W=2 R=4 S=2 V=4 U=2", "W, R", "S, V, U", "W, V", "S, U"), 4, 1, 1, 0));         // D3
static_assert(accepted(decide("W=2 R=4 X=2", "W, R", "1", "W, X, 1 # 2", "1"), 4, 1, 0, 1));                   // D4
static_assert(accepted(decide("W=2 R=4 X=2", "W, R", "1", "W, 1 # 2, X", "1"), 4, 1, 0, 1));                   // D5
static_assert(accepted(decide("W=2 R=4 X=2 V=2", "W, R", "V", "W, X, V", "1"), 4, 1, 1, 1));                   // D6
static_assert(accepted(decide("W=2 R=4 V=2", "W, R", "V", "W, V, 1 # 2", "1"), 4, 1, 1, 0));                   // D7
static_assert(accepted(decide("W=2 R=4 S=2 V=2", "W, R", "S, V", "W, V, S", "1"), 4, 1, 2, 0));                // D8
static_assert(decide("W=2 R=4 X=8", "W, R", "1", "W, X", "1").broken == slice_rule::size);                     // D11
static_assert(decide("W=2 R=4 X=2", "W, R", "1", "W, X", "1").broken == slice_rule::size);                     // D12
static_assert(decide("W=2 R=4", "R, W", "1", "1 # 4, W", "1").broken == slice_rule::not_innermost);            // D13
static_assert(decide("A=2 B=3 R=4", "A, R, B", "1", "A, 1 # 4, B", "1").broken == slice_rule::not_innermost);  // D15
static_assert(accepted(decide("W=2 R=4 Q=3", "W, Q, R", "1", "W, 1 # 12", "1"), 12, 2, 0, 0));                 // D16
static_assert(decide("W=2 R=4 Q=3", "Q, W, R", "1", "1 # 3, W, 1 # 4", "1").broken ==
              slice_rule::not_innermost);                                                                // D18
static_assert(accepted(decide("R=8", "R", "1", "R / 4, 1 # 4", "1"), 4, 1, 0, 0));                       // D19
static_assert(accepted(decide("R=8 A=3", "R / 2, A, R % 2", "1", "R / 2, A, 1 # 2", "1"), 2, 1, 0, 0));  // D21
static_assert(accepted(decide("R=8", "R % 2, R / 2", "1", "R % 2, 1 # 4", "1"), 4, 1, 0, 0));            // D23
static_assert(decide("W=2 R=4", "W, R", "1", "1 # 4, W", "1").broken == slice_rule::outer_changed);      // D24
static_assert(decide("W=2 R=4", "W, R, 1 # 2", "1", "W, 1 # 8", "1").broken == slice_rule::stride);      // D26
static_assert(accepted(decide("W=2 R=4", "W, 1 # 2, R", "1", "W, 1 # 2, 1 # 4", "1"), 4, 1, 0, 0));      // D27
static_assert(accepted(decide("W=2 R=3", "W, R # 4", "1", "W, 1 # 4", "1"), 4, 1, 0, 0));                // D29
static_assert(accepted(decide("W=2 R=3 X=4", "W, R # 4", "1", "W, X", "1"), 4, 1, 0, 1));                // D30
static_assert(accepted(decide("W=3 R=2", "W # 4, R", "1", "W # 4, 1 # 2", "1"), 2, 1, 0, 0));            // D32
static_assert(decide("W=3 R=2", "W # 4, R", "1", "W, 1 # 2", "1").broken == slice_rule::size);           // D33
static_assert(decide("W=2 R=4 S=2 V=4 U=2", "W, R", "S, V, U", "W, V", "U, S").broken ==
              slice_rule::time_order);                                                                            // D34
static_assert(decide("W=2 R=4 S=2 V=4 U=2", "W, R", "S, V, U", "W, V", "S").broken == slice_rule::time_dropped);  // D35
static_assert(decide("W=2 R=4 S=2 Z=2", "W, R", "S", "W, 1 # 4", "S, Z").broken == slice_rule::time_fresh);       // D37
static_assert(decide("W=2 R=4 S=2", "W, R", "S", "W, 1 # 4", "S, R").broken == slice_rule::demoted);              // D38
static_assert(decide("W=4 R=4", "W, R", "1", "W, W", "1").broken == slice_rule::duplicate);                       // D40
static_assert(decide("W=2 R=4 P=8", "W, R", "1", "W, P % 4", "1", "P").broken == slice_rule::slot_reuse);         // D41
static_assert(accepted(decide("W=2 R=4 V=8", "W, R", "V", "W, V % 4", "V / 4"), 4, 1, 1, 0));                     // D43
static_assert(decide("W=2 R=4 V=2", "W, R", "V", "W, V", "1").broken == slice_rule::size);                        // D45
static_assert(accepted(decide("W=2 R=4", "W, R", "1", "W, R", "1"), 1, 0, 0, 0));                                 // D46
static_assert(decide("W=2 R=4 V=2 U=2", "W, R", "V, U", "W, R", "U, V").broken == slice_rule::time_order);        // D48
static_assert(accepted(decide("R=4", "R", "1", "1 # 4", "1"), 4, 1, 0, 0));                                       // D49
static_assert(accepted(decide("W=2 R=4 V=2", "W, 1 # 4", "V", "W, V, 1 # 2", "1"), 4, 0, 1, 0));                  // D50
static_assert(accepted(decide("W=2 X=4", "W, 1 # 4", "1", "W, X", "1"), 4, 0, 0, 1));                             // D51
static_assert(decide("W=2 R=4", "W, R, 3", "1", "W, R, 1 # 3", "1").broken == slice_rule::anonymous);             // D52
static_assert(accepted(decide("W=2 R=6", "W, R", "1", "W, 1 # 6", "1"), 6, 1, 0, 0));                             // D53
static_assert(accepted(decide("W=2 R=6 X=3", "W, R", "1", "W, R / 3, X", "1"), 3, 1, 0, 1));                      // D54
static_assert(accepted(decide("W=2 R=4 S=3 V=4", "W, R", "S # 4, V", "W, V", "S # 4"), 4, 1, 1, 0));              // D56
static_assert(accepted(decide("W=2 R=4 V=3", "W, R", "V", "W, V # 4", "1"), 4, 1, 1, 0));                         // D58
static_assert(decide("W=2 R=4 X=4", "W, R", "1", "X, W", "1").broken == slice_rule::outer_changed);               // D59
static_assert(decide("W=2 R=4", "W, R", "1", "W, 4", "1").broken == slice_rule::slot);                            // D61
static_assert(decide("W=2 R=4 X=2", "W, R", "1", "W, X, X", "1").broken == slice_rule::duplicate);                // D62
static_assert(accepted(decide("W=2 R=4 M=8", "W, R, M / 4", "M % 4", "W, R, 1 # 2", "M % 4"), 2, 1, 0, 0));       // D63
static_assert(accepted(decide("W=2 M=16", "W, M / 4", "M % 4", "W, M % 4", "1"), 4, 1, 1, 0));                    // D64
static_assert(accepted(decide("A=4 B=3", "A, B", "1", "A, 1 # 3", "1"), 3, 1, 0, 0));                             // D65
static_assert(accepted(decide("W=2 R=5", "W, R # 8 / 4, R # 8 % 4", "1", "W, 1 # 8", "1"), 8, 1, 0, 0));          // D66
static_assert(decide("W=2 R=4 V=4", "W, R", "V", "W, V", "V").broken == slice_rule::duplicate);                   // D68
static_assert(decide("W=2 R=4", "W, R", "R", "W, 1 # 4", "R").broken == slice_rule::duplicate);                   // D69
static_assert(accepted(decide("W=2 R=4", "3, W, R", "1", "3, W, 1 # 4", "1"), 4, 1, 0, 0));                       // D70
static_assert(accepted(decide("W=2 R=4 X=8", "W, R", "1", "W, X / 2", "1"), 4, 1, 0, 1));                         // D72
static_assert(accepted(decide("W=2 R=4 X=4", "W, R", "1", "W, X % 2, X / 2", "1"), 4, 1, 0, 2));                  // D73
static_assert(accepted(decide("W=4 R=4 V=2", "W, R", "V", "W, 1 # 4", "V"), 4, 1, 0, 0));                         // D74
static_assert(accepted(decide("W=2 R=4 A=6", "W, R", "A", "W, A % 2, 1 # 2", "A / 2"), 4, 1, 1, 0));              // D76
static_assert(accepted(decide("W=2 R=4 A=6", "W, R", "A", "W, A / 3, 1 # 2", "A % 3"), 4, 1, 1, 0));              // D77
static_assert(accepted(decide("W=2 R=4 A=8", "W, R", "A", "W, A / 2 % 2, 1 # 2", "A / 4, A % 2"), 4, 1, 1, 0));   // D78
static_assert(accepted(decide("A=4 B=2 W=3", "W, A", "1", "W, A / 2, B", "1"), 2, 1, 0, 1));                      // D80
static_assert(accepted(decide("W=2 R=15", "W, R # 16", "1", "W, R # 16 / 4, 1 # 4", "1"), 4, 1, 0, 0));           // D81
static_assert(decide("W=2 R=3", "[W, R] # 8", "1", "W # 8", "1").broken == slice_rule::composite);                // D82
static_assert(accepted(decide("W=2 R=4 V=2 U=2", "W, R", "V, U", "W, [V, U]", "1"), 4, 1, 2, 0));                 // D83

// one machine
static_assert(accepted(decide("W=64 R=4", "W, R", "1", "W, 1 # 4", "1", "1", strict_rngd), 4, 1, 0, 0));
static_assert(decide("W=2 R=4", "W, R", "1", "W, 1 # 4", "1", "1", strict_rngd).broken == slice_rule::target);
static_assert(decide("W=64 R=3 V=4", "W, R # 4", "V", "W, V", "1", "1", strict_rngd).broken == slice_rule::target);
static_assert(accepted(decide("W=64 R=3", "W, R # 4", "1", "W, 1 # 4", "1", "1", strict_rngd), 4, 1, 0, 0));
// sentences
static_assert(says(describe(decide("A=512 R=4", "A / 8, R", "1", "A / 8, 1 # 4", "1")),
                   "ok, ratio 4: reduces R; slot <- dummy"));
static_assert(says(decide("W=64 R=4", "R, W", "1", "1 # 4, W", "1").why, "W (kept) lies inside R (reduced)"));
static_assert(says(decide("W=64 R=4 S=2 U=2 V=4", "W, R", "S, V, U", "W, V", "U, S").why, "expected OutTime [S, U]"));

}  // namespace
}  // namespace tiga::test

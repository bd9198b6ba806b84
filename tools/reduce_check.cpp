// `tiga reduce-check`: one reduction from the command line.
#include <fmt/core.h>

#include <algorithm>
#include <tiga/runtime/printable.hpp>

#include "commands.hpp"
#include "reduce_picture.hpp"
#include "reduction.hpp"

namespace tiga::tool {
namespace {

std::string option(const char* called) {
  std::string name = std::string("--") + called;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// Status 1 is a verdict here, so that whatever else goes wrong has the other one.
void draw(const std::string& path, const reduction& r, const slice_verdict& v) {
  try {
    draw_reduction(path, r, v);
  } catch (const error& e) {
    throw wrong_input(e.what());
  }
}

}  // namespace

int reduce_check(const reduce_request& r) {
  if (r.slice.empty() || r.out_slice.empty())
    throw wrong_input("--slice and --out-slice are required, or --jsonl (try `tiga reduce-check --help`)");
  const reduction read(r, read_axes(r.axes), option);
  const slice_verdict verdict = read.verdict(r.strict);
  const bool accepted = verdict.broken == slice_rule::none;
  if (!r.draw.empty() && accepted) draw(r.draw, read, verdict);
  fmt::print("{}\n", words(describe(verdict)));
  if (!r.draw.empty())
    fmt::print("{} {}{}\n", accepted ? "picture:" : "no picture", printable(r.draw),
               accepted ? "" : ": what is refused has no groups to draw");
  return accepted ? 0 : 1;
}

}  // namespace tiga::tool

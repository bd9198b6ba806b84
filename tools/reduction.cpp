#include "reduction.hpp"

#include <fmt/core.h>

#include <tiga/runtime/printable.hpp>

namespace tiga::tool {
namespace {

// The verifier looks at the digits of the others, but not whether each is a layout.
mapping_value read_other(const std::string& where, const std::string& text, const std::vector<axis>& axes) {
  const mapping_value value = read_mapping(where, text, axes);
  for (int i = 0; i < value.count; ++i)
    if (value.factors[i].problem) return value;  // composite: a verdict
  if (!value.why.empty()) throw wrong_input(where + ": " + words(value.why));
  return value;
}

}  // namespace

reduction::reduction(const reduce_request& r, const std::vector<axis>& axes, std::string (*place)(const char* called))
    : slice(read_mapping(place("slice"), r.slice, axes)),
      time(read_mapping(place("time"), r.time, axes)),
      out_slice(read_mapping(place("out_slice"), r.out_slice, axes)),
      out_time(read_mapping(place("out_time"), r.out_time, axes)) {
  for (const std::string& text : r.others) {
    names.push_back(fmt::format("layout {} of the others", names.size() + 1));
    others.push_back(read_other(fmt::format("{}, layout {}", place("others"), names.size()), text, axes));
  }
  for (std::size_t i = 0; i < others.size(); ++i) views.push_back(others[i].view(names[i].c_str()));
  shape = {slice.view("Slice"),      time.view("Time"), out_slice.view("OutSlice"),
           out_time.view("OutTime"), views.data(),      int(views.size())};
}

}  // namespace tiga::tool

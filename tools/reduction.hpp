// One inter-slice reduction from text.
#pragma once
#include <string>
#include <tiga/axes/inter_slice.hpp>
#include <vector>

#include "commands.hpp"
#include "layout_text.hpp"

namespace tiga::tool {

/// The layouts of a reduction; `shape` views them.
struct reduction {
  /// Of the texts in `r`; the axes are read already. `place` names an option or a key: "--out-slice", "out_slice".
  /// Throws wrong_input for what is no layout.
  reduction(const reduce_request& r, const std::vector<axis>& axes, std::string (*place)(const char* called));
  reduction(const reduction&) = delete;
  reduction& operator=(const reduction&) = delete;
  slice_verdict verdict(bool strict) const { return verify_inter_slice(shape, strict ? strict_rngd : slice_target{}); }

  mapping_value slice, time, out_slice, out_time;
  std::vector<mapping_value> others;
  std::vector<std::string> names;  ///< of the others, for messages
  std::vector<layout_view> views;  ///< of the others
  slice_reduction shape{};
};

}  // namespace tiga::tool

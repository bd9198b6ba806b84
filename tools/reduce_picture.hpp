// An inter-slice reduction as a picture.
#pragma once
#include <string>
#include <tiga/axes/inter_slice.hpp>

#include "reduction.hpp"

namespace tiga::tool {

/// One group of slices before and after an accepted reduction: each time step is folded over the slices, and arrows
/// lead from the results to the slots that get them. Several arrows from one result are a broadcast, results of several
/// steps in one step are a promotion.
void draw_reduction(const std::string& path, const reduction& r, const slice_verdict& v);

}  // namespace tiga::tool

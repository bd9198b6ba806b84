// Layouts as pictures.
#pragma once
#include <string>

#include "layout_text.hpp"

namespace tiga::tool {

/// The positions of one layout, row by row.
void draw_positions(const std::string& path, const mapping_value& layout);
/// Three layouts of one tensor: slices are columns, time goes downward, and a packet is inside each cell.
void draw_stream(const std::string& path, const mapping_value& slice, const mapping_value& time,
                 const mapping_value& packet);

}  // namespace tiga::tool

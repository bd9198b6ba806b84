// What the reader and the writer of edge lists share.
#pragma once
#include <string_view>

namespace tiga::io {

/// Begins the comment that says how many nodes there are. Only tiga writes and reads it: the counts in comments of
/// other programs, `# Nodes: 7115`, do not bound the ids.
inline constexpr std::string_view nodes_line = "# tiga: nodes ";

}  // namespace tiga::io

// Text of others, fit for a message.
#pragma once
#include <string>
#include <string_view>

namespace tiga {

/// The text as UTF-8 of one line: control characters and bytes that are no UTF-8 are written `\x1b`. O(size).
std::string printable(std::string_view text);

}  // namespace tiga

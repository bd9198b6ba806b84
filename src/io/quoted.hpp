// Pieces of a file inside a message.
#pragma once
#include <string>
#include <string_view>

namespace tiga::io {

/// In quotes, and short; `fail` makes it printable.
inline std::string quoted(std::string_view piece) {
  constexpr std::size_t most = 40;
  return "'" + std::string(piece.substr(0, most)) + (piece.size() > most ? "...'" : "'");
}

}  // namespace tiga::io

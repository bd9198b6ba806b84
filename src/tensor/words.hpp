// Pieces of run-time messages.
#pragma once
#include <cstdint>
#include <string>
#include <tiga/axes/render.hpp>
#include <tiga/program/dtype.hpp>

namespace tiga::detail {

inline std::string words(const factor& f) {
  text t;
  t << f;
  return {t.chars, std::size_t(t.length)};
}
/// "[N, F]"
inline std::string words(const factor* f, int rank) {
  const text t = mapping_text(f, rank);
  return {t.chars, std::size_t(t.length)};
}
/// "(3, 4)"
inline std::string words(const std::int64_t* n, int rank) {
  std::string s = "(";
  for (int i = 0; i < rank; ++i) s += (i ? ", " : "") + std::to_string(n[i]);
  return s + ")";
}

}  // namespace tiga::detail

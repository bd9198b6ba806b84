// Axes and fields that the halves share.
#pragma once
#include <algorithm>
#include <tiga/tiga.hpp>
#include <vector>

namespace bench::ours {

inline constexpr tiga::axis N{"N"}, E{"E"};
inline constexpr tiga::field<"x"> x;
inline constexpr tiga::field<"w"> w;

inline void use_threads(int count) {
  if (tiga::runtime::threads() != count) tiga::runtime::set_threads(count);
}

}  // namespace bench::ours

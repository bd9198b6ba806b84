// The bits that every input is made of: splitmix64 by position, so that any program in any language can make them
// again.
#pragma once
#include <cstdint>

namespace bench {

/// Output number `i`, from 0, of a splitmix64 stream whose initial state is `seed` (Steele, Lea, Flood 2014).
constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

/// In [0, 1), 53 bits.
constexpr double unit(std::uint64_t seed, std::uint64_t i) { return double(splitmix64(seed, i) >> 11) * 0x1p-53; }

/// In [-1, 1) on the grid 2^-23: exact in float.
constexpr float symmetric(std::uint64_t seed, std::uint64_t i) {
  const auto centred = std::int64_t(splitmix64(seed, i) >> 40) - (std::int64_t{1} << 23);
  return float(centred) * 0x1p-23F;
}

}  // namespace bench

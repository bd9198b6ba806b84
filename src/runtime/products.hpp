// Products of all values but one.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tiga::detail {

/// A product as mantissa and exponent: neither zeros nor overflow on the way matter.
struct product_of_others {
  double mantissa = 1;
  std::int64_t exponent = 0, zeros = 0;
  void add(double x) {
    if (x == 0) {
      ++zeros;
      return;
    }
    int e = 0, more = 0;
    mantissa = std::frexp(mantissa * std::frexp(x, &e), &more);
    exponent += e + more;
  }
  /// The product of the others, where x is one of those that were added.
  double without(double x) const {
    if (zeros > 1 || (zeros == 1 && x != 0)) return 0;
    int e = 0;
    const double m = x == 0 ? 1 : std::frexp(x, &e);
    return std::ldexp(mantissa / m, int(std::clamp<std::int64_t>(exponent - e, -5000, 5000)));
  }
};

}  // namespace tiga::detail

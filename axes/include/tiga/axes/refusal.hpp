// The sentences: what is wrong with a factor, with a layout, and with two layouts that meet.
#pragma once
#include "render.hpp"

namespace tiga {
namespace detail {

constexpr void put_operand(text& t, const factor& f) {
  if (f.count > 1) t << "[" << f << "]";
  if (f.count <= 1) t << f;
}
constexpr void put_expression(text& t, const factor& f) {
  switch (f.operation) {
    case 0: t << "axis " << f.d0.axis; break;
    case 'd': t << "dummy(" << f.operand << ")"; break;
    case 'c': t << "copies(" << f.operand << ")"; break;
    case ',':
      t << "join(";
      put_operand(t, f);
      t << ", a factor of size " << f.operand << ")";
      break;
    default: put_operand(t, f); t << " " << text{}.put(char(f.operation)) << " " << f.operand;
  }
}

/// The sentence about a poisoned factor, such as "A / 7: 7 does not divide 512"; empty for a sound one.
constexpr text refusal_of(const factor& f) {
  text t;
  if (f.problem == std::int64_t(fault::none)) return t;
  put_expression(t, f);
  t << ": ";
  switch (fault(f.problem)) {
    case fault::not_dividing: t << f.operand << " does not divide " << size_of(f); break;
    case fault::not_positive: t << f.operand << " is not a size, the smallest is 1"; break;
    case fault::pad_too_small: t << "padding to " << f.operand << " is below the size " << size_of(f); break;
    case fault::resize_too_large: t << "resizing to " << f.operand << " exceeds the size " << size_of(f); break;
    case fault::run_time_axis: t << "the size is known at run time only"; break;
    case fault::too_large: t << "the size does not fit in 63 bits"; break;
    default: t << "composite, it has no form as at most " << factor_digits << " digits of axes";
  }
  return t;
}

/// Whether two digits of one axis reach common coordinates, or are both that axis whole.
constexpr bool overlap(const digit& a, const digit& b) {
  if (!is_named(a) || !(a.axis == b.axis)) return false;
  if (a.stride == b.stride) return true;
  const digit& low = a.stride < b.stride ? a : b;
  const digit& high = a.stride < b.stride ? b : a;
  return low.live > high.stride / low.stride;
}

/// Product of the sizes that are known, or `overflow`.
constexpr std::int64_t static_size(const factor* f, int count) {
  std::int64_t size = 1;
  for (int i = 0; i < count; ++i) {
    const std::int64_t s = size_of(f[i]);
    if (s == dynamic) continue;
    if (s != overflow) size = size_product(size, s);
    if (s == overflow || size == overflow) return overflow;
  }
  return size;
}

}  // namespace detail

/// One axis name with two declared sizes among the factors of two layouts: "axis A has size 512 here and 256 there".
/// Empty when every shared name is the same axis. O(digits of a * digits of b).
constexpr text size_clash(const factor* a, int count_a, const factor* b, int count_b) {
  text t;
  for (int i = 0; i < count_a; ++i)
    for (int j = 0; j < count_b; ++j)
      for (int k = 0; k < a[i].count; ++k)
        for (int l = 0; l < b[j].count; ++l) {
          const digit &x = digit_at(a[i], k), &y = digit_at(b[j], l);
          if (!detail::is_named(x) || !(x.axis == y.axis) || x.size == y.size) continue;
          t << "axis " << x.axis << " has ";
          if (x.size == dynamic) return t << "a run-time size here and size " << y.size << " there";
          t << "size " << x.size << " here and ";
          if (y.size == dynamic) return t << "a run-time size there";
          return t << y.size << " there";
        }
  return t;
}

/// Why these factors, outermost first, are no layout; empty when they are one. In this order: a poisoned factor, a size
/// beyond 63 bits, one name with two sizes, the same digit of an axis twice. O(digits squared).
constexpr text mapping_fault(const factor* f, int count) {
  text t;
  for (int i = 0; i < count; ++i)
    if (f[i].problem) return detail::refusal_of(f[i]);
  if (detail::static_size(f, count) == overflow)
    return t << mapping_text(f, count) << ": the size does not fit in 63 bits";
  if (const text clash = size_clash(f, count, f, count); !clash.empty())
    return t << mapping_text(f, count) << ": " << clash;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < f[i].count; ++k)
      for (int j = i; j < count; ++j)
        for (int l = j == i ? k + 1 : 0; l < f[j].count; ++l)
          if (detail::overlap(digit_at(f[i], k), digit_at(f[j], l)))
            return t << mapping_text(f, count) << ": same digit twice, " << digit_at(f[i], k) << " and "
                     << digit_at(f[j], l) << " overlap";
  return t;
}

}  // namespace tiga

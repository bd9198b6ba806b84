#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <tiga/program/whole.hpp>
#include <tiga/runtime/error.hpp>
#include <vector>

namespace tiga::detail {
namespace {

// What a node may be: a point, unless conditions on elements are in it. Long doubles hold all integers of 64 bits.
struct range {
  long double least, most;
  bool point() const { return least == most; }
};

range range_of(dtype type) {
  const bool is_unsigned = type == dtype::u8 || type == dtype::u16 || type == dtype::u32 || type == dtype::u64;
  const long double end = std::ldexp(1.0L, 8 * int(dtype_size(type)) - !is_unsigned);
  return {is_unsigned ? 0 : -end, end - 1};
}
range hull(std::initializer_list<long double> x) { return {std::min(x), std::max(x)}; }

struct reader {
  const node* nodes;
  const port_table& table;
  const std::int64_t* sizes;
  const runtime::row_args& args;
  std::uint32_t beyond;
  std::vector<range> ranges;

  long double items(item_axes space) const {
    long double n = 1;
    for (int i = 0; i < rank_of(space); ++i) {
      const int k = axis_at(space, i);
      n *= static_cast<long double>(sizes[k] < 0 ? args.axis_size[k] : sizes[k]);
    }
    return n;
  }
  range whole(const node& n) const {
    const auto x = [&](int i) { return ranges[std::size_t(i)]; };
    const range all = range_of(dtype::i64);
    switch (n.code) {
      case op::constant: return hull({static_cast<long double>(std::int64_t(n.bits))});
      case op::parameter: {
        const int k = table.ports[n.port].argument;
        const std::int64_t i = args.param[k].i;
        return hull({beyond >> k & 1 ? static_cast<long double>(std::uint64_t(i)) : static_cast<long double>(i)});
      }
      case op::extent: return hull({static_cast<long double>(args.axis_size[n.bits])});
      case op::cast: return nodes[n.a].type == dtype::boolean ? x(n.a) : all;
      case op::neg: return {-x(n.a).most, -x(n.a).least};
      case op::abs: {
        const range a = x(n.a), turned = hull({std::fabs(a.least), std::fabs(a.most)});
        return {a.least <= 0 && a.most >= 0 ? 0 : turned.least, turned.most};
      }
      case op::add: return {x(n.a).least + x(n.b).least, x(n.a).most + x(n.b).most};
      case op::sub: return {x(n.a).least - x(n.b).most, x(n.a).most - x(n.b).least};
      case op::mul: {
        const range a = x(n.a), b = x(n.b);
        return hull({a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most});
      }
      case op::max: return {std::max(x(n.a).least, x(n.b).least), std::max(x(n.a).most, x(n.b).most)};
      case op::min: return {std::min(x(n.a).least, x(n.b).least), std::min(x(n.a).most, x(n.b).most)};
      case op::select: {
        if (x(n.a).point()) return x(n.a).least != 0 ? x(n.b) : x(n.c);
        return hull({x(n.b).least, x(n.b).most, x(n.c).least, x(n.c).most});
      }
      case op::expand: return x(n.a);
      case op::contract: {
        const long double count = items(nodes[n.a].items) / std::max(items(n.items), 1.0L);
        return {x(n.a).least * count, x(n.a).most * count};
      }
      default: return all;
    }
  }
  // Conditions are points where they compare numbers of the call alone.
  range condition(const node& n) const {
    const bool numbers = n.a >= 0 && n.b >= 0 && nodes[n.a].type == weak_int && nodes[n.b].type == weak_int;
    if (!numbers) return {0, 1};
    const range a = ranges[std::size_t(n.a)], b = ranges[std::size_t(n.b)];
    if (!a.point() || !b.point()) return {0, 1};
    switch (n.code) {
      case op::less: return hull({a.least < b.least ? 1.0L : 0.0L});
      case op::less_equal: return hull({a.least <= b.least ? 1.0L : 0.0L});
      case op::equal: return hull({a.least == b.least ? 1.0L : 0.0L});
      case op::not_equal: return hull({a.least != b.least ? 1.0L : 0.0L});
      default: return {0, 1};
    }
  }
};

std::string digits(long double x) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.0Lf", x);
  return text.data();
}
std::string name_of(const node& n, const port_table& table) {
  text t;
  if (n.code == op::parameter) t << table.ports[n.port].id;
  if (n.code == op::extent) t << "extent<" << table.axes.axes[n.bits] << ">";
  return t.c_str();
}
// The beginning of a sentence about the number that node `id` is.
std::string where(const node* nodes, int id, const port_table& table, bool named) {
  if (!named) return "elementwise: ";
  if (nodes[id].code == op::parameter) return "parameter " + name_of(nodes[id], table) + ": ";
  if (nodes[id].code == op::extent) return name_of(nodes[id], table) + ": ";
  std::string all;
  std::vector<bool> used(std::size_t(id) + 1, false);
  used[std::size_t(id)] = true;
  for (int i = id; i >= 0; --i) {  // operands come before
    if (!used[std::size_t(i)]) continue;
    const std::string name = name_of(nodes[i], table);
    if (!name.empty()) all = all.empty() ? name : name + " and " + all;
    for (const int k : {int(nodes[i].a), int(nodes[i].b), int(nodes[i].c)})
      if (k >= 0) used[std::size_t(k)] = true;
  }
  return all.empty() ? all : "computed from " + all + ": ";
}

}  // namespace

void check_parameters(const node* nodes, int count, const port_table& table, const std::int64_t* sizes,
                      const runtime::row_args& a, std::uint32_t beyond, bool named) {
  reader r{nodes, table, sizes, a, beyond, {}};
  for (int i = 0; i < count; ++i) {
    const node& n = nodes[i];
    const bool narrows = n.code == op::cast && !is_weak(n.type) && is_integer(n.type);
    const dtype type = narrows ? n.type : dtype::i64;
    for (const int k : {int(n.a), int(n.b), int(n.c)}) {
      if (k < 0 || nodes[k].type != weak_int || nodes[k].code == op::constant) continue;
      const range x = r.ranges[std::size_t(k)], most = range_of(type);
      if (x.least >= most.least && x.most <= most.most) continue;
      fail(where(nodes, k, table, named) +
           (x.point() ? "the number " + digits(x.least) + " does not fit in "
                      : "numbers from " + digits(x.least) + " to " + digits(x.most) + " do not fit in ") +
           dtype_name(type));
    }
    r.ranges.push_back(n.type == weak_int ? r.whole(n) : n.type == dtype::boolean ? r.condition(n) : range{0, 0});
  }
}

void check_start(double start, dtype type) {
  if (is_weak(type) || !is_integer(type)) return;
  const range most = range_of(type);
  if (start != std::floor(start) || start < most.least || start > most.most) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.17g", start);
    fail(std::string("the reducer sum: the number ") + text.data() + " does not fit in " + dtype_name(type));
  }
}

}  // namespace tiga::detail

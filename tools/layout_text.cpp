#include "layout_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>
#include <tiga/runtime/printable.hpp>

#include "commands.hpp"

namespace tiga::tool {
namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw wrong_input(printable(sentence)); }

bool is_separator(char c) { return c == ' ' || c == '\t' || c == '\n' || c == ','; }
bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || static_cast<unsigned char>(c) > 127;
}

// As layouts write them, or no layout could name the axis.
void check_name(const std::string& where, const std::string& called) {
  const bool fits = !called.empty() && is_letter(called[0]) && std::all_of(called.begin(), called.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
  if (!fits)
    refuse(fmt::format("{}: '{}' is no name of an axis: letters, digits and _, a letter first", where, called));
  if (called.size() > 16) refuse(fmt::format("{}: '{}': a name holds at most 16 characters", where, called));
}

axis axis_of(const std::string& where, const std::string& part) {
  const std::size_t equals = part.find('=');
  const std::string called = part.substr(0, equals);
  check_name(where, called);
  if (equals == std::string::npos) refuse(fmt::format("{}: axis {} has no size; write {}=8", where, called, called));
  const std::string number = part.substr(equals + 1);
  std::int64_t size = 0;
  const char* const end = number.data() + number.size();
  const auto [at, problem] = std::from_chars(number.data(), end, size);
  if (problem == std::errc::result_out_of_range && at == end)
    size = number[0] == '-' ? INT64_MIN : INT64_MAX;  // refused with the others that are too small or too large
  else if (problem != std::errc() || at != end)
    refuse(fmt::format("{}: axis {}: '{}' is no size", where, called, number));
  if (size <= 0 || size > largest_axis)
    refuse(fmt::format("{}: axis {}: {} is no size; the smallest is 1, the largest {}", where, called, number,
                       largest_axis));
  return checked_axis(where, called, size);
}

}  // namespace

axis checked_axis(const std::string& where, const std::string& called, std::int64_t size) {
  check_name(where, called);
  if (size <= 0 || size > largest_axis)
    refuse(fmt::format("{}: axis {}: {} is no size; the smallest is 1, the largest {}", where, called, size,
                       largest_axis));
  return axis(pack(called.c_str()), size);
}

std::vector<axis> read_axes(const std::string& text) {
  std::vector<axis> axes;
  for (std::size_t at = 0; at < text.size();) {
    if (is_separator(text[at])) {
      ++at;
      continue;
    }
    const auto end = std::find_if(text.begin() + std::ptrdiff_t(at), text.end(), is_separator);
    const std::string part(text.begin() + std::ptrdiff_t(at), end);
    const std::string where = fmt::format("axes \"{}\", place {}", text, at + 1);
    const axis next = axis_of(where, part);
    for (const axis& before : axes)
      if (before.id == next.id)
        refuse(fmt::format("{}: axis {} stands there twice", where, part.substr(0, part.find('='))));
    axes.push_back(next);
    at += part.size();
  }
  return axes;
}

mapping_value read_mapping(const std::string& where, const std::string& text, const std::vector<axis>& axes) {
  constexpr std::size_t longest = 4096;
  if (text.size() > longest)
    refuse(fmt::format("{}: a layout of {} characters, at most {}", where, text.size(), longest));
  const mapping_expression tree = parse_mapping(text.data(), int(text.size()), axes.data(), int(axes.size()));
  if (!tree.why.empty()) refuse(fmt::format("{}: {}", where, tree.why.c_str()));
  const mapping_value value = value_of(tree);
  const struct text fault = mapping_fault(value.factors, value.count);
  if (!value.why.empty() && std::strcmp(value.why.c_str(), fault.c_str()) != 0)  // not a rule, but a limit
    refuse(fmt::format("{}: {}", where, value.why.c_str()));
  for (int i = 0; i < value.count; ++i)
    if (const factor& f = value.factors[i]; f.problem && f.problem != std::int64_t(fault::composite))
      refuse(fmt::format("{}: {}", where, detail::refusal_of(f).c_str()));
  return value;
}
mapping_value read_layout(const std::string& where, const std::string& text, const std::vector<axis>& axes) {
  const mapping_value value = read_mapping(where, text, axes);
  if (!value.why.empty()) refuse(fmt::format("{}: {}", where, value.why.c_str()));
  return value;
}

std::string words(const text& t) { return printable(t.c_str()); }
std::string spelled(const mapping_value& layout) {
  return layout.count == 0 ? "[1]" : words(mapping_text(layout.factors, layout.count));
}

positions::positions(const std::vector<const mapping_value*>& layouts) {
  for (const mapping_value* l : layouts) factors_.insert(factors_.end(), l->factors, l->factors + l->count);
  for (const factor& f : factors_)
    for (int k = int(f.count); k-- > 0;) {
      const digit& d = digit_at(f, k);
      copies_ = copies_ || (!detail::is_named(d) && d.live > 1);
      const auto same = [&](const axis& a) { return a.id == d.axis; };
      if (detail::is_named(d) && std::none_of(axes_.begin(), axes_.end(), same)) axes_.emplace_back(d.axis, d.size);
    }
  factors_.emplace_back();
}

std::int64_t positions::size() const { return detail::static_size(factors_.data(), count()); }

std::string positions::normal_form() const {
  std::vector<digit> digits;
  for (int i = count(); i-- > 0;)
    for (int k = 0; k < factors_[std::size_t(i)].count; ++k) digits.push_back(digit_at(factors_[std::size_t(i)], k));
  int left = detail::canonicalise_layout(digits.data(), int(digits.size()));
  std::string form;
  while (left-- > 0) form += (form.empty() ? "" : ", ") + spelled(digits[std::size_t(left)]);
  return form.empty() ? "[1]" : "[" + form + "]";
}

std::int64_t positions::copy(std::int64_t position) const {
  std::int64_t which = 0, place = 1;
  detail::walk_digits(factors_.data(), count(), position, [&](const digit& d, std::int64_t step) {
    if (detail::is_named(d) || d.live < 2) return;
    which += place * step;
    place *= d.live;
  });
  return which;
}

std::vector<std::string> positions::coordinates(std::int64_t position, const std::vector<axis>* among) const {
  std::vector<std::string> all;
  for (const axis& a : axes_) {
    const auto same = [&](const axis& b) { return a.id == b.id; };
    if (among && std::none_of(among->begin(), among->end(), same)) continue;
    all.push_back(fmt::format("{}={}", spelled(a.id), coordinate(position, a)));
  }
  return all;
}

std::int64_t positions::row_of(std::int64_t most) const {
  std::int64_t row = 1;
  for (int i = count(); i-- > 0;)
    for (int k = 0; k < factors_[std::size_t(i)].count; ++k) {
      const std::int64_t extent = digit_at(factors_[std::size_t(i)], k).extent;
      if (extent > most / row) return row > 1 ? most / row * row : most;
      row *= extent;
    }
  return row;
}

}  // namespace tiga::tool

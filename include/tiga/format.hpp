// Formatters for fmt: `fmt::print("{}\n", t)`. The one public header that sees fmt; the text itself is made in the
// library.
#pragma once
#include <fmt/format.h>

#include <tiga/axes/axes.hpp>
#include <tiga/tensor/layout_text.hpp>

/// A tensor: one line with element type, axes and extents, then its elements in aligned rows; summarised above 1000
/// elements. `{:.3}` sets the significant digits of floats.
template <class T, class M>
struct fmt::formatter<tiga::tensor<T, M>> {
  constexpr auto parse(fmt::format_parse_context& context) {
    auto next_char = context.begin();
    if (next_char != context.end() && *next_char == '.') {
      precision_ = 0;
      for (++next_char; next_char != context.end() && *next_char >= '0' && *next_char <= '9'; ++next_char)
        precision_ = 10 * precision_ + (*next_char - '0');
    }
    if (next_char != context.end() && *next_char != '}')
      throw fmt::format_error("tiga: a tensor takes {} or {:.digits}");
    return next_char;
  }
  template <class Context>
  auto format(const tiga::tensor<T, M>& shown, Context& context) const {
    return fmt::format_to(context.out(), "{}", tiga::to_text(shown, precision_));
  }

 private:
  int precision_ = 6;
};

namespace tiga {
template <class T, class M>
class tracked;
template <class Op, class... A>
class expression;
}  // namespace tiga

/// The value of a tracked tensor, and of an expression, which is evaluated.
template <class T, class M>
struct fmt::formatter<tiga::tracked<T, M>> : fmt::formatter<tiga::tensor<T, M>> {
  template <class Context>
  auto format(const tiga::tracked<T, M>& shown, Context& context) const {
    return fmt::formatter<tiga::tensor<T, M>>::format(shown.value(), context);
  }
};
template <class Op, class... A>
struct fmt::formatter<tiga::expression<Op, A...>>
    : fmt::formatter<decltype(std::declval<const tiga::expression<Op, A...>&>().evaluate())> {
  template <class Context>
  auto format(const tiga::expression<Op, A...>& shown, Context& context) const {
    return fmt::formatter<decltype(shown.evaluate())>::format(shown.evaluate(), context);
  }
};

/// "f32"
template <>
struct fmt::formatter<tiga::dtype> : fmt::formatter<fmt::string_view> {
  template <class Context>
  auto format(tiga::dtype type, Context& context) const {
    return fmt::formatter<fmt::string_view>::format(tiga::dtype_name(type), context);
  }
};

/// "[A / 8, R]"
template <tiga::factor... F>
struct fmt::formatter<tiga::m<F...>> : fmt::formatter<fmt::string_view> {
  template <class Context>
  auto format(tiga::m<F...> mapping, Context& context) const {
    return fmt::formatter<fmt::string_view>::format(tiga::render(mapping).c_str(), context);
  }
};

template <>
struct fmt::formatter<tiga::f16> : fmt::formatter<float> {
  template <class Context>
  auto format(tiga::f16 shown, Context& context) const {
    return fmt::formatter<float>::format(float(shown), context);
  }
};
template <>
struct fmt::formatter<tiga::bf16> : fmt::formatter<float> {
  template <class Context>
  auto format(tiga::bf16 shown, Context& context) const {
    return fmt::formatter<float>::format(float(shown), context);
  }
};

/// The number of an id.
template <tiga::factor Axis, class Int>
struct fmt::formatter<tiga::id<Axis, Int>> : fmt::formatter<Int> {
  template <class Context>
  auto format(tiga::id<Axis, Int> position, Context& context) const {
    return fmt::formatter<Int>::format(position.value, context);
  }
};

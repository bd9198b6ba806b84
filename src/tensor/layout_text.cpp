#include <fmt/format.h>

#include <tiga/tensor/layout_text.hpp>
#include <vector>

#include "words.hpp"

namespace tiga::detail {
namespace {

constexpr std::int64_t whole = 1000, shown = 3;

std::string element_text(dtype type, const void* first, std::int64_t i, int precision) {
  const auto at = [&]<class T>(T) { return static_cast<const T*>(first)[i]; };
  switch (type) {
    case dtype::boolean: return at(bool()) ? "true" : "false";
    case dtype::i8: return fmt::format("{}", int(at(std::int8_t())));
    case dtype::u8: return fmt::format("{}", unsigned(at(std::uint8_t())));
    case dtype::i16: return fmt::format("{}", at(std::int16_t()));
    case dtype::u16: return fmt::format("{}", at(std::uint16_t()));
    case dtype::i32: return fmt::format("{}", at(std::int32_t()));
    case dtype::u32: return fmt::format("{}", at(std::uint32_t()));
    case dtype::i64: return fmt::format("{}", at(std::int64_t()));
    case dtype::u64: return fmt::format("{}", at(std::uint64_t()));
    case dtype::f16: return fmt::format("{:.{}g}", float(at(f16())), precision);
    case dtype::bf16: return fmt::format("{:.{}g}", float(at(bf16())), precision);
    case dtype::f32: return fmt::format("{:.{}g}", at(float()), precision);
    case dtype::f64: return fmt::format("{:.{}g}", at(double()), precision);
  }
  return {};
}

// Positions of an axis that are shown; -1 stands for those between.
std::vector<std::int64_t> positions(std::int64_t n, bool summary) {
  std::vector<std::int64_t> p;
  for (std::int64_t i = 0; i < n; ++i) {
    if (summary && n > 2 * shown + 1 && i == shown) {
      p.push_back(-1);
      i = n - shown;
    }
    p.push_back(i);
  }
  return p;
}

// Two passes over the same walk: the first measures the widest element, the second writes.
class printer {
 public:
  printer(const dynamic_tensor& t, int precision) : t_(t), precision_(precision), summary_(t.size() > whole) {
    if (t.rank > 0) axis(0, 0);
    measuring_ = false;
  }
  std::string text() {
    if (t_.rank == 0) return element_text(t_.type, t_.first, 0, precision_);
    axis(0, 0);
    return out_;
  }

 private:
  void element(std::int64_t offset) {
    const std::string e = element_text(t_.type, t_.first, offset, precision_);
    if (measuring_)
      width_ = e.size() > width_ ? e.size() : width_;
    else
      out_ += fmt::format("{:>{}}", e, width_);
  }
  void axis(int i, std::int64_t offset) {
    if (!measuring_) out_ += '[';
    const bool innermost = i == t_.rank - 1;
    bool first = true;
    for (const std::int64_t p : positions(t_.n[i], summary_)) {
      if (!first && !measuring_) {
        out_ += innermost ? ", " : ",\n";
        if (!innermost) out_.append(std::size_t(i + 1), ' ');
      }
      first = false;
      if (p < 0) {
        if (!measuring_) out_ += "...";
      } else if (innermost) {
        element(offset + p * t_.stride[i]);
      } else {
        axis(i + 1, offset + p * t_.stride[i]);
      }
    }
    if (!measuring_) out_ += ']';
  }

  const dynamic_tensor& t_;
  int precision_;
  bool summary_, measuring_ = true;
  std::size_t width_ = 0;
  std::string out_;
};

}  // namespace

std::string layout_text(dtype type, const factor* axes, int rank, const std::int64_t* n) {
  std::string s = std::string(dtype_name(type)) + " [";
  for (int i = 0; i < rank; ++i) s += (i ? ", " : "") + words(axes[i]) + " = " + std::to_string(n[i]);
  return s + "]";
}

std::string tensor_text(const dynamic_tensor& t, const std::string& header, int precision) {
  if (t.size() == 0) return header + " []";
  return header + (t.rank == 0 ? " " : "\n") + printer(t, precision).text();
}

}  // namespace tiga::detail

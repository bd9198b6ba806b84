#include "finite_checks.hpp"

#include <atomic>
#include <cmath>
#include <string>
#include <tiga/autograd/finite_checks.hpp>
#include <tiga/autograd/tape.hpp>
#include <tiga/program/half.hpp>
#include <tiga/runtime/error.hpp>

namespace tiga {
namespace {

std::atomic<int> alive{0};

template <class T>
void look(const void* first, std::int64_t count, dtype type, const std::string& what) {
  const T* const x = static_cast<const T*>(first);
  for (std::int64_t i = 0; i < count; ++i) {
    const double value = double(x[i]);
    if (std::isfinite(value)) continue;
    const char* const found = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    fail("finite_checks: " + what + " " + found + " at element " + std::to_string(i) + " of " + std::to_string(count) +
         " (" + dtype_name(type) + ")");
  }
}
void look(dtype type, const void* first, std::int64_t count, const std::string& what) {
  switch (type) {
    case dtype::f16: return look<f16>(first, count, type, what);
    case dtype::bf16: return look<bf16>(first, count, type, what);
    case dtype::f32: return look<float>(first, count, type, what);
    case dtype::f64: return look<double>(first, count, type, what);
    default: return;
  }
}

}  // namespace

finite_checks::finite_checks() { ++alive; }
finite_checks::~finite_checks() { --alive; }

namespace detail {

bool checks_values() { return alive.load(std::memory_order_relaxed) > 0; }

void check_value(const tape_ptr& node, const void* first, std::int64_t count) {
  if (node) look(node->type(), first, count, std::string(node->name()) + " gave");
}
void check_gradient_of(const tape_node& pulled, const tape_node& input, const void* cotangent) {
  look(input.type(), cotangent, input.count(), std::string("the gradient of ") + pulled.name() + " gave");
}

}  // namespace detail
}  // namespace tiga

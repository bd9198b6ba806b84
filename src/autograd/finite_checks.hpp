// What the tape's walk shows to a `finite_checks`.
#pragma once
#include <tiga/autograd/tape.hpp>

namespace tiga::detail {
/// `cotangent`: what the adjoint of `pulled` adds to `input`.
void check_gradient_of(const tape_node& pulled, const tape_node& input, const void* cotangent);
}  // namespace tiga::detail

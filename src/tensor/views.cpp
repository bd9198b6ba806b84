#include <tiga/runtime/error.hpp>
#include <tiga/tensor/views.hpp>

#include "words.hpp"

namespace tiga::detail {

void check_slice(const factor& axis, std::int64_t extent, std::int64_t begin, std::int64_t end, std::int64_t step) {
  if (begin < 0 || end < begin || end > extent)
    fail("slice: [" + std::to_string(begin) + ", " + std::to_string(end) + ") of axis " + words(axis) +
         " is outside [0, " + std::to_string(extent) + ")");
  if (step < 1) fail("slice: step " + std::to_string(step) + " of axis " + words(axis) + ", the smallest is 1");
}

}  // namespace tiga::detail
